import { beforeAll, describe, expect, it } from 'vitest';
import { imageUrl } from '../../client/src/image-url.ts';
import { signImageUrl } from '../../client/src/sign-image-url.ts';
import { hasOperator, makeProject } from '../support/e2e/operator.ts';
import { keepsNothing } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { untilKept } from '../support/waits/until-kept.ts';

const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;
const told = ({ status, json }: { status: number; json: { code?: string } | undefined }) =>
  json?.code ?? status;

describe.skipIf(!hasOperator)('a project that requires signed URLs', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let image: { imageUrl: string };
  let secret: string;
  const get = async (url: string) => told(await project.client.get(url));
  const sign = (url: string, expires = inAnHour(), by = secret) =>
    signImageUrl(url, { secret: by, expires });

  beforeAll(async () => {
    project = await makeProject();
    image = await project.client.store(await drawJpeg(300, 200));
    ({ secret } = await project.operate('create-signing-secret'));
    // both are at the edge by now, as anybody may have them
    expect(await get(image.imageUrl)).toBe(200);
    expect(await get(imageUrl(image, { width: 90 }))).toBe(200);
    await project.set('requireSignature=true');
  });

  it('serves signed URLs, in any spelling of the same request (signing.urls)', async () => {
    const signed = await sign(imageUrl(image, { width: 90, format: 'webp' }));
    const first = await project.client.get(signed);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const ask = () => project.client.get(signed);
    const again = await (keepsNothing ? ask() : untilKept(ask));
    expect(again.bytes.equals(first.bytes)).toBe(true);
    if (!keepsNothing) expect(again.headers.get('x-cache')).toMatch(/^Hit/);
    const other = signed.replace('.webp?width=90', '.WEBP?utm=1&fit=cover&dpr=1&width=90');
    expect(await get(other)).toBe(200);
  });

  it('refuses unsigned URLs immediately, the plain image too, though the edge had both (signing.urls)', async () => {
    expect(await get(image.imageUrl)).toBe('signature_required');
    expect(await get(imageUrl(image, { width: 90 }))).toBe('signature_required');
    const { status, headers } = await project.client.get(image.imageUrl);
    expect([status, headers.get('x-error-code')]).toEqual([403, 'signature_required']);
    expect(await get(await sign(image.imageUrl))).toBe(200);
  });

  it('refuses a URL that is altered in one character, whichever it is (signing.urls)', async () => {
    const expires = inAnHour();
    const signed = await sign(imageUrl(image, { width: 90, blur: 2.5 }), expires);
    const expectCode = async (url: string, code: string) => expect(await get(url), url).toBe(code);
    const swap = (at: number) => (signed[at] === 'b' ? 'c' : 'b');
    const startOf = (text: string) => signed.indexOf(text) + text.length;
    const altered = (at: number, by: string) => signed.slice(0, at) + by + signed.slice(at + 1);
    const signatureAt = startOf('&signature=');
    const positions: [number, string][] = [
      // an ID can contain any letters: the mark before a name is part of each search
      [startOf('?width='), '8'],
      [startOf('&blur=2.'), '4'],
      [startOf('?wid'), 'x'], // a name that means nothing any more
      [startOf('&expires=') + String(expires).length - 1, String((expires + 1) % 10)],
      ...Array.from({ length: 43 }, (_, at): [number, string] => [
        signatureAt + at,
        swap(signatureAt + at),
      ]),
    ];
    for (const [at, by] of positions) await expectCode(altered(at, by), 'signature_invalid');
    await expectCode(signed.replace('.jpg?', '.png?'), 'signature_invalid');
    const idAt = startOf('/res/img_');
    await expectCode(altered(idAt, swap(idAt)), 'image_not_found');
    expect(await get(signed)).toBe(200);
  });

  it('answers 410 from the second on in which it ends, and no answer lives longer (errors.gone)', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect(await get(await sign(image.imageUrl, now - 1))).toBe('url_expired');
    const soon = await sign(imageUrl(image, { width: 91 }), now + 6);
    const { status, headers } = await project.client.get(soon);
    expect(status).toBe(200);
    const [, seconds] = /s-maxage=(\d+)/.exec(headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(6);
    await expect.poll(() => get(soon), { interval: 250 }).toBe('url_expired');
    expect(Date.now()).toBeGreaterThanOrEqual((now + 6) * 1000);
  });

  it('either of two secrets signs; a revoked one no more, though the edge had its answers (signing.secrets)', async () => {
    const second = await project.operate('create-signing-secret');
    await expect(project.operate('create-signing-secret')).rejects.toThrow('revoke one first');
    const url = await sign(imageUrl(image, { width: 92 }), inAnHour(), second.secret);
    expect(await get(url)).toBe(200);
    await project.operate('revoke-signing-secret', second.secretId);
    expect(await get(url)).toBe('signature_invalid');
    expect(await get(await sign(imageUrl(image, { width: 92 })))).toBe(200);
    const { signingSecrets } = await project.operate('show');
    expect(signingSecrets).toHaveLength(1);
    expect(JSON.stringify(signingSecrets)).not.toContain(secret);
  });
});
