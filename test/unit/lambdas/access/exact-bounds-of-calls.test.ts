import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { clientAddress } from '../../../../core/use-cases/access/client-address.ts';
import { networkOf } from '../../../../core/use-cases/access/limit-rate.ts';
import {
  limitOwnUploadRate,
  limitUploadRate,
} from '../../../../core/use-cases/uploads/limit-upload-rate.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
beforeAll(async () => {
  test = await makeServices({ hasRateLimits: true });
});
afterAll(() => test.remove());

const statusOf = async (run: () => Promise<unknown>) =>
  run().then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

describe('a call at its last accepted size, and one byte beyond', () => {
  it.each([
    [LIMITS.maxJsonBytes - 1, 404],
    [LIMITS.maxJsonBytes, 404],
    [LIMITS.maxJsonBytes + 1, 413],
  ])(
    'a JSON body of %i bytes is answered with %i (errors.payload-too-large)',
    async (bytes, due) => {
      const text = JSON.stringify({ imageId: `img_${'a'.repeat(26)}` });
      const answer = await callAny(test.services, ENDPOINTS.getImage, {
        headers: { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' },
        body: Buffer.from(text.padEnd(bytes)),
      });
      expect(answer.status).toBe(due);
    },
  );

  it.each([
    [1, 200],
    [LIMITS.maxDirectUploadBytes, 200],
    [LIMITS.maxDirectUploadBytes + 1, 413],
  ])('a form for %i bytes is answered with %i (uploads.direct-form)', async (bytes, due) => {
    const answer = await callAny(test.services, ENDPOINTS.createDirectUpload, {
      headers: {},
      uploadKey: test.credentials.uploadKey,
      body: { contentType: 'image/jpeg', bytes },
    });
    expect(answer.status).toBe(due);
  });

  it.each([
    [LIMITS.maxUploadBytes, 200],
    [LIMITS.maxUploadBytes + 1, 413],
  ])('an upload of %i bytes is answered with %i (uploads.max-size)', async (bytes, due) => {
    const jpeg = await drawJpeg(16, 16);
    // bytes behind the end of an image are dropped
    const body = Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
    const answer = await callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
      headers: { 'content-type': 'image/jpeg' },
      uploadKey: test.credentials.uploadKey,
      body,
    });
    expect(answer.status).toBe(due);
  });
});

describe('the rate of uploads (uploads.rate-limit)', () => {
  const limit = (key: string, address: string) =>
    statusOf(() => limitUploadRate(test.services, key, clientAddress(address)));
  const times = async (count: number, run: () => Promise<unknown>) => {
    for (let at = 0; at < count; at += 1) expect(await run(), `call ${at + 1}`).toBe('accepted');
  };

  it('counts a key and an IPv4 address together, and neither alone', async () => {
    await times(LIMITS.maxUploadsPerMinute, () => limit('key_a', '192.0.2.1'));
    expect(await limit('key_a', '192.0.2.1')).toBe('rate_limited');
    expect(await limit('key_a', '192.0.2.2')).toBe('accepted');
    expect(await limit('key_b', '192.0.2.1')).toBe('accepted');
  });

  it('counts the addresses of one IPv6 /64 together, and those of another alone', async () => {
    let host = 0;
    const inNetwork = () => {
      host += 1;
      return limit('key_c', `2001:db8:1:2:${host.toString(16)}::1`);
    };
    await times(LIMITS.maxUploadsPerMinute, inNetwork);
    expect(await inNetwork()).toBe('rate_limited');
    expect(await limit('key_c', '2001:db8:1:2::')).toBe('rate_limited');
    expect(await limit('key_c', '2001:DB8:1:2::9')).toBe('rate_limited');
    expect(await limit('key_c', '2001:db8:1:3::1')).toBe('accepted');
    expect(await limit('key_d', '2001:db8:1:2::1')).toBe('accepted');
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0001::', '2001:db8:0:1::/64'],
    ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ])('the network of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('begins again with each minute, and says when', async () => {
    const now = test.services.clock();
    const minute = now - (now % 60_000);
    test.setClock(minute + 59_999);
    await times(LIMITS.maxUploadsPerMinute, () => limit('key_e', '192.0.2.5'));
    const refused = limitUploadRate(test.services, 'key_e', clientAddress('192.0.2.5'));
    await expect(refused).rejects.toMatchObject({ options: { headers: { 'Retry-After': '1' } } });
    test.setClock(minute + 60_000);
    expect(await limit('key_e', '192.0.2.5')).toBe('accepted');
  });

  it('reaches the call by key and address, each in its place: another network has its own count', async () => {
    const upload = (sourceIp: string) =>
      callAny(test.services, ENDPOINTS.createDirectUpload, {
        headers: {},
        uploadKey: test.credentials.uploadKey,
        body: { contentType: 'image/jpeg', bytes: 1 },
        sourceIp,
      });
    test.setClock(test.services.clock() + 600_000);
    for (let at = 1; at <= LIMITS.maxUploadsPerMinute; at += 1)
      expect((await upload(`2001:db8:7:7::${at}`)).status).toBe(200);
    expect((await upload('2001:db8:7:7:8::1')).status).toBe(429);
    expect((await upload('2001:db8:7:8::1')).status).toBe(200);
  });

  it('of own uploads ends a raised limit to the millisecond (operator.upload-limit)', async () => {
    const now = test.services.clock();
    const raisedUploads = { perMinute: LIMITS.maxOwnUploadsPerMinute + 1, until: now + 1 };
    const own = () =>
      statusOf(() => limitOwnUploadRate(test.services, 'key_own', { raisedUploads } as never));
    await times(LIMITS.maxOwnUploadsPerMinute + 1, own);
    expect(await own()).toBe('rate_limited');
    const other = () =>
      statusOf(() => limitOwnUploadRate(test.services, 'key_late', { raisedUploads } as never));
    test.setClock(now + 1);
    await times(LIMITS.maxOwnUploadsPerMinute, other);
    expect(await other()).toBe('rate_limited');
  });
});
