import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import type { TestServices } from '../stores/make-services.ts';
import { callAny } from './call-any.ts';

/** A call of THE table. */
export type CallName = keyof typeof ENDPOINTS;

/** Runs a call with the project's API key. */
export function callWithKey({ services, credentials }: TestServices, name: CallName, body: object) {
  const headers = { 'x-api-key': credentials.apiKey };
  return callAny(services, ENDPOINTS[name], { headers, body });
}

/** The first byte of a JPEG (ISO/IEC 10918-1, SOI); the other files here are PNG. */
const JPEG = 0xff;

/** Uploads a JPEG or a PNG with the project's upload key; the URL of the temporary image. */
export async function uploadWithKey(test: TestServices, body: Buffer): Promise<string> {
  const { services, credentials } = test;
  const { json } = await callAny(services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': body[0] === JPEG ? 'image/jpeg' : 'image/png' },
    body,
    uploadKey: credentials.uploadKey,
  });
  return json.temporaryImageUrl;
}
