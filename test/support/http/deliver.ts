import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import { buildOpenApi } from '../../../core/api/openapi.ts';
import { CDN_URL_HEADER } from '../../../core/foundation/delivery-headers.ts';
import { PRIVATE_PATH_PREFIX } from '../../../core/images/private/private-path.ts';
import { createHandler as createSave } from '../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpload } from '../../../lambdas/api/upload-temporary-image.ts';
import { respond } from '../../../lambdas/delivery/respond.ts';
import { handler as privateRequest } from '../../../lambdas/edge/private-request.ts';
import { handler as viewerRequest } from '../../../lambdas/edge/viewer-request.ts';
import { parseEdgeEvent } from '../../../local/cloudfront/parse-edge-event.ts';
import { followReferences } from '../../../scripts/follow-references.ts';
import { makeContext, type TestServices } from '../stores/make-services.ts';
import { makeApiEvent } from './api-event.ts';

export interface Delivered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** CloudFront's cache key; undefined if the edge answered itself. */
  readonly cacheKey: string | undefined;
  /** The problem's code; undefined where there is none. */
  readonly code: string | undefined;
}

async function bytesOf(body: AsyncIterable<Uint8Array> | string | undefined): Promise<Buffer> {
  if (body === undefined || typeof body === 'string') return Buffer.from(body ?? '');
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The answers of a GET of an image, as text, from the OpenAPI document. */
const DOCUMENT = buildOpenApi();
const DOCUMENTED = JSON.stringify(followReferences(DOCUMENT, DOCUMENT.paths), (name, value) =>
  name.startsWith('/api/') ? undefined : value,
);

/** The code of a problem; throws where the document doesn't name it for images. */
function codeOf(bytes: Buffer): string {
  const { code } = JSON.parse(bytes.toString());
  if (DOCUMENTED.includes(`\`${code}\``)) return code;
  throw new Error(`docs/openapi.json doesn't say that an image may be answered with ${code}`);
}

/**
 * A GET or a HEAD of a path with its query. It goes through the edge function and the delivery
 * handler in this process, without a cache.
 */
export async function deliver(
  { services }: Pick<TestServices, 'services'>,
  rawUrl: string,
  rawHeaders: readonly string[] = [],
  headersToOrigin: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Delivered> {
  const viewer = { method, rawUrl, rawHeaders, ip: '127.0.0.1', requestId: 'r' };
  const view = rawUrl.startsWith(PRIVATE_PATH_PREFIX) ? privateRequest : viewerRequest;
  const passed = view(parseEdgeEvent(viewer), services.cdnUrl);
  if ('statusCode' in passed) {
    const bytes = Buffer.from(passed.body?.data ?? '');
    const code = codeOf(bytes);
    return { status: passed.statusCode, headers: {}, bytes, cacheKey: undefined, code };
  }
  const query = Object.entries(passed.querystring).map(([name, { value }]) => `${name}=${value}`);
  const event = {
    rawPath: passed.uri,
    rawQueryString: query.join('&'),
    headers: { [CDN_URL_HEADER]: services.cdnUrl, ...headersToOrigin },
    requestContext: { http: { method } },
  };
  const { statusCode, headers, body } = await respond(services, event as never, makeContext());
  const bytes = await bytesOf(body);
  const cacheKey = `${passed.uri}?${query.sort().join('&')}`;
  const code = statusCode >= 400 && method === 'GET' ? codeOf(bytes) : undefined;
  return { status: statusCode, headers, bytes, cacheKey, code };
}

/** Uploads a temporary image, and calls one of the two calls that copy its bytes. */
async function uploadAndCopy(
  { services, credentials }: TestServices,
  { body, contentType }: { readonly body: Uint8Array; readonly contentType: string },
  call: 'saveTemporaryImage' | 'replaceImage',
  fields: object = {},
): Promise<string> {
  const uploaded = await createUpload(services)(
    makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
      headers: { 'content-type': contentType },
      body: Buffer.from(body),
      uploadKey: credentials.uploadKey,
    }),
    makeContext(),
  );
  const { temporaryImageUrl } = JSON.parse(uploaded.body);
  const headers = { 'x-api-key': credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS[call], {
    headers,
    body: JSON.stringify({ temporaryImageUrl, ...fields }),
  });
  return JSON.parse((await createSave(services)(event, makeContext())).body).imageId;
}

/** Uploads and saves an image by the handlers; its id. */
export async function storeImage(
  test: TestServices,
  body: Uint8Array,
  contentType = 'image/jpeg',
): Promise<string> {
  return uploadAndCopy(test, { body, contentType }, 'saveTemporaryImage');
}

/** Uploads an image and replaces the bytes of another by it. */
export async function replaceImage(
  test: TestServices,
  imageId: string,
  body: Uint8Array,
): Promise<void> {
  const uploaded = { body, contentType: 'image/jpeg' };
  const replaced = await uploadAndCopy(test, uploaded, 'replaceImage', { imageId });
  if (replaced !== imageId) throw new Error(`${imageId} was not replaced`);
}
