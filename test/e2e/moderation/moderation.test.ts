import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasOperator, makeProject } from '../../support/e2e/operator.ts';
import { drawJpeg } from '../../support/images/draw.ts';

/** Asks for an image for one viewer in each way that a cache might answer. */
async function expectKeptByNone(url: string, etag: string) {
  const asked: readonly [number, RequestInit][] = [
    [200, {}],
    [200, { method: 'HEAD' }],
    [304, { headers: { 'If-None-Match': etag } }],
    // the whole image or a part of it, as the CDN has it
    [200, { headers: { Range: 'bytes=0-9' } }],
  ];
  for (const [status, init] of asked) {
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    const { headers } = answer;
    const isPart = answer.status === 206 && 'Range' in (init.headers ?? {});
    expect([isPart ? 200 : answer.status, headers.get('cache-control')]).toEqual([
      status,
      'private, no-store',
    ]);
    expect(headers.get('x-cache')).not.toMatch(/^Hit/);
  }
}

describe.skipIf(!hasOperator)('a moderated project', () => {
  it('serves an image when it is approved, and deletes it when it is rejected (moderation.not-served, moderation.preview, moderation.decision, security.one-viewer)', async () => {
    const { client } = await makeProject('moderation=webhook');
    const { imageId } = await client.store(await drawJpeg(600, 400));
    const rejected = await client.store(await drawJpeg(60, 40));
    const first = await client.get(`/res/${imageId}.png?width=20`);
    expect([first.status, first.json?.code]).toEqual([404, 'image_not_found']);

    const { json: queue } = await client.call('list-images', { review: 'pending' });
    const [, pending] = queue.images;
    expect([queue.images.length, pending.imageId]).toEqual([2, imageId]);
    for (const [url, width] of [
      [pending.review.previewUrl, 480],
      [pending.review.originalUrl, 600],
    ]) {
      const { status, headers, bytes } = await client.get(url);
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      await expectKeptByNone(url, headers.get('etag') ?? '');
      expect((await sharp(bytes).metadata()).width).toBe(width);
    }

    const decide = (id: string, decision: string) =>
      client.call('review-image', { imageId: id, decision });
    expect((await decide(imageId, 'approve')).json.review.state).toBe('approved');
    expect((await client.get(`/res/${imageId}.jpg`)).status).toBe(200);
    const again = await decide(imageId, 'reject');
    expect([again.status, again.json.code]).toEqual([409, 'review_not_pending']);

    expect((await decide(rejected.imageId, 'reject')).json.review.state).toBe('rejected');
    expect((await client.get(`/res/${rejected.imageId}.jpg`)).status).toBe(404);
    const receipt = await client.call('get-deletion-status', { imageId: rejected.imageId });
    expect(receipt.json.state).not.toBe('live');
    expect((await client.call('list-images', { review: 'pending' })).json.images).toEqual([]);
  });
});
