import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { storeImage } from '../../../support/http/deliver.ts';
import { handlerOf } from '../../../support/http/handler-of.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

let test: TestServices;
let imageId: string;
let before: unknown;

const imageOf = (id: string) => test.services.images.getImage(id as `img_${string}`);

beforeAll(async () => {
  test = await makeServices();
  imageId = await storeImage(test, await drawJpeg(16, 16));
});
beforeEach(async () => {
  before = await imageOf(imageId);
});
afterAll(() => test.remove());

/** Sends a text as the body of update-image-metadata. */
async function send(text: string | Buffer) {
  const endpoint = ENDPOINTS.updateImageMetadata;
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(endpoint, { headers, body: text });
  const answer = await (await handlerOf(endpoint, test.services))(event, makeContext());
  return { status: answer.statusCode, code: JSON.parse(answer.body).code };
}

/** The image in place of IMAGE, and a long text in place of LONG. */
const fill = (text: string) =>
  text
    .replaceAll('IMAGE', `"imageUrl":"${imageId}"`)
    .replace('LONG', 'x'.repeat(10 * 1024 * 1024))
    .replace('ID', imageId);

describe('a body with hostile text', () => {
  it.each([
    ['the key __proto__', '{IMAGE,"set":{"__proto__":"x"}}', 400, 'validation_failed'],
    ['the field __proto__', '{IMAGE,"__proto__":{"set":{"a":"b"}}}', 400, 'validation_failed'],
    [
      'the field __proto__ beside the others',
      '{IMAGE,"set":{"a":"b"},"__proto__":{}}',
      400,
      'validation_failed',
    ],
    ['an escaped __proto__', '{IMAGE,"set":{"\\u005f_proto__":"x"}}', 400, 'validation_failed'],
    ['the same key twice', '{IMAGE,"set":{"a":"1","a":"2"}}', 400, 'invalid_json'],
    ['the same key, escaped', '{IMAGE,"set":{"a":"1","\\u0061":"2"}}', 400, 'invalid_json'],
    ['the same field twice', '{IMAGE,"set":{"a":"1"},"set":{"b":"2"}}', 400, 'invalid_json'],
    ['half a pair at the end', '{IMAGE,"set":{"a":"\\ud800"}}', 400, 'validation_failed'],
    ['half a pair in a text', '{IMAGE,"set":{"a":"x\\udc00y"}}', 400, 'validation_failed'],
    ['half a pair in a key', '{IMAGE,"set":{"a\\ud83d":"x"}}', 400, 'validation_failed'],
    ['10 MB', '{IMAGE,"set":{"a":"LONG"}}', 413, 'payload_too_large'],
    ['an open text', '{IMAGE,"set":{"a":"b', 400, 'invalid_json'],
    [
      'another host',
      '{"imageUrl":"https://evil.example/res/ID.jpg","set":{"a":"b"}}',
      400,
      'invalid_image_reference',
    ],
    [
      'its own host as a user',
      '{"imageUrl":"http://127.0.0.1:8080@evil.example/res/ID.jpg","set":{"a":"b"}}',
      400,
      'invalid_image_reference',
    ],
    [
      'its own host as a part',
      '{"imageUrl":"http://127.0.0.1:8080.evil.example/res/ID.jpg","set":{"a":"b"}}',
      400,
      'invalid_image_reference',
    ],
  ])(
    '%s is a clear 4xx that changes nothing (security.hostile-text)',
    async (_, text, status, code) => {
      expect(await send(fill(text))).toEqual({ status, code });
      expect(await imageOf(imageId)).toEqual(before);
    },
  );

  it('no UTF-8 is a clear 4xx that changes nothing (security.hostile-text)', async () => {
    const text = Buffer.from(fill('{IMAGE,"set":{"a":"?"}}'));
    text[text.indexOf('?')] = 0xff;
    expect(await send(text)).toEqual({ status: 400, code: 'invalid_json' });
    expect(await imageOf(imageId)).toEqual(before);
  });

  it('without any of it the same body changes the image (security.hostile-text)', async () => {
    expect(await send(fill('{IMAGE,"set":{"a":"b"}}'))).toMatchObject({ status: 200 });
    expect(await imageOf(imageId)).not.toEqual(before);
  });
});

describe('a file name that would write a header', () => {
  it.each(['a%0d%0aSet-Cookie:%20a=b.jpg', 'a\r\nX-Evil: 1.jpg', 'a%00.jpg', '%e2%80%ae.jpg'])(
    '%j reaches no header of an answer (security.hostile-text)',
    async (name) => {
      const { status, headers, json } = await callAny(
        test.services,
        ENDPOINTS.uploadTemporaryImage,
        {
          headers: { 'content-type': 'image/jpeg', 'x-original-filename': name },
          uploadKey: test.credentials.uploadKey,
          body: await drawJpeg(16, 16),
        },
      );
      expect(status).toBe(200);
      for (const value of Object.values(headers)) expect(String(value)).not.toMatch(/[\r\n\0]/);
      expect(JSON.stringify(headers).toLowerCase()).not.toMatch(/set-cookie|x-evil/);
      const id = /tmp_[a-z2-7]{26}/.exec(json.temporaryImageUrl)?.[0];
      const stored = await test.services.images.getTemporaryImage(id as `tmp_${string}`);
      expect(stored?.originalFilename).toMatch(/\.jpg$/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for these
      expect(stored?.originalFilename).not.toMatch(/[\u0000-\u001f\u202e]/);
    },
  );
});
