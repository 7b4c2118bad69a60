import { DetectModerationLabelsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import { mockClient } from 'aws-sdk-client-mock';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRekognitionClassifier } from '../../../../adapters/rekognition/image-classifier.ts';
import { createRekognitionFinder } from '../../../../adapters/rekognition/subject-finder.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { Verdict } from '../../../../core/images/review.ts';
import type { ProjectSettings } from '../../../../core/projects/project-settings.ts';
import { changeProjectSettings } from '../../../../core/use-cases/projects/update-project.ts';
import { createHandler } from '../../../../lambdas/background/classify-images.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { callWithKey } from '../../../support/http/call-with-keys.ts';
import { deliver, replaceImage, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const VIOLENCE = { Name: 'Violence', Confidence: 91.4567, ParentName: '' };
const rekognition = mockClient(RekognitionClient);
const APPROVED = { state: 'approved', reason: null, reviewedAt: 1, reviewedBy: 'key_a' } as const;
let test: TestServices;

const set = (settings: Partial<ProjectSettings>) =>
  test.services.projects.changeSettings(test.credentials.projectId, settings);
/** As EventBridge sends an event to a queue. */
const messageOf = (imageId: string, type = 'image.pending_review') => ({
  messageId: `of ${imageId}`,
  body: JSON.stringify({ 'detail-type': type, detail: { data: { imageId } } }),
});
async function classify(...bodies: { messageId: string; body: string }[]) {
  const client = new RekognitionClient({});
  const classifier = createRekognitionClassifier(client);
  const examiners = { classifier, finder: createRekognitionFinder(client) };
  const answer = await createHandler(test.services, examiners)({ Records: bodies as never });
  return answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}
async function reviewOf(imageId: string) {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const { json } = await callAny(test.services, ENDPOINTS.getImage, { headers, body: { imageId } });
  return json.review;
}
async function decide(id: string, verdict: Verdict) {
  const image = await test.services.images.getImage(id as ImageId);
  if (!image?.review) throw new Error('the image has no review');
  await test.services.images.endReview({ ...image, ...image.review }, verdict);
}
const statusOf = async (imageId: string) => (await deliver(test, `/res/${imageId}.jpg`)).status;
const sent = () =>
  rekognition.commandCalls(DetectModerationLabelsCommand).map(({ args }) => args[0].input);
const fail = (name: string) => rekognition.rejects(Object.assign(new Error('no'), { name }));

beforeEach(async () => {
  rekognition.reset();
  rekognition.on(DetectModerationLabelsCommand).resolves({ ModerationLabels: [] });
  test = await makeServices();
  await set({ moderation: 'rekognition' });
});
afterEach(() => test.remove());

describe('Amazon Rekognition as a reviewer (moderation.rekognition)', () => {
  it('approves an image without labels, and is asked once about a small JPEG of it', async () => {
    const imageId = await storeImage(test, await drawJpeg(3_000, 2_000));
    expect(await statusOf(imageId)).toBe(404);
    expect(await classify(messageOf(imageId), messageOf(imageId))).toEqual([]);
    expect(await statusOf(imageId)).toBe(200);
    expect(await reviewOf(imageId)).toMatchObject({ state: 'approved', reviewedBy: 'rekognition' });
    const [asked, ...others] = sent();
    expect(others).toEqual([]);
    expect(asked?.MinConfidence).toBe(50);
    const { format, width } = await sharp(asked?.Image?.Bytes).metadata();
    expect([format, width]).toEqual(['jpeg', 1_600]);
  });

  it('takes each format: a PNG and a WebP are sent as JPEG, in their size', async () => {
    const create = { width: 40, height: 60, channels: 4 as const, background: '#b5651d80' };
    for (const format of ['png', 'webp'] as const) {
      const bytes = await sharp({ create }).toFormat(format).toBuffer();
      expect(await classify(messageOf(await storeImage(test, bytes, `image/${format}`)))).toEqual(
        [],
      );
    }
    const sizes = sent().map(async ({ Image }) => {
      const { format, width, height } = await sharp(Image?.Bytes).metadata();
      return `${format} ${width}x${height}`;
    });
    expect(await Promise.all(sizes)).toEqual(['jpeg 40x60', 'jpeg 40x60']);
  });

  it('leaves an image with labels to a member, and shows them', async () => {
    rekognition.on(DetectModerationLabelsCommand).resolves({ ModerationLabels: [VIOLENCE] });
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    expect(await classify(messageOf(imageId))).toEqual([]);
    expect(await statusOf(imageId)).toBe(404);
    const labels = [{ name: 'Violence', confidence: 91.5 }];
    expect(await reviewOf(imageId)).toMatchObject({ state: 'pending', labels });
  });

  it('leaves an animation and an image that Rekognition refuses to a member', async () => {
    const solid = (background: string) =>
      sharp({ create: { width: 4, height: 4, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = await Promise.all(['#ff0000', '#00ff00'].map(solid));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const animation = await storeImage(test, gif, 'image/gif');
    expect(await classify(messageOf(animation))).toEqual([]);
    expect(sent()).toEqual([]);
    fail('InvalidImageFormatException');
    const refused = await storeImage(test, await drawJpeg(60, 40));
    expect(await classify(messageOf(refused))).toEqual([]);
    for (const id of [animation, refused]) {
      expect(await reviewOf(id)).toMatchObject({ state: 'pending', labels: [] });
    }
  });

  it.each([
    ['no labels', []],
    ['labels', [VIOLENCE]],
  ])(
    'decides nothing about bytes that replaced those it was asked about: %s (replacing.refused)',
    async (_, ModerationLabels) => {
      const imageId = await storeImage(test, await drawJpeg(60, 40));
      rekognition.on(DetectModerationLabelsCommand).callsFake(async () => {
        await decide(imageId, APPROVED);
        await replaceImage(test, imageId, await drawJpeg(61, 40));
        return { ModerationLabels };
      });
      expect(await classify(messageOf(imageId))).toEqual([]);
      expect(await reviewOf(imageId)).toMatchObject({ state: 'pending', labels: [] });
      expect(await statusOf(imageId)).toBe(404);
    },
  );

  it('tries a message again that failed, and no other of its batch', async () => {
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    fail('ThrottlingException');
    const nothing = { messageId: 'nothing', body: '{}' };
    expect(await classify(nothing, messageOf(imageId))).toEqual([`of ${imageId}`]);
    expect(await reviewOf(imageId)).toMatchObject({ state: 'pending' });
  });

  it('is asked about an image that came into the bin too soon, when it is restored', async () => {
    await set({ keepDays: 7 });
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    await callWithKey(test, 'deleteImage', { imageId });
    expect(await classify(messageOf(imageId))).toEqual([]);
    expect(sent()).toEqual([]);
    await callWithKey(test, 'restoreImage', { imageId });
    expect(await classify(messageOf(imageId, 'image.restored'))).toEqual([]);
    expect(await reviewOf(imageId)).toMatchObject({ state: 'approved', reviewedBy: 'rekognition' });
    expect(await classify(messageOf(imageId, 'image.restored'))).toEqual([]);
    expect(sent()).toHaveLength(1);
  });

  it('asks nothing about an image of another reviewer, or one that was decided or deleted', async () => {
    const decided = await storeImage(test, await drawJpeg(60, 40));
    const verdict = {
      state: 'rejected',
      reason: null,
      reviewedAt: 1,
      reviewedBy: 'key_a',
    } as const;
    await decide(decided, verdict);
    const other = await storeImage(test, await drawJpeg(61, 40));
    await set({ moderation: 'webhook' });
    const unknown = `img_${'z'.repeat(26)}`;
    expect(await classify(...[decided, other, unknown].map((id) => messageOf(id)))).toEqual([]);
    expect(sent()).toEqual([]);
    expect(await reviewOf(other)).toMatchObject({ state: 'pending' });
  });

  it('is a setting only where the service has it; the refusal names the cure', async () => {
    const { projectId } = test.credentials;
    const { projects } = test.services;
    const edge = { purgeProject: async () => undefined };
    const change = (hasRekognition: boolean) =>
      changeProjectSettings({ projects, edge, hasRekognition }, projectId, {
        moderation: 'rekognition',
      });
    await expect(change(false)).rejects.toThrow('Use webhook');
    expect((await change(true)).moderation).toBe('rekognition');
  });
});
