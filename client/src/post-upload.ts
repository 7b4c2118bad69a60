import { apiUrl } from './api-url.ts';
import { answerOf } from './reply.ts';
import { type Sending, send } from './send.ts';
import type { CallOptions } from './upload-options.ts';
import { withRetries } from './with-retries.ts';

/** The calls of an upload: with an upload key in the path, and with another credential. */
const CALLS = {
  bytes: ['upload-temporary-image', 'upload-project-image'],
  form: ['create-direct-upload', 'create-project-upload'],
  state: ['get-direct-upload', 'get-project-upload'],
} as const;

/** Posts to the call of the credential, which is asked for before each attempt. */
export function postUpload<T>(
  options: CallOptions,
  call: keyof typeof CALLS,
  { headers, ...rest }: Pick<Sending, 'headers' | 'body' | 'onSent'>,
): Promise<T> {
  const { baseUrl, signal, uploadKey, apiKey, accessToken } = options;
  const [byUploadKey, byOther] = CALLS[call];
  const name = uploadKey === undefined ? byOther : `${byUploadKey}/${uploadKey}`;
  const url = apiUrl(baseUrl, `/api/v1/${name}`);
  const credential = async (): Promise<Readonly<Record<string, string>>> => {
    if (uploadKey !== undefined) return {};
    if (apiKey !== undefined) return { 'X-API-Key': apiKey };
    const token = typeof accessToken === 'string' ? accessToken : await accessToken();
    return { Authorization: `Bearer ${token}` };
  };
  const attempt = async () =>
    send({ ...rest, url, headers: { ...headers, ...(await credential()) }, signal });
  return withRetries(async () => answerOf<T>(await attempt()), options);
}

/** Posts fields as JSON, with the project if the options name one; undefined ones are left out. */
export function postFields<T>(
  options: CallOptions,
  call: 'form' | 'state',
  fields: object,
): Promise<T> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ ...fields, projectId: options.projectId });
  return postUpload(options, call, { headers, body });
}
