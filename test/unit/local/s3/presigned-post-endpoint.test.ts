import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createIncomingFolder } from '../../../../adapters/folder/incoming-objects.ts';
import { createFormFields } from '../../../../adapters/s3/post-policy.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { encodeIdBytes } from '../../../../core/images/ids.ts';
import { type HttpServer, startHttpServer } from '../../../../local/http/http-server.ts';
import { answerPresignedPost } from '../../../../local/s3/presigned-post-endpoint.ts';
import { createHandClock } from '../../../support/local/hand-clock.ts';
import { makeDataFolder } from '../../../support/service/start-service.ts';
import { sendBody, sendForm } from '../../../support/stores/direct-upload.ts';

const SIGNER = {
  accessKeyId: 'local',
  secretAccessKey: 'secret',
  bucket: 'incoming',
  region: 'local',
};
const BOUNDARY = 'x-boundary';
const IMAGE = Buffer.from('an image');

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let server: HttpServer;
let root: string;
let url: string;
const clock = createHandClock();
const arrived: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  root = join(folder.path, 'incoming');
  const incoming = createIncomingFolder(root);
  const onArrival = ({ temporaryImageId }: { temporaryImageId: string }) =>
    void arrived.push(temporaryImageId);
  server = await startHttpServer({
    port: 0,
    cdnUrl: '',
    answer: async (request, requestId) => ({
      ...(await answerPresignedPost(
        { signer: SIGNER, incoming, onArrival, clock },
        request,
        requestId,
      )),
      route: '/direct-upload',
    }),
    onRequest: () => undefined,
    onFault: (fault) => faults.push(fault),
  });
  url = `http://127.0.0.1:${server.port}/direct-upload`;
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});
afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
});

function makeForm(maxBytes = IMAGE.length, now = Date.now()) {
  const key = `tmp_${encodeIdBytes(randomBytes(26))}`;
  const terms = { key, contentType: 'image/jpeg', maxBytes, now, endsAt: now + 600_000 };
  return { url, key, fields: createFormFields(SIGNER, SIGNER, terms) };
}

/** Files of the folder that are in their place, and those on their way. */
async function filesLeft() {
  const names = await readdir(root).catch(() => []);
  const parts = await readdir(join(root, '.parts')).catch(() => []);
  return { placed: names.filter((name) => name !== '.parts'), parts };
}

type Part = readonly [disposition: string, content: string | Buffer];
const field = (name: string, value: string): Part => [`form-data; name="${name}"`, value];
const file = (content: string | Buffer = IMAGE): Part => [
  'form-data; name="file"; filename="a.jpg"',
  content,
];
const fieldsOf = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => field(name, value));

function multipart(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const chunks = parts.flatMap(([disposition, content]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(end)]);
}
const send = (body: Buffer, boundary = BOUNDARY) =>
  sendBody(url, body, { 'Content-Type': `multipart/form-data; boundary=${boundary}` });

/** A refused request leaves nothing behind. */
async function expectRefused(
  body: Promise<{ status: number; code: string | undefined }>,
  code: string,
) {
  const before = (await filesLeft()).placed.length;
  const told = arrived.length;
  expect(await body).toMatchObject({ code });
  expect(await filesLeft()).toMatchObject({ parts: [] });
  expect([(await filesLeft()).placed.length, arrived.length]).toEqual([before, told]);
}

describe('the presigned POST endpoint', () => {
  it('accepts a form: 204, the entity tag, the whole object in its place, the validator notified (uploads.direct-form)', async () => {
    const bytes = randomBytes(3_000_000);
    const form = makeForm(bytes.length);
    const etag = createHash('md5').update(bytes).digest('hex');
    const sent = await sendForm(form, bytes);
    expect([sent.status, sent.text, sent.headers.get('etag')]).toEqual([204, '', `"${etag}"`]);
    expect(arrived.at(-1)).toBe(form.key);
    expect((await filesLeft()).placed).toContain(`${form.key}.${etag}`);
    expect((await filesLeft()).parts).toEqual([]);
  });

  it('takes 25,000,000 bytes, and not one more, though the form was for so many (uploads.direct-max-size)', async () => {
    const form = makeForm(LIMITS.maxDirectUploadBytes);
    const bytes = Buffer.alloc(LIMITS.maxDirectUploadBytes + 1, 1);
    expect((await sendForm(form, bytes.subarray(1))).status).toBe(204);
    await expectRefused(sendForm(form, bytes), 'EntityTooLarge');
    await expectRefused(sendForm(form, Buffer.alloc(26_000_000)), 'EntityTooLarge');
  });

  it('ignores parts after the file, as S3 does (uploads.direct-form)', async () => {
    const { fields } = makeForm();
    const after = [field('key', 'other'), field('acl', 'public-read')];
    expect((await send(multipart([...fieldsOf(fields), file(), ...after]))).status).toBe(204);
  });

  it.each<[string, string, () => Promise<{ status: number; code: string | undefined }>]>([
    [
      'no file',
      'IncorrectNumberOfFilesInPostRequest',
      () => send(multipart(fieldsOf(makeForm().fields))),
    ],
    [
      'two files',
      'IncorrectNumberOfFilesInPostRequest',
      () => send(multipart([...fieldsOf(makeForm().fields), file(), file()])),
    ],
    [
      'the file before the fields',
      'InvalidArgument',
      () => send(multipart([file(), ...fieldsOf(makeForm().fields)])),
    ],
    ['an empty form', 'IncorrectNumberOfFilesInPostRequest', () => send(multipart([]))],
    ['an empty body', 'MalformedPOSTRequest', () => send(Buffer.alloc(0))],
    [
      'another boundary than it says',
      'MalformedPOSTRequest',
      () => send(multipart([...fieldsOf(makeForm().fields), file()]), 'other'),
    ],
    [
      'no end',
      'MalformedPOSTRequest',
      () => send(multipart([...fieldsOf(makeForm().fields), file()], '')),
    ],
    [
      'no boundary at all',
      'MalformedPOSTRequest',
      () => sendBody(url, IMAGE, { 'Content-Type': 'multipart/form-data' }),
    ],
    ['no form', 'PreconditionFailed', () => sendBody(url, IMAGE, { 'Content-Type': 'image/jpeg' })],
    [
      'ten thousand fields',
      'MaxPostPreDataLengthExceeded',
      () => {
        const many = Array.from({ length: 10_000 }, (_, i) => field(`x-ignore-${i}`, ''));
        return send(multipart([...many, ...fieldsOf(makeForm().fields), file()]));
      },
    ],
    [
      'a field of 5 MB',
      'MaxPostPreDataLengthExceeded',
      () => {
        const long = field('x-ignore-a', 'a'.repeat(5_000_000));
        return send(multipart([long, ...fieldsOf(makeForm().fields), file()]));
      },
    ],
    [
      'a form of an hour ago',
      'AccessDenied',
      () => sendForm(makeForm(IMAGE.length, Date.now() - 3_600_000), IMAGE),
    ],
    ['no fields', 'InvalidArgument', () => send(multipart([file()]))],
    ['a file of no bytes', 'EntityTooSmall', () => sendForm(makeForm(), Buffer.alloc(0))],
  ])(
    'refuses %s as S3 does (%s), and nothing of it is left (uploads.direct-form)',
    async (_, code, sending) => {
      await expectRefused(sending(), code);
    },
  );

  it('never answers its own fault to a form with bytes changed, lost or doubled (uploads.direct-form)', async () => {
    const whole = multipart([...fieldsOf(makeForm().fields), file()]);
    const mutation = fc.record({
      at: fc.integer({ min: 0, max: whole.length }),
      lost: fc.integer({ min: 0, max: 40 }),
      put: fc.uint8Array({ maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const body = mutations.reduce<Buffer>(
          (bytes, { at, lost, put }) =>
            Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + lost)]),
          whole,
        );
        const { status } = await send(body);
        expect([204, 400, 403]).toContain(status);
        expect(faults).toEqual([]);
        expect((await filesLeft()).parts).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves nothing of an upload that is cut, at each tenth (security.acknowledged-is-durable)', async () => {
    const bytes = randomBytes(400_000);
    const form = makeForm(bytes.length);
    const body = multipart([...fieldsOf(form.fields), file(bytes)]);
    const before = (await filesLeft()).placed.length;
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await new Promise<void>((done) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          const head = [
            'POST /direct-upload HTTP/1.1',
            'Host: localhost',
            `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
            `Content-Length: ${body.length}`,
          ];
          socket.write(`${head.join('\r\n')}\r\n\r\n`);
          socket.write(body.subarray(0, (body.length * tenth) / 10), () => socket.destroy());
        });
        socket.on('close', () => done());
        socket.on('error', () => undefined);
      });
    }
    await expect.poll(async () => (await filesLeft()).parts).toEqual([]);
    expect((await filesLeft()).placed).toHaveLength(before);
  });

  it('takes a form that comes in drops (uploads.direct-form)', async () => {
    const form = makeForm();
    const body = multipart([...fieldsOf(form.fields), file()]);
    const status = await new Promise<number | undefined>((done, fail) => {
      const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
      const request = httpRequest(url, { method: 'POST', headers }, (response) => {
        response.resume();
        done(response.statusCode);
      });
      request.on('error', fail);
      for (const byte of body) request.write(Buffer.of(byte));
      request.end();
    });
    expect(status).toBe(204);
    expect(arrived).toContain(form.key);
  });

  it('ends a form that comes below the floor, as S3 does, with nothing left of it (security.slow-clients)', async () => {
    const { fields } = makeForm(1_000);
    const forged = { ...fields, 'X-Amz-Signature': '0'.repeat(64) };
    const before = (await filesLeft()).placed.length;
    for (const sent of [fields, forged]) {
      const body = multipart([...fieldsOf(sent), file()]);
      const head = [
        'POST /direct-upload HTTP/1.1',
        'Host: localhost',
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        `Content-Length: ${body.length}`,
      ];
      const socket = connect(server.port, '127.0.0.1');
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(body.subarray(0, body.length - 10));
      const heard = text(socket);
      await expect.poll(() => clock.waiting()).toBe(1);
      clock.pass(2 * LIMITS.bodyPatienceMs);
      expect(await heard).toMatch(/^HTTP\/1\.1 400 [\s\S]*<Code>RequestTimeout<\/Code>/);
    }
    expect(await filesLeft()).toMatchObject({ parts: [] });
    expect((await filesLeft()).placed).toHaveLength(before);
  });

  it('reads a refused form to its end, so that its sender is answered and not cut off (errors.payload-too-large, errors.body-read-to-end)', async () => {
    const { fields } = makeForm();
    const forged = { ...fields, 'X-Amz-Signature': '0'.repeat(64) };
    const sent = await sendForm({ url, fields: forged }, Buffer.alloc(20_000_000));
    expect(sent).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
  });

  it('lets pages of any origin send a form and read the answer, errors too (origins.cors)', async () => {
    const requested = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' };
    const preflight = await fetch(url, { method: 'OPTIONS', headers: requested });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    const wrong = { ...requested, 'Access-Control-Request-Method': 'DELETE' };
    expect((await fetch(url, { method: 'OPTIONS', headers: wrong })).status).toBe(403);
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const refused = await sendBody(url, multipart([file()]), { ...type, Origin: requested.Origin });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['GET', 'PUT', 'DELETE'])(
    'serves nothing: %s is 405 (uploads.direct-form)',
    async (method) => {
      const response = await fetch(url, { method });
      expect([response.status, await response.text()]).toEqual([
        405,
        expect.stringContaining('<Code>MethodNotAllowed</Code>'),
      ]);
    },
  );
});
