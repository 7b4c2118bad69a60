import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalAddress } from '../../../client/src/generated/canonical-address.ts';
import { imageUrl } from '../../../client/src/image-url.ts';
import { signImageUrl } from '../../../client/src/sign-image-url.ts';
import { canonicalQueryText, textToSign } from '../../../core/images/canonical-address.ts';
import { isSignedBy } from '../../../core/projects/signing-secrets.ts';
import { parseCanonicalQuery } from '../../../core/transform/canonical-query.ts';
import { formatOfExtension } from '../../../core/transform/formats.ts';
import { parseQuery, queryOf } from '../../../core/transform/query.ts';
import { buildEdgeFunction } from '../../../lambdas/edge/build-edge-function.ts';
import { loadEdgeFunction } from '../../../local/cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../../../local/cloudfront/parse-edge-event.ts';
import { anyFormat, anyParameters } from '../../support/stores/arbitraries.ts';

const id = `img_${'a'.repeat(26)}` as const;
const cdn = 'https://cdn.example.com';
const secret = 'a secret of the project';
const expires = 1_800_000_000;
const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
const signatureOf = (url: string) => new URL(url).searchParams.get('signature');

describe('the canonical text', () => {
  it('is all that the origin can see of a request behind the edge, on 2,000 random addresses (signing.canonical-form)', () => {
    const run = loadEdgeFunction(buildEdgeFunction(process.cwd()));
    fc.assert(
      fc.property(anyParameters, anyFormat, (parameters, format) => {
        const pairs = queryOf(parameters).reverse();
        const text = pairs.map(([name, value]) => `${name}=${value}`).join('&');
        const rawUrl = `/res/${id}.${format}?${text}`;
        const result = run(
          parseEdgeEvent({ method: 'GET', rawUrl, rawHeaders: [], ip: '::1', requestId: 'r' }),
        );
        if (!('uri' in result)) throw new Error(JSON.stringify(result));
        const sent = Object.entries(result.querystring).map(
          ([name, { value }]) => [name, value] as const,
        );
        const { parameters: seen } = parseCanonicalQuery(sent);
        const known = formatOfExtension(result.uri.split('.')[1] ?? '') ?? 'jpg';
        expect(canonicalAddress(`/res/${id}.${format}`, pairs)).toEqual({
          path: result.uri,
          query: canonicalQueryText(seen, known),
        });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('signImageUrl', () => {
  it('signs the path, the canonical query and the end', async () => {
    const requested = imageUrl(`${cdn}/res/${id}.webp`, { width: 400, blur: 2.5, fit: 'cover' });
    const signed = await signImageUrl(requested, { secret, expires });
    const signature = hmac(`/res/${id}.webp?width=400&blur=2.5&expires=${expires}`);
    expect(signed).toBe(`${requested}&expires=${expires}&signature=${signature}`);
    const plain = await signImageUrl(`${cdn}/res/${id}.jpg`, { secret, expires });
    expect(signatureOf(plain)).toBe(hmac(`/res/${id}.jpg?expires=${expires}`));
  });

  it.each(['a b', 'a+b', 'a&width=9', '100 %', "(c) Ana's *!", 'مرحبا', '~126.'])(
    'signs the text %s in its one escaped form, and keeps it in the URL (signing.canonical-form)',
    async (text) => {
      const requested = imageUrl(`${cdn}/res/${id}.webp`, { 'overlay-text': text });
      const signed = await signImageUrl(requested, { secret, expires });
      const sent = /overlay-text=([^&]*)/.exec(signed)?.[1] ?? '';
      expect(decodeURIComponent(sent)).toBe(text);
      const escaped = text.replaceAll(/[^\w.~-]/g, (sign) => `~${sign.charCodeAt(0)}.`);
      const covered = `/res/${id}.webp?overlay-text=${escaped}&expires=${expires}`;
      expect(signatureOf(signed)).toBe(hmac(covered));
    },
  );

  it('is base64url without padding, on 200 ends', async () => {
    for (let end = expires; end < expires + 200; end += 1) {
      const signed = await signImageUrl(`${cdn}/res/${id}.jpg`, { secret, expires: end });
      expect(signed).toMatch(/&signature=[A-Za-z0-9_-]{43}$/);
      expect(signatureOf(signed)).toBe(hmac(`/res/${id}.jpg?expires=${end}`));
    }
  });

  it('signs as the service verifies, on 500 random addresses (signing.canonical-form)', async () => {
    const property = fc.asyncProperty(anyParameters, anyFormat, async (parameters, format) => {
      const query = queryOf(parameters).map(([name, value]) => `${name}=${value}`);
      const requested = `${cdn}/res/${id}.${format}?${query.reverse().join('&')}`;
      const url = new URL(await signImageUrl(requested, { secret, expires }));
      const { parameters: seen, errors } = parseQuery([...url.searchParams]);
      expect(errors).toEqual([]);
      const kept = { secretId: 'sec_x', secret, createdAt: 0 };
      const text = textToSign(id, format, seen);
      expect(isSignedBy([kept], text, seen.signature ?? '')).toBe(true);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  it('signs a preset (presets.query)', async () => {
    const requested = imageUrl(`${cdn}/res/${id}.jpg`, { preset: 'card' });
    const signed = await signImageUrl(requested, { secret, expires });
    expect(signatureOf(signed)).toBe(hmac(`/res/${id}.jpg?preset=card&expires=${expires}`));
  });

  it('gives one signature to all spellings of one request', async () => {
    const spellings = ['jpg?width=200', 'JPEG?width=100&dpr=2', 'jpg?utm=1&width=200&fit=fill'];
    const all = await Promise.all(
      spellings.map((spelling) =>
        signImageUrl(`${cdn}/res/${id}.${spelling}`, { secret, expires }),
      ),
    );
    expect(new Set(all.map(signatureOf)).size).toBe(1);
  });

  it('takes a date, and replaces an older signature', async () => {
    const requested = `${cdn}/res/${id}.jpg?width=3`;
    const first = await signImageUrl(requested, { secret, expires: 5 });
    const second = await signImageUrl(first, { secret, expires: new Date(expires * 1000 + 900) });
    expect(second).toBe(await signImageUrl(requested, { secret, expires }));
  });

  it.each([
    ['an address that is no image’s', `${cdn}/logo.png`, expires],
    ['a parameter that would be refused', `${cdn}/res/${id}.jpg?width=0`, expires],
    ['an end before all time', `${cdn}/res/${id}.jpg`, 0],
    ['a preset beside a parameter', `${cdn}/res/${id}.jpg?preset=card&width=3`, expires],
    ['an end that is no whole second', `${cdn}/res/${id}.jpg`, 1.5],
  ])('refuses %s', async (_, url, end) => {
    await expect(signImageUrl(url, { secret, expires: end })).rejects.toThrow(TypeError);
  });
});
