import { createSign, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessGrants } from '../../adapters/cloudfront/access-grants.ts';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { respond } from '../../lambdas/delivery/respond.ts';
import {
  buildEdgeFunction,
  OLD_REQUEST_ENTRY,
  PRIVATE_REQUEST_ENTRY,
  PRIVATE_RESPONSE_ENTRY,
} from '../../lambdas/edge/build-edge-function.ts';
import { withCdnUrl } from '../../lambdas/edge/with-cdn-url.ts';
import { answerAtEdge, type EdgeParts } from '../../local/cloudfront/edge.ts';
import { createEdgeCache } from '../../local/cloudfront/edge-cache.ts';
import { loadEdgeFunction } from '../../local/cloudfront/edge-function.ts';
import { cdnUrlIn, queryTextOf } from '../../local/cloudfront/edge-origin.ts';
import { openPrivates } from '../../local/cloudfront/open-privates.ts';
import { createReadTrustedKeys } from '../../local/cloudfront/private/trusted-keys.ts';
import { createViewRequest } from '../../local/cloudfront/view-request.ts';
import { grantKeysPath } from '../../local/data-folder/data-paths.ts';
import { callAny } from '../support/http/call-any.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { makeContext, makeServices, type TestServices } from '../support/stores/make-services.ts';

const ATTEMPTS = 2_000;
const SEED = 20_261_128;
const NOBODY = { projectId: `prj_${'z'.repeat(26)}`, imageId: `img_${'z'.repeat(26)}` };

let test: TestServices;
let edge: EdgeParts;
let secret: Private;
let neighbour: Private;
let open: { readonly imageId: string; readonly imageUrl: string };

interface Private {
  readonly imageId: string;
  readonly path: string;
  readonly projectId: string;
}

interface Request {
  readonly url: string;
  readonly cookie?: string;
  readonly method?: string;
  readonly range?: string;
}

const PNG_OR_JPEG = /^image\//;

/** The answer that a viewer gets, with the number of its bytes. */
async function ask({ url, cookie, method = 'GET', range }: Request) {
  const headers = { ...(cookie ? { cookie } : {}), ...(range ? { range } : {}) };
  const socket = { remoteAddress: '192.0.2.7' };
  const request = { method, url, headers, socket } as unknown as IncomingMessage;
  const answer = await answerAtEdge(edge, request, 'r-1');
  let bytes = 0;
  if (answer.body instanceof Uint8Array) bytes = answer.body.length;
  else for await (const chunk of answer.body) bytes += chunk.length;
  return { status: answer.statusCode, headers: answer.headers, bytes, cache: answer.cache };
}

/** Whether an answer says anything of an image. */
function isOpened({ status, headers }: Awaited<ReturnType<typeof ask>>): boolean {
  return status < 300 || status === 304 || PNG_OR_JPEG.test(String(headers['content-type']));
}

const call = (name: keyof typeof ENDPOINTS, body: object) =>
  callAny(test.services, ENDPOINTS[name], {
    headers: { 'x-api-key': test.credentials.apiKey },
    body,
  });

async function store(body: Buffer, visibility: string) {
  const { json } = await callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg' },
    body,
    uploadKey: test.credentials.uploadKey,
  });
  const { temporaryImageUrl } = json;
  return (await call('saveTemporaryImage', { temporaryImageUrl, visibility })).json;
}

async function storePrivate(body: Buffer): Promise<Private> {
  const { imageId, imageUrl } = await store(body, 'private');
  const path = String(imageUrl).slice(test.services.cdnUrl.length);
  return { imageId, path, projectId: path.split('/')[2] ?? '' };
}

beforeAll(async () => {
  test = await makeServices();
  test.setClock(Date.now());
  const { services } = test;
  const { cdnUrl } = services;
  const root = process.cwd();
  edge = {
    runOldRequest: loadEdgeFunction(withCdnUrl(buildEdgeFunction(root, OLD_REQUEST_ENTRY), cdnUrl)),
    viewRequest: createViewRequest(
      loadEdgeFunction(withCdnUrl(buildEdgeFunction(root), cdnUrl)),
      () => undefined,
    ),
    privates: openPrivates({
      cdnUrl,
      requestCode: buildEdgeFunction(root, PRIVATE_REQUEST_ENTRY),
      responseCode: buildEdgeFunction(root, PRIVATE_RESPONSE_ENTRY),
      readKeys: createReadTrustedKeys(grantKeysPath(test.dataDir)),
    }),
    cache: createEdgeCache(),
    askOrigin: async (request) => {
      const event = {
        rawPath: request.uri,
        rawQueryString: queryTextOf(request),
        headers: { 'cdn-url': cdnUrlIn(request) },
        requestContext: { http: { method: 'GET' } },
      };
      const { statusCode, headers, body } = await respond(services, event as never, makeContext());
      const pairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const whole = typeof body === 'string' ? [Buffer.from(body)] : (body ?? []);
      const pieces = (async function* () {
        for await (const piece of whole) yield piece as Uint8Array;
      })();
      return { statusCode, headers: Object.fromEntries(pairs), body: pieces };
    },
  };
  secret = await storePrivate(await drawJpeg(64, 48));
  neighbour = await storePrivate(await drawJpeg(48, 64));
  open = await store(await drawJpeg(40, 40), 'public');
});
afterAll(() => test.remove());

const grant = async (fields: object) => (await call('createAccessGrant', fields)).json;
const cookieText = (cookies: readonly { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
const ALIEN = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;
const encode = (bytes: Buffer) =>
  bytes.toString('base64').replace(/\+/g, '-').replace(/=/g, '_').replace(/\//g, '~');
const decode = (text: string) =>
  Buffer.from(text.replace(/-/g, '+').replace(/_/g, '=').replace(/~/g, '/'), 'base64').toString();

describe('a grant', () => {
  it('of an image opens it in every form, by its query and by its cookies (private.grants)', async () => {
    const { imageUrl, queryString, cookies, expiresAt } = await grant({ imageId: secret.imageId });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
    const url = String(imageUrl).slice(test.services.cdnUrl.length);
    const first = await ask({ url });
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, max-age=300']);
    const cookie = cookieText(cookies);
    const again = await ask({ url: secret.path, cookie });
    // the CDN keeps one copy, behind its check
    expect([again.status, again.cache]).toEqual([200, 'hit']);
    const resized = await ask({ url: `${secret.path}?width=9&${queryString}` });
    expect([resized.status, (await ask({ url: `${secret.path}?width=9` })).status]).toEqual([
      200, 403,
    ]);
    const part = await ask({ url: secret.path, cookie, range: 'bytes=0-9' });
    expect([part.status, part.bytes, part.headers['cache-control']]).toEqual([
      206,
      10,
      'private, max-age=300',
    ]);
    expect((await ask({ url: neighbour.path, cookie })).status).toBe(403);
  });

  it('of a project opens its private images and no others (private.grants)', async () => {
    const { imageUrl, cookies } = await grant({ lifeSeconds: 60 });
    const cookie = cookieText(cookies);
    expect(imageUrl).toBeNull();
    const at = (path: string) => ask({ url: path, cookie });
    expect([(await at(secret.path)).status, (await at(neighbour.path)).status]).toEqual([200, 200]);
    const openPath = `/private/${secret.projectId}/${open.imageId}.jpg`;
    const foreign = secret.path.replace(secret.projectId, NOBODY.projectId);
    expect([(await at(openPath)).status, (await at(foreign)).status]).toEqual([404, 403]);
    expect((await at(`/res/${secret.imageId}.jpg`)).status).toBe(404);
  });

  it('is refused for a public image, and beyond its bounds (private.grants)', async () => {
    expect((await grant({ imageId: open.imageId })).code).toBe('image_public');
    expect((await grant({ imageId: NOBODY.imageId })).code).toBe('image_not_found');
    expect((await grant({ lifeSeconds: 59 })).code).toBe('validation_failed');
    expect((await grant({ lifeSeconds: 86_401 })).code).toBe('validation_failed');
  });
});

describe('2,000 attempts', () => {
  it('without a right to it see nothing of a private image (private.check)', async () => {
    const { services } = test;
    const { cdnUrl } = services;
    const own = await grant({ imageId: neighbour.imageId });
    const whole = await grant({});
    const [ownPolicy = '', ownSignature = '', keyName = ''] = String(own.queryString)
      .split('&')
      .map((pair) => pair.slice(pair.indexOf('=') + 1));
    const late = Math.floor(Date.now() / 1000) + 3_600;
    const alien = createAccessGrants(async () => ({ keyPairId: keyName, privateKey: ALIEN }));
    const all = await alien.sign(`${cdnUrl}/*`, { expiresAt: late * 1000 });
    const past = await services.accessGrants.sign(`${cdnUrl}${secret.path}`, {
      expiresAt: Date.now() - 1_000,
    });
    const future = await services.accessGrants.sign(`${cdnUrl}/*`, {
      expiresAt: late * 1000,
      startsAt: Date.now() + 600_000,
    });
    const elsewhere = await services.accessGrants.sign(`https://other.example${secret.path}`, {
      expiresAt: late * 1000,
    });
    const foreign = await services.accessGrants.sign(`${cdnUrl}/private/${NOBODY.projectId}/*`, {
      expiresAt: late * 1000,
    });
    const queryOf = (signed: typeof all) =>
      `Policy=${signed.policy}&Signature=${signed.signature}&Key-Pair-Id=${signed.keyPairId}`;
    const edited = encode(
      Buffer.from(decode(ownPolicy).replace(neighbour.imageId, secret.imageId)),
    );
    const canned = createSign('RSA-SHA1')
      .update(
        `{"Statement":[{"Resource":"${cdnUrl}${secret.path}","Condition":{"DateLessThan":{"AWS:EpochTime":${late}}}}]}`,
      )
      .sign(ALIEN);
    const queries: Readonly<Record<string, string>> = {
      none: '',
      'of another image': String(own.queryString),
      'by another key': queryOf(all),
      expired: queryOf(past),
      'not begun': queryOf(future),
      'of another host': queryOf(elsewhere),
      'of another project': queryOf(foreign),
      'with an edited policy': `Policy=${edited}&Signature=${ownSignature}&Key-Pair-Id=${keyName}`,
      'with an unknown key': `Policy=${all.policy}&Signature=${all.signature}&Key-Pair-Id=KNONE`,
      'canned by another key': `Expires=${late}&Signature=${encode(canned)}&Key-Pair-Id=${keyName}`,
      'a policy beside an end': `Expires=${late}&${whole.queryString}`,
      'a policy twice': `Policy=${ownPolicy}&${whole.queryString}`,
      'a key twice': `${whole.queryString}&Key-Pair-Id=${keyName}`,
      'another hash': `${whole.queryString}&Hash-Algorithm=SHA256`,
      'without a signature': `Policy=${ownPolicy}&Key-Pair-Id=${keyName}`,
      'half of it': String(whole.queryString).slice(0, -20),
    };
    // a kept answer, which nothing may get past the check
    const kept = await ask({ url: secret.path, cookie: cookieText(whole.cookies) });
    expect(kept.status).toBe(200);
    const { imageId, path } = secret;
    const publicly = [
      `/res/${imageId}.jpg`,
      `/res/${imageId}.auto`,
      `/res/${imageId}/name.jpg`,
      `/res/${NOBODY.imageId}.jpg?fallback=${imageId}`,
      `/old/${secret.projectId}/${imageId}.jpg`,
      path.replace(secret.projectId, NOBODY.projectId),
      path.replace('/private/', '/private//'),
      path.replace('/private/', '/PRIVATE/'),
      path.replace('/private/', '/res/../private/'),
      path.replace('/private/', '/private/%2e%2e/private/'),
      `${path}/`,
      `/private/${imageId}.jpg`,
    ];
    const names = Object.keys(queries);
    const counts = new Map<string, number>();
    const attempt = fc.record({
      target: fc.oneof(
        { weight: 3, arbitrary: fc.constant(path) },
        { weight: 1, arbitrary: fc.constantFrom(...publicly) },
      ),
      name: fc.constantFrom(...names),
      asCookie: fc.boolean(),
      method: fc.constantFrom('GET', 'GET', 'HEAD'),
      range: fc.constantFrom(undefined, undefined, 'bytes=0-0', 'bytes=-5'),
      effect: fc.constantFrom('', 'width=20', 'download=true', 'quality=20&grayscale=true'),
    });
    await fc.assert(
      fc.asyncProperty(attempt, async ({ target, name, asCookie, method, range, effect }) => {
        const signed = queries[name] ?? '';
        const [query, cookie] = asCookie
          ? ['', signed.replace(/(^|&)/g, (_, mark) => `${mark && '; '}CloudFront-`)]
          : [signed, ''];
        const parts = [effect, query].filter((part) => part !== '');
        const url = `${target}${parts.length ? (target.includes('?') ? '&' : '?') : ''}${parts.join('&')}`;
        const answer = await ask({ url, cookie, method, ...(range ? { range } : {}) });
        counts.set(name, (counts.get(name) ?? 0) + 1);
        if (isOpened(answer)) throw new Error(`${name} opened ${method} ${url}: ${answer.status}`);
      }),
      { numRuns: ATTEMPTS, seed: SEED },
    );
    const made = [...counts.values()].reduce((sum, count) => sum + count, 0);
    console.log(`attempts: ${made}, opened: 0;`, Object.fromEntries(counts));
    expect([made, counts.size]).toEqual([ATTEMPTS, names.length]);
    // and the right way still opens it
    expect((await ask({ url: path, cookie: cookieText(whole.cookies) })).status).toBe(200);
  });
});
