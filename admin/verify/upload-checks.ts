import { createHash } from 'node:crypto';
import { LIMITS } from '../../core/foundation/limits.ts';
import { jsonOf, type ProbeAnswer } from '../checks/http-probe.ts';
import { type Check, failed, passed } from '../checks/run-checks.ts';
import { drawNoisePng } from './draw-png.ts';
import type { StoredImage, VerifySubject } from './subject.ts';

const PNG = 'image/png';
const SMALL = { width: 640, height: 480, seed: 1 };
/**
 * 6.8 MB: above what one buffered answer of Lambda holds, so it must be streamed or come from the
 * store.
 */
const LARGE = { width: 1_600, height: 1_420, seed: 2 };
/** Time for validating a direct upload, with a cold start and the notification of S3. */
const VALIDATED_WITHIN_MS = 60_000;
const POLL_MS = 500;

function describeAnswer(answer: ProbeAnswer): string {
  const { code, detail } = jsonOf(answer) ?? {};
  return `${answer.status} ${code ?? ''} ${detail ?? ''}`.trim();
}

const draw = ({ width, height, seed }: typeof SMALL) => drawNoisePng(width, height, seed);

async function call(subject: VerifySubject, name: string, body: object): Promise<ProbeAnswer> {
  return subject.http(`${subject.baseUrl}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'x-api-key': subject.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Deletes an image by the service's own call; its answer. */
export function deleteImage(subject: VerifySubject, imageId: string): Promise<ProbeAnswer> {
  return call(subject, 'delete-image', { imageId });
}

async function save(
  subject: VerifySubject,
  temporaryImageUrl: string,
  bytes: Uint8Array,
): Promise<StoredImage> {
  const saved = await call(subject, 'save-temporary-image', { temporaryImageUrl });
  if (saved.status !== 200)
    throw new Error(`save-temporary-image answered ${describeAnswer(saved)}`);
  const { imageId, imageUrl } = jsonOf(saved);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { imageId, imageUrl, bytes: bytes.length, sha256 };
}

const uploadAndSave: Check<VerifySubject> = {
  name: 'upload-and-save',
  title: 'An image can be uploaded and saved',
  failureMeans:
    'The API or one of its functions does not work. Read the log groups of upload-temporary-image and save-temporary-image.',
  async run(subject) {
    const bytes = draw(SMALL);
    const startedAt = subject.now();
    const { baseUrl, uploadKey, http, images } = subject;
    const uploaded = await http(`${baseUrl}/api/v1/upload-temporary-image/${uploadKey}`, {
      method: 'POST',
      headers: { 'content-type': PNG },
      body: bytes,
    });
    if (uploaded.status !== 200) {
      return failed(`upload-temporary-image answered ${describeAnswer(uploaded)}`);
    }
    const uploadMs = Math.round(subject.now() - startedAt);
    images.small = await save(subject, jsonOf(uploaded).temporaryImageUrl, bytes);
    const saveMs = Math.round(subject.now() - startedAt) - uploadMs;
    return passed(`${bytes.length} bytes were saved as ${images.small.imageId}.`, {
      uploadMs,
      saveMs,
    });
  },
};

interface Form {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly temporaryImageUrl: string;
}

async function requestForm(subject: VerifySubject, bytes: number): Promise<Form> {
  const { baseUrl, uploadKey, http } = subject;
  const answer = await http(`${baseUrl}/api/v1/create-direct-upload/${uploadKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contentType: PNG, bytes }),
  });
  if (answer.status !== 200)
    throw new Error(`create-direct-upload answered ${describeAnswer(answer)}`);
  return jsonOf(answer);
}

/** RFC 7578, the file last, as S3 wants it. */
async function sendForm(
  { http }: VerifySubject,
  { url, fields }: Pick<Form, 'url' | 'fields'>,
  bytes: Uint8Array,
): Promise<ProbeAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'verify.png');
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  return http(url, { method: 'POST', headers: { 'content-type': contentType }, body });
}

async function untilValidated(
  subject: VerifySubject,
  { temporaryImageUrl }: Form,
): Promise<ProbeAnswer> {
  const endsAt = subject.now() + VALIDATED_WITHIN_MS;
  for (;;) {
    const answer = await subject.http(temporaryImageUrl, { method: 'HEAD' });
    if (answer.status !== 409 || subject.now() > endsAt) return answer;
    await subject.pause(POLL_MS);
  }
}

const directUpload: Check<VerifySubject> = {
  name: 'direct-upload',
  title: 'A large image can be uploaded directly to S3',
  failureMeans:
    'S3 rejected the form, or its notification did not reach accept-direct-upload. Read the log of that function and its dead-letter queue.',
  async run(subject) {
    const bytes = draw(LARGE);
    const form = await requestForm(subject, bytes.length);
    const sent = await sendForm(subject, form, bytes);
    if (sent.status !== 204) return failed(`S3 answered ${sent.status} to the form.`);
    const startedAt = subject.now();
    const validated = await untilValidated(subject, form);
    if (validated.status !== 200) {
      return failed(`After the upload the temporary image answers ${validated.status}.`);
    }
    const validatedAfterMs = Math.round(subject.now() - startedAt);
    subject.images.large = await save(subject, form.temporaryImageUrl, bytes);
    return passed(`${bytes.length} bytes were uploaded, validated and saved.`, {
      validatedAfterMs,
    });
  },
};

const directUploadRefusal: Check<VerifySubject> = {
  name: 'direct-upload-refusal',
  title: 'S3 rejects uploads that a form does not allow',
  failureMeans:
    'S3 does not enforce the signed form: anybody with a form could store any file. Do not open the service; check the policy of the incoming bucket.',
  async run(subject) {
    const bytes = draw(SMALL);
    const form = await requestForm(subject, bytes.length);
    const larger = Buffer.concat([bytes, Buffer.alloc(1)]);
    const changed = { ...form.fields, 'Content-Type': 'text/html' };
    const answers = {
      'one byte more than the signed size': await sendForm(subject, form, larger),
      'another Content-Type': await sendForm(subject, { ...form, fields: changed }, bytes),
    };
    const taken = Object.entries(answers).filter(([, { status }]) => status < 400);
    if (taken.length > 0)
      return failed(`S3 accepted ${taken.map(([what]) => what).join(' and ')}.`);
    const statuses = Object.values(answers).map(({ status }) => status);
    return passed(`S3 answered ${statuses.join(' and ')} to a changed form.`);
  },
};

const tooLargeUpload: Check<VerifySubject> = {
  name: 'too-large-upload',
  title: 'An upload over the limit gets the problem of the service',
  failureMeans:
    'API Gateway answers with its default body. Deploy again: the gateway responses are part of the stack.',
  async run({ http, baseUrl, uploadKey }) {
    const answer = await http(`${baseUrl}/api/v1/upload-temporary-image/${uploadKey}`, {
      method: 'POST',
      headers: { 'content-type': PNG },
      body: Buffer.alloc(LIMITS.maxUploadBytes + 1),
    });
    const code = jsonOf(answer)?.code;
    return answer.status === 413 && code === 'payload_too_large'
      ? passed('413 payload_too_large')
      : failed(`${LIMITS.maxUploadBytes + 1} bytes were answered ${describeAnswer(answer)}`);
  },
};

export const UPLOAD_CHECKS: readonly Check<VerifySubject>[] = [
  uploadAndSave,
  directUpload,
  directUploadRefusal,
  tooLargeUpload,
];
