import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { repeatWhileBusy } from '../support/e2e/patient-client.ts';
import { client, credentials, isOnLocalstack } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { createDirectUploads, sendForm } from '../support/stores/direct-upload.ts';

const direct = createDirectUploads(credentials, repeatWhileBusy);
const codeOf = ({ status, json }: { status: number; json: { code: string } }) => [
  status,
  json?.code,
];

/** The status, state and reason of a direct upload, by the upload key. */
async function stateOf(temporaryImageUrl: string) {
  const call = `get-direct-upload/${credentials.uploadKey}`;
  const { status, json } = await client.call(call, { temporaryImageUrl });
  return [status, json.state, json.reason];
}

/** Noise, since nothing else has so many bytes, with a camera's metadata. */
async function drawLargeJpeg(): Promise<Buffer> {
  const [width, height] = [4000, 3000];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'a secret of the camera' } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/**
 * Whether the storage checks signatures: an emulator of S3 may check only the policy of a form. A
 * form with a forged signature shows it.
 */
async function checksSignatures(): Promise<boolean> {
  const form = await direct.form(10);
  const forged = await sendForm(form, Buffer.from('x'), { 'X-Amz-Signature': '0'.repeat(64) });
  return forged.status === 403;
}

describe('a direct upload', () => {
  it('takes an image of 12 MB to a temporary image, cleaned, saved and transformed (uploads.direct-result, calls.create-direct-upload)', async () => {
    const image = await drawLargeJpeg();
    expect(image.length).toBeGreaterThan(12_000_000);
    const form = await direct.form(image.length, 'image/jpeg', 'brücke 😀.jpg');
    expect(form.temporaryImageUrl).toMatch(/\/res\/tmp_[a-z2-7]{26}\.jpg$/);
    expect(Date.parse(form.expiresAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await sendForm(form, image)).status).toBe(204);
    const validated = await direct.validated(form.temporaryImageUrl);
    expect(validated.status).toBe(200);
    expect(validated.bytes.includes('a secret of the camera')).toBe(false);
    const saved = await direct.save(form.temporaryImageUrl);
    expect(saved.status).toBe(200);
    const rendition = await client.get(saved.json.imageUrl.replace('.jpg', '.webp?width=400'));
    expect(await sharp(rendition.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 400,
      height: 300,
    });
    const facts = await client.call('get-image', { imageId: saved.json.imageId });
    expect(facts.json).toMatchObject({ width: 4000, height: 3000, format: 'jpg' });
    expect(facts.json.originalFilename).toBe('brücke 😀.jpg');
  });

  it('is pending before its bytes come, for delivery and save, with Retry-After (errors.conflict, uploads.direct-states, uploads.direct-state)', async () => {
    const form = await direct.form(1_000);
    const seen = await client.get(form.temporaryImageUrl);
    expect(codeOf(seen)).toEqual([409, 'temporary_image_pending']);
    expect(seen.headers.get('x-error-code')).toBe('temporary_image_pending');
    const saved = await direct.save(form.temporaryImageUrl);
    expect(codeOf(saved)).toEqual([409, 'temporary_image_pending']);
    expect(await stateOf(form.temporaryImageUrl)).toEqual([200, 'pending', null]);
    expect(saved.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it.each([
    ['invalid_image', async () => (await drawJpeg(200, 200)).subarray(0, 900)],
    ['content_type_mismatch', () => sharp(Buffer.alloc(300), RAW).png().toBuffer()],
    ['image_too_large', async () => makeHugeJpeg()],
  ])(
    'refuses bytes finally: save reports %s, and delivery knows nothing (errors.unprocessable-image, uploads.direct-states)',
    async (reason, make) => {
      const bytes = await make();
      const form = await direct.form(bytes.length);
      expect((await sendForm(form, bytes)).status).toBe(204);
      expect(codeOf(await direct.validated(form.temporaryImageUrl))).toEqual([
        404,
        'temporary_image_not_found',
      ]);
      expect(await stateOf(form.temporaryImageUrl)).toEqual([200, 'refused', reason]);
      for (const _ of [1, 2]) {
        const saved = await direct.save(form.temporaryImageUrl);
        expect(codeOf(saved)).toEqual([422, 'temporary_image_refused']);
        expect(saved.json.reason).toBe(reason);
      }
    },
  );

  it('leaves a validated image alone when the same form is sent again (uploads.direct-result)', async () => {
    const [first, second] = [await drawJpeg(60, 40), await drawJpeg(30, 20)];
    const later = await direct.form(first.length);
    const form = await direct.form(first.length);
    expect((await sendForm(form, first)).status).toBe(204);
    const validated = await direct.validated(form.temporaryImageUrl);
    const replay = await sendForm(form, second);
    expect(replay.status).toBe(204);
    // a file that was sent after it is validated by now
    expect((await sendForm(later, first)).status).toBe(204);
    await direct.validated(later.temporaryImageUrl);
    const after = await client.get(form.temporaryImageUrl);
    expect(after.headers.get('etag')).toBe(validated.headers.get('etag'));
    expect((await sharp(after.bytes).metadata()).width).toBe(60);
    const saved = await direct.save(form.temporaryImageUrl);
    const image = await client.get(saved.json.imageUrl);
    expect(image.headers.get('etag')).toBe(validated.headers.get('etag'));
  });

  it('takes no more bytes than were declared, no other type and no other key (uploads.direct-form)', async () => {
    const image = await drawJpeg(60, 40);
    const form = await direct.form(image.length);
    const longer = Buffer.concat([image, Buffer.from('x')]);
    expect(await sendForm(form, longer)).toMatchObject({ status: 400, code: 'EntityTooLarge' });
    expect(await sendForm(form, Buffer.alloc(0))).toMatchObject({ code: 'EntityTooSmall' });
    const denied = { status: 403, code: 'AccessDenied' };
    for (const changes of [{ 'Content-Type': 'image/png' }, { key: `tmp_${'a'.repeat(26)}` }]) {
      expect(await sendForm(form, image, changes), JSON.stringify(changes)).toMatchObject(denied);
    }
    expect((await client.get(form.temporaryImageUrl)).status).toBe(409);
  });

  const takesFields = isOnLocalstack(
    'LocalStack’s S3 takes fields that a form’s policy doesn’t name',
  );
  it.skipIf(takesFields)('takes no further field (uploads.direct-form)', async () => {
    const image = await drawJpeg(60, 40);
    const form = await direct.form(image.length);
    const denied = { status: 403, code: 'AccessDenied' };
    expect(await sendForm(form, image, { acl: 'public-read' })).toMatchObject(denied);
    const dated = { 'X-Amz-Date': '20300101T000000Z', 'x-amz-meta-a': 'b' };
    expect((await sendForm(form, image, dated)).status).not.toBe(204);
    expect((await client.get(form.temporaryImageUrl)).status).toBe(409);
  });

  it('accepts no form that another signed, or that was changed (uploads.direct-form)', async ({
    skip,
  }) => {
    if (!(await checksSignatures())) {
      console.log('skipped: this S3 is an emulator that does not check who signed a form');
      skip();
    }
    const image = await drawJpeg(60, 40);
    const form = await direct.form(image.length);
    const text = Buffer.from(form.fields.Policy ?? '', 'base64').toString();
    const wider = Buffer.from(text.replace(`,${image.length}]`, ',25000000]')).toString('base64');
    const signature = form.fields['X-Amz-Signature'] ?? '';
    const other = (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
    for (const changes of [{ Policy: wider }, { 'X-Amz-Signature': other }]) {
      const sent = await sendForm(form, image, changes);
      expect(sent).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    }
    expect((await client.get(form.temporaryImageUrl)).status).toBe(409);
  });
});

describe('create-direct-upload', () => {
  it('takes up to 25,000,000 bytes; the smaller call’s 413 names this way (uploads.direct-max-size, errors.payload-too-large)', async () => {
    expect((await direct.ask({ contentType: 'image/jpeg', bytes: 25_000_000 })).status).toBe(200);
    const over = await direct.ask({ contentType: 'image/jpeg', bytes: 25_000_001 });
    expect(codeOf(over)).toEqual([413, 'payload_too_large']);
    expect(over.json.maxBytes).toBe(25_000_000);
    const jpeg = Buffer.concat([await drawJpeg(20, 20), Buffer.alloc(4_500_000)]);
    const small = await client.upload(jpeg);
    expect(codeOf(small)).toEqual([413, 'payload_too_large']);
    expect(small.json.detail).toContain('/api/v1/create-direct-upload/');
  });

  it('takes the types that may come in, 415 for others before the size is looked at (uploads.types)', async () => {
    for (const contentType of [
      'image/png',
      'image/webp',
      'image/avif',
      'image/svg+xml',
      'image/jpg',
      'IMAGE/JPEG',
    ]) {
      expect((await direct.ask({ contentType, bytes: 9 })).status).toBe(200);
    }
    for (const contentType of ['image/tiff', 'text/html', '__proto__']) {
      const answer = await direct.ask({ contentType, bytes: 99_000_000 });
      expect(codeOf(answer), contentType).toEqual([415, 'unsupported_media_type']);
    }
  });

  it('reports all faults of its fields together (errors.bad-request, errors.all-faults)', async () => {
    const pointers = async (body: object) => {
      const { status, json } = await direct.ask(body);
      expect([status, json.code]).toEqual([400, 'validation_failed']);
      return json.errors.map(({ pointer }: { pointer: string }) => pointer).sort();
    };
    expect(await pointers({})).toEqual(['', '']);
    expect(await pointers({ contentType: 1, bytes: '9', name: 'a' })).toEqual([
      '/bytes',
      '/contentType',
      '/name',
    ]);
    expect(await pointers({ contentType: 'image/png', bytes: 0 })).toEqual(['/bytes']);
    expect(await pointers({ contentType: 'image/png', bytes: 1.5 })).toEqual(['/bytes']);
  });

  it('knows its key and the project’s origins, and answers a preflight (errors.unauthorized, origins.refused)', async () => {
    const body = { contentType: 'image/jpeg', bytes: 10 };
    const strange = await direct.ask(body, { Origin: 'https://elsewhere.example' });
    expect(codeOf(strange)).toEqual([403, 'origin_not_allowed']);
    expect(strange.headers.get('access-control-allow-origin')).toBeNull();
    const origin = 'http://localhost:3000';
    const near = await direct.ask(body, { Origin: origin });
    expect(near.headers.get('access-control-allow-origin')).toBe(origin);
    const path = `/api/v1/create-direct-upload/${credentials.uploadKey}`;
    const requested = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
    const preflight = await client.request(path, { method: 'OPTIONS', headers: requested });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'POST',
    ]);
    const unknown = await client.call(`create-direct-upload/upl_${'a'.repeat(36)}`, body);
    expect(codeOf(unknown)).toEqual([401, 'invalid_upload_key']);
  });
});

const RAW = { raw: { width: 10, height: 10, channels: 3 as const } };

/** A JPEG whose header claims 16,000 x 16,000 pixels. */
async function makeHugeJpeg(): Promise<Buffer> {
  const jpeg = Buffer.from(await drawJpeg(16, 16));
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(16_000, frame + 5);
  jpeg.writeUInt16BE(16_000, frame + 7);
  return jpeg;
}
