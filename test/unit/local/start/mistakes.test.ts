import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemporaryImageId } from '../../../../core/images/ids.ts';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import { type Answer, createClient } from '../../../support/http/client.ts';
import { drawAnimation, drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';
import { TESTED_COMMAND } from '../../../support/service/tested-command.ts';
import { setTemporaryEnd } from '../../../support/stores/set-temporary-end.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
/** Small enough to be used up by two images and one size. */
const PLANS = {
  tiny: {
    maxImages: 2,
    maxTransformationsPerMonth: 1,
    maxBandwidthBytesPerMonth: null,
    maxProjects: 1,
  },
};
const UNKNOWN_IMAGE = `img_${'a'.repeat(26)}`;
const UNKNOWN_TEMPORARY = `tmp_${'a'.repeat(26)}`;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let client: ReturnType<typeof createClient>;
let token: string;
let jpeg: Buffer;
/** The one image that the plan holds. */
let image: string;
/** A second upload, for which the plan has no room. */
let temporary: string;
/** One whose end has come. */
let ended: TemporaryImageId;
/** One of a project whose URLs are to be signed. */
let signedImage: string;

async function operate(...args: readonly string[]) {
  const command = [TESTED_COMMAND, 'admin', 'projects', '--json', ...args, '--data', folder.path];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  return JSON.parse(stdout);
}

beforeAll(async () => {
  folder = await makeDataFolder();
  await writeFile(join(folder.path, 'plans.json'), JSON.stringify(PLANS));
  service = await startService(folder.path, '--plan', 'tiny', '--no-heic');
  client = createClient(service);
  token = await issueToken(folder.path, 'newcomer@example.com');
  jpeg = await drawJpeg(40, 30);
  image = (await client.store(await drawAnimation(), 'image/gif')).imageId;
  temporary = (await client.upload(jpeg)).json.temporaryImageUrl;
  const other = (await client.upload(jpeg)).json.temporaryImageUrl;
  ended = /tmp_[a-z2-7]{26}/.exec(other)?.[0] as TemporaryImageId;
  await setTemporaryEnd(['--data', folder.path], ended, Date.now() - 1);
  const project = await operate('create', '--plan', 'unlimited');
  signedImage = (await createClient({ ...service, ...project }).store(jpeg)).imageId;
  await operate('set', 'requireSignature=true', '--project', project.projectId);
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

const upload = (body: string | Uint8Array, type = 'image/jpeg', headers = {}) =>
  client.upload(Buffer.from(body), type, headers);
const post = (path: string, init: RequestInit = {}) =>
  client.request(path, { method: 'POST', ...init });
const asUser = (name: string, body: object) =>
  post(`/api/v1/${name}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const ownProject = async (): Promise<string> =>
  (await asUser('list-projects', {})).json.projects[0].projectId;
const from = (origin: string) => upload(jpeg, 'image/jpeg', { Origin: origin });
const ask = (name: string, body: unknown) => client.call(name, body);
const withKey = (apiKey: string) => client.call('list-images', {}, { 'X-API-Key': apiKey });
const res = (rest: string) => client.get(`/res/${rest}`);
const keyless = (headers: Record<string, string>) =>
  post('/api/v1/list-images', {
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{}',
  });
const multipart = () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'photo.jpg');
  return post(`/api/v1/upload-temporary-image/${service.uploadKey}`, { body: form });
};
const overTransformations = async () => {
  const [first, second] = [await res(`${image}.png?width=9`), await res(`${image}.png?width=8`)];
  return first.status === 200 ? second : first;
};
const heic = () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

type Mistake = readonly [title: string, make: () => Promise<Answer>, code: string, says: RegExp];

/** A newcomer's mistakes, the code of each and a part of the next step in the answer. */
const MISTAKES: readonly Mistake[] = [
  // an upload
  [
    'a form in place of the bytes (curl -F)',
    multipart,
    'unsupported_media_type',
    /is a form.*--data-binary @FILE/,
  ],
  [
    'curl -d @file',
    () => upload(jpeg, 'application/x-www-form-urlencoded'),
    'unsupported_media_type',
    /curl -d sends a form/,
  ],
  [
    'no Content-Type',
    () => upload(jpeg, ''),
    'unsupported_media_type',
    /Set Content-Type to the format of the image/,
  ],
  [
    'a text as application/octet-stream',
    () => upload('no image', 'application/octet-stream'),
    'unsupported_media_type',
    /of no accepted type.*Accepted types: image\/jpeg/,
  ],
  [
    'base64 in JSON',
    () => upload('{"image":"…"}', 'application/json'),
    'unsupported_media_type',
    /Base64 and URLs are not accepted/,
  ],
  [
    'HEIC by its type',
    () => upload(heic(), 'image/heic'),
    'unsupported_media_type',
    /Convert it to JPEG\. Phones send JPEG where .*accept=/,
  ],
  [
    'HEIC that is called JPEG',
    () => upload(heic()),
    'content_type_mismatch',
    /bytes are image\/heic.*Convert it to JPEG/,
  ],
  [
    'SVG with text',
    () => upload('<svg viewBox="0 0 9 9"><text>a</text></svg>', 'image/svg+xml'),
    'invalid_image',
    /has text: convert it to paths/,
  ],
  [
    'a PDF',
    () => upload('%PDF-1.7', 'application/pdf'),
    'unsupported_media_type',
    /Export the page as PNG/,
  ],
  [
    'a PNG that is called JPEG',
    async () => upload(await sharp(jpeg).png().toBuffer()),
    'content_type_mismatch',
    /image\/jpeg, but the bytes are image\/png.*Set Content-Type to the format of the bytes/,
  ],
  [
    'a body of base64',
    () => upload(jpeg.toString('base64')),
    'content_type_mismatch',
    /base64 text.*Decode it first/,
  ],
  [
    'a data URL',
    () => upload(`data:image/jpeg;base64,${jpeg.toString('base64')}`),
    'content_type_mismatch',
    /a data URL.*Decode its base64 part/,
  ],
  [
    'the name of a file, without @',
    () => upload('photo.jpg'),
    'content_type_mismatch',
    /name of a file.*The @ may be missing/,
  ],
  [
    'a web page that was downloaded',
    () => upload('<!doctype html><html>'),
    'content_type_mismatch',
    /Download the image itself/,
  ],
  ['an empty file', () => upload(''), 'invalid_image', /body is empty.*Check the path of the file/],
  [
    'a file that is cut off',
    () => upload(jpeg.subarray(0, jpeg.length - 30)),
    'invalid_image',
    /unchanged: `--data-binary @FILE`/,
  ],
  [
    'too large a file',
    () => upload(Buffer.alloc(4_600_000, 1)),
    'payload_too_large',
    /Use create-direct-upload/,
  ],
  [
    'a compressed body',
    () => upload(jpeg, 'image/jpeg', { 'Content-Encoding': 'gzip' }),
    'unsupported_media_type',
    /Send the bytes uncompressed/,
  ],
  [
    'an API key in the path',
    () => client.upload(jpeg, 'image/jpeg', {}, service.apiKey),
    'invalid_upload_key',
    /`upl_…` in the path; an API key .* belongs in the header X-API-Key/,
  ],
  [
    'no upload key in the path',
    () => post('/api/v1/upload-temporary-image'),
    'route_not_found',
    /Did you mean POST \/api\/v1\/upload-temporary-image\/\{uploadKey\}\?/,
  ],
  [
    'GET',
    () => client.request(`/api/v1/upload-temporary-image/${service.uploadKey}`, {}),
    'method_not_allowed',
    /Use POST.*header Allow/,
  ],
  // an origin
  [
    'a page of another origin',
    () => from('https://app.example.com'),
    'origin_not_allowed',
    /origin https:\/\/app\.example\.com is not.*Ask who runs this service to allow it/,
  ],
  [
    '127.0.0.1 in place of localhost',
    () => from('http://127.0.0.1:5173'),
    'origin_not_allowed',
    /npx imagewell admin allow-origin http:\/\/127\.0\.0\.1:5173 --data /,
  ],
  ['a page of a file', () => from('null'), 'origin_not_allowed', /Open it from a web server/],
  // a credential
  ['no API key', () => keyless({}), 'missing_api_key', /Add the header `X-API-Key: private_…`/],
  [
    'the upload key for the API key',
    () => withKey(service.uploadKey),
    'invalid_api_key',
    /`private_…`; an upload key .* belongs in the path/,
  ],
  [
    'an API key that lost a character',
    () => withKey(service.apiKey.slice(0, -1)),
    'invalid_api_key',
    /Use a live key/,
  ],
  [
    'an API key as a Bearer token',
    () => keyless({ Authorization: `Bearer ${service.apiKey}` }),
    'invalid_access_token',
    /An API key belongs in the header X-API-Key/,
  ],
  [
    'a token without Bearer',
    () => keyless({ Authorization: token }),
    'invalid_access_token',
    /Write Authorization: Bearer TOKEN/,
  ],
  [
    'an expired token',
    () => keyless({ Authorization: 'Bearer a.b.c' }),
    'invalid_access_token',
    /Sign in again/,
  ],
  [
    'a call of a user with an API key',
    () => ask('list-projects', {}),
    'missing_access_token',
    /Sign in and send `Authorization: Bearer/,
  ],
  [
    'no project with a token',
    () => asUser('list-images', {}),
    'validation_failed',
    /projectId is required with an access token/,
  ],
  // JSON
  [
    'a trailing comma',
    () => ask('list-images', '{\n  "limit": 5,\n}'),
    'invalid_json',
    /line 2, column 13.*Remove the comma/,
  ],
  [
    'single quotes',
    () => ask('list-images', "{'limit': 5}"),
    'invalid_json',
    /line 1, column 2.*Use double quotes/,
  ],
  [
    'quotes that a shell took',
    () => ask('list-images', '{limit: 5}'),
    'invalid_json',
    /Put each name in double quotes; a shell removes/,
  ],
  [
    'an empty body',
    () => ask('list-images', ' '),
    'invalid_json',
    /Send a JSON object, at least \{\}/,
  ],
  [
    'a name twice',
    () => ask('list-images', '{"limit":1,"limit":2}'),
    'invalid_json',
    /Give each name once/,
  ],
  [
    'curl -d without a Content-Type',
    () => client.call('list-images', '{}', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    'unsupported_media_type',
    /-H 'Content-Type: application\/json'/,
  ],
  [
    'a list in place of an object',
    () => ask('list-images', '[]'),
    'validation_failed',
    /must be a JSON object.*Correct each field/,
  ],
  // fields
  [
    'a misspelt field',
    () => ask('list-images', { limt: 5 }),
    'validation_failed',
    /Did you mean limit\?/,
  ],
  [
    'a field in the wrong case',
    () => ask('get-image', { imageID: image }),
    'validation_failed',
    /Did you mean imageId\?/,
  ],
  [
    'a missing field',
    () => ask('save-temporary-image', {}),
    'validation_failed',
    /temporaryImage.* is required/,
  ],
  [
    'a number as text',
    () => ask('list-images', { limit: '5' }),
    'validation_failed',
    /must be an integer/,
  ],
  [
    'a number out of range',
    () => ask('list-images', { limit: 5000 }),
    'validation_failed',
    /from 1 to 100/,
  ],
  [
    'an img_ for a tmp_',
    () => ask('save-temporary-image', { temporaryImageUrl: image }),
    'invalid_image_reference',
    /temporary image \(tmp_…\).*Copy the ID/,
  ],
  [
    'an image URL of another host',
    () => ask('get-image', { imageId: `https://example.com/res/${image}.jpg` }),
    'invalid_image_reference',
    /its URL on the CDN of this service.*Copy the ID/,
  ],
  [
    'a metadata key with a hyphen',
    () => ask('update-image-metadata', { imageUrl: image, add: { 'alt-text': 'x' } }),
    'validation_failed',
    /Did you mean alt_text\?/,
  ],
  [
    'a metadata key in camel case',
    () => ask('update-image-metadata', { imageUrl: image, add: { altText: 'x' } }),
    'validation_failed',
    /Did you mean alt_text\?/,
  ],
  [
    'a metadata value that is a number',
    () => ask('update-image-metadata', { imageUrl: image, add: { width: 5 } }),
    'validation_failed',
    /must be a string, or null/,
  ],
  [
    'a webhook without TLS',
    async () =>
      asUser('create-webhook', { projectId: await ownProject(), url: 'http://example.com' }),
    'validation_failed',
    /https/,
  ],
  // routes
  [
    'a misspelt call',
    () => post('/api/v1/list-image'),
    'route_not_found',
    /Did you mean POST \/api\/v1\/list-images\?/,
  ],
  [
    'a call in camel case',
    () => post('/api/v1/deleteImage'),
    'route_not_found',
    /Did you mean POST \/api\/v1\/delete-image\?/,
  ],
  [
    'another version',
    () => post('/api/v2/list-images'),
    'route_not_found',
    /Did you mean POST \/api\/v1\/list-images\?/,
  ],
  [
    'no version',
    () => post('/api/list-images'),
    'route_not_found',
    /Did you mean POST \/api\/v1\/list-images\?/,
  ],
  [
    'a slash too many',
    () => post('/api/v1/list-images/'),
    'route_not_found',
    /Did you mean POST \/api\/v1\/list-images\?/,
  ],
  [
    'GET on a call',
    () => client.request('/api/v1/list-images', {}),
    'method_not_allowed',
    /Use POST/,
  ],
  // an image
  ['no extension', () => res(image), 'route_not_found', /Images are at \/res\/ID\.EXTENSION/],
  [
    'another path',
    () => client.get(`/images/${image}.jpg`),
    'route_not_found',
    /Images are at \/res\/ID\.EXTENSION/,
  ],
  [
    'a misspelt extension',
    () => res(`${image}.jpgg`),
    'unsupported_output_format',
    /No format has the extension \.jpgg\. Did you mean \.jpg\?.*Use \.jpg, \.png/,
  ],
  [
    'an extension whose letters are swapped',
    () => res(`${image}.wepb`),
    'unsupported_output_format',
    /No format has the extension \.wepb\. Did you mean \.webp\?/,
  ],
  ['.heic', () => res(`${image}.heic`), 'unsupported_output_format', /Use \.jpg, \.png/],
  [
    'a size with a unit',
    () => res(`${image}.png?width=400px`),
    'invalid_parameter',
    /width must be: integer, 1 to 8192.*Correct or remove/,
  ],
  [
    'a size of zero',
    () => res(`${image}.png?width=0`),
    'invalid_parameter',
    /width must be: integer, 1 to 8192/,
  ],
  [
    'a parameter twice',
    () => res(`${image}.png?width=5&width=6`),
    'invalid_parameter',
    /width is given more than once/,
  ],
  [
    'a preset with a size',
    () => res(`${image}.png?preset=card&width=5`),
    'invalid_parameter',
    /cannot be combined/,
  ],
  [
    'a preset that is not there',
    () => res(`${image}.png?preset=crad`),
    'invalid_parameter',
    /preset/,
  ],
  [
    'a signature without its end',
    () => res(`${image}.png?expires=99`),
    'invalid_parameter',
    /must be given together/,
  ],
  [
    'a parameter for a still image',
    () => res(`${image}.webp?rotate=90`),
    'unsupported_for_animation',
    /request a still format/,
  ],
  [
    'an unsigned URL',
    () => res(`${signedImage}.jpg?width=20`),
    'signature_required',
    /Sign the URL with a signing secret/,
  ],
  ['an unknown image', () => res(`${UNKNOWN_IMAGE}.jpg`), 'image_not_found', /Check the ID/],
  [
    'an unknown temporary image',
    () => ask('save-temporary-image', { temporaryImageUrl: UNKNOWN_TEMPORARY }),
    'temporary_image_not_found',
    /upload the image again/,
  ],
  [
    'POST to an image',
    () => client.get(`/res/${image}.png`, { method: 'POST' }),
    'method_not_allowed',
    /header Allow/,
  ],
  // states and plans
  [
    'a temporary image that ended',
    () => ask('save-temporary-image', { temporaryImageUrl: ended }),
    'temporary_image_expired',
    /Upload the image again and save it/,
  ],
  [
    'more images than the plan',
    () => ask('save-temporary-image', { temporaryImageUrl: temporary }),
    'image_quota_exceeded',
    /plan tiny allows 2 images.*npx imagewell start --plan unlimited --data /,
  ],
  [
    'more sizes than the plan',
    overTransformations,
    'transformation_quota_exceeded',
    /plan tiny includes 1.*npx imagewell start --plan unlimited --data /,
  ],
  [
    'a webhook without events',
    async () =>
      asUser('create-webhook', { projectId: await ownProject(), url: 'https://example.com/hook' }),
    'events_disabled',
    /npx imagewell start --events/,
  ],
];

/** All that a problem says in words. */
function wordsOf({ json }: Answer): string {
  const faults: { detail: string }[] = json.errors ?? [];
  return [json.title, json.detail, ...faults.map(({ detail }) => detail), json.hint].join(' ');
}

describe('a newcomer’s mistake ends in the next step', () => {
  it('is tried for at least fifty', () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(50);
  });

  it.each(MISTAKES)('%s (errors.teach)', async (_, make, code, says) => {
    const answer = await make();
    expect(answer.json?.code, JSON.stringify(answer.json)).toBe(code);
    expect(wordsOf(answer)).toMatch(says);
    expect(answer.json.hint).toMatch(/\S/);
    expect(answer.json.type).toBe(`${service.cdnUrl}/problems/${code}`);
    // no inner workings, and no key
    expect(wordsOf(answer)).not.toMatch(/lambda|api gateway|event of|sqlite|node:/i);
    for (const key of [service.apiKey, service.uploadKey])
      expect(wordsOf(answer)).not.toContain(key);
  });
});
