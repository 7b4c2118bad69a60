import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textToSign } from '../../../../core/images/canonical-address.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { DEFAULT_SETTINGS } from '../../../../core/projects/project-settings.ts';
import { type SigningSecret, sign } from '../../../../core/projects/signing-secrets.ts';
import type { OutputFormat } from '../../../../core/transform/formats.ts';
import { parseQuery } from '../../../../core/transform/query.ts';
import { pairsOfQueryText } from '../../../../core/transform/query-text.ts';
import {
  createProjectSigningSecret,
  listSigningSecrets,
  revokeSigningSecret,
} from '../../../../core/use-cases/keys/manage-signing-secrets.ts';
import { changeProjectSettings } from '../../../../core/use-cases/projects/update-project.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const NOW = NOON / 1000;
let test: TestServices;
let imageId: string;
let secret: SigningSecret;
/** The calls of the services while a test ran. */
let requested: string[] = [];
let projectId: string;

const set = (sent: Record<string, unknown>) =>
  changeProjectSettings(test.services, projectId, sent);
const get = (path: string) => deliver(test, `/res/${imageId}${path}`);
const codeOf = async (path: string) => (await get(path)).code ?? (await get(path)).status;

function signed(format: OutputFormat, query: string, expires: number, by = secret): string {
  const { parameters } = parseQuery(pairsOfQueryText(query));
  const text = textToSign(imageId as ImageId, format, { ...parameters, expires });
  const rest = `expires=${expires}&signature=${sign(text, by.secret)}`;
  return `.${format}?${query === '' ? rest : `${query}&${rest}`}`;
}

beforeAll(async () => {
  test = await makeServices();
  const { imageEngine, renditions, signingSecrets } = test.services;
  const services = {
    ...test.services,
    imageEngine: () => {
      requested.push('engine');
      return imageEngine();
    },
    renditions: {
      ...renditions,
      getRendition: (...args: Parameters<typeof renditions.getRendition>) => {
        requested.push('renditions');
        return renditions.getRendition(...args);
      },
    },
    signingSecrets: {
      ...signingSecrets,
      listSecrets: (id: string) => {
        requested.push('secrets');
        return signingSecrets.listSecrets(id);
      },
    },
  };
  test = { ...test, services };
  ({ projectId } = test.credentials);
  imageId = await storeImage(test, await drawJpeg(40, 30));
  const projectSigningSecret = await createProjectSigningSecret(services, projectId);
  if (!projectSigningSecret) throw new Error('no secret');
  secret = projectSigningSecret;
});
beforeEach(async () => {
  test.setClock(NOON);
  await test.services.projects.changeSettings(projectId, DEFAULT_SETTINGS);
  requested = [];
});
afterAll(() => test.remove());

describe('the order of checks', () => {
  it('the edge’s own checks come before the record, the signature before the size (errors.check-order)', async () => {
    await set({ requireSignature: true, allowedWidths: [20] });
    const unknown = imageId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    expect((await deliver(test, `/res/${unknown}.jpg`)).code).toBe('image_not_found');
    expect((await deliver(test, `/res/${unknown}.jpg?width=0`)).code).toBe('invalid_parameter');
    expect(await codeOf('.jpg?width=0')).toBe('invalid_parameter');
    expect(await codeOf('.jpg?width=21')).toBe('signature_required');
    expect(await codeOf(signed('jpg', 'width=21', NOW + 9))).toBe('invalid_parameter');
    expect(await codeOf(signed('jpg', 'width=20', NOW + 9))).toBe(200);
    expect(await codeOf(signed('jpg', 'width=20', NOW - 9).replace('=20', '=21'))).toBe(
      'signature_invalid',
    );
  });

  it('a refusal looks for no rendition and loads no engine (security.refusals-cost-nothing)', async () => {
    await set({ requireSignature: true, allowedWidths: [20] });
    await get('.jpg?width=21');
    await get(signed('jpg', 'width=21', NOW + 9));
    await get(signed('jpg', 'width=20', NOW));
    expect(requested).toEqual(['secrets', 'secrets']);
  });

  it('the signature comes before the quota (errors.check-order)', async () => {
    await set({ requireSignature: true });
    const { renditions } = test.services;
    const claim = async () => ({ outcome: 'quota_exceeded' }) as const;
    const full = { ...test, services: { ...test.services, renditions: { ...renditions, claim } } };
    const at = (path: string) => deliver(full, `/res/${imageId}${path}`);
    expect((await at('.jpg?width=13')).code).toBe('signature_required');
    expect((await at(signed('jpg', 'width=13', NOW + 9))).code).toBe(
      'transformation_quota_exceeded',
    );
  });
});

describe('signed URLs', () => {
  it('end to the second by our clock, and their answers with them (errors.gone)', async () => {
    await set({ requireSignature: true });
    const url = signed('jpg', '', NOW + 100);
    for (const [ms, code] of [
      [0, 200],
      [99_999, 200],
      [100_000, 'url_expired'],
    ] as const) {
      test.setClock(NOON + ms);
      expect(await codeOf(url)).toBe(code);
    }
    test.setClock(NOON + 40_500);
    expect((await get(url)).headers['cache-control']).toBe('public, max-age=59, s-maxage=59');
  });

  it('the cache lifetime of a refusal before the end ends with it (signing.expiry)', async () => {
    await set({ requireSignature: true });
    const gone = (expires: number) => get(signed('jpg', 'crop=99,99,1,1', expires));
    expect((await gone(NOW + 3)).headers['Cache-Control']).toBe('public, max-age=3');
    expect((await gone(NOW + 60)).headers['Cache-Control']).toBe('public, max-age=10');
    expect((await get(signed('jpg', '', NOW - 1))).headers['Cache-Control']).toBe(
      'public, max-age=10',
    );
  });

  it('are not looked at where the project does not require them, but their end bounds the answer (signing.expiry)', async () => {
    const { status, headers } = await get(`.jpg?expires=${NOW + 50}&signature=${'x'.repeat(43)}`);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=50, s-maxage=50']);
    const past = await get(`.jpg?expires=5&signature=${'x'.repeat(43)}`);
    expect(past.headers['cache-control']).toBe('public, max-age=0, s-maxage=0');
    expect(requested).toEqual([]);
  });

  it('of auto have one signature for every Accept header, and end all the same (delivery.auto, signing.expiry)', async () => {
    await set({ requireSignature: true });
    const url = `/res/${imageId}${signed('auto', 'width=25', NOW + 40)}`;
    const ask = (accept: string, at = url) => deliver(test, at, ['Accept', accept]);
    const types = { 'image/avif': 'image/avif', 'image/webp': 'image/webp', '*/*': 'image/jpeg' };
    for (const [accept, type] of Object.entries(types)) {
      const { status, headers } = await ask(accept);
      expect([status, headers['content-type']]).toEqual([200, type]);
      expect(headers['cache-control']).toBe('public, max-age=40, s-maxage=40');
      expect((await ask(accept, url.replace('width=25', 'width=26'))).code).toBe(
        'signature_invalid',
      );
    }
    expect((await ask('image/webp', url.replace('.auto', '.webp'))).code).toBe('signature_invalid');
  });

  it('auto is held to the sizes too (delivery.auto, sizes.allowed)', async () => {
    await set({ allowedWidths: [25], presets: { card: 'width=19' } });
    const codes = ['width=25', 'preset=card', 'width=26', 'width=25&blur=2'].map((query) =>
      codeOf(`.auto?${query}`),
    );
    expect(await Promise.all(codes)).toEqual([200, 200, 'invalid_parameter', 'invalid_parameter']);
  });

  it('malformed or half signed ones are refused at the edge (transformations.wrong-values)', async () => {
    const good = `expires=${NOW}&signature=${'x'.repeat(43)}`;
    expect(await codeOf(`.jpg?${good}`)).toBe(200);
    for (const query of [
      `expires=${NOW}`,
      `signature=${'x'.repeat(43)}`,
      `${good}x`,
      `${good}&expires=${NOW}`,
      good.replace('=', '=0'),
      good.replace('=', '=-'),
      good.replace('x', '%2B'),
    ]) {
      const { code, cacheKey } = await get(`.jpg?${query}`);
      expect([code, cacheKey], query).toEqual(['invalid_parameter', undefined]);
    }
  });

  it('need at most two secrets, shown once in full (signing.secrets)', async () => {
    const other = await createProjectSigningSecret(test.services, projectId);
    if (!other) throw new Error('no second secret');
    expect(await createProjectSigningSecret(test.services, projectId)).toBeUndefined();
    await set({ requireSignature: true });
    expect(await codeOf(signed('jpg', '', NOW + 9, other))).toBe(200);
    const listed = await listSigningSecrets(test.services, projectId);
    expect(listed.map(({ secretId }) => secretId)).toEqual([secret.secretId, other.secretId]);
    expect(JSON.stringify(listed)).not.toContain(other.secret);
    expect(await revokeSigningSecret(test.services, projectId, other.secretId)).toBe(true);
    expect(await revokeSigningSecret(test.services, projectId, other.secretId)).toBe(false);
    expect(await codeOf(signed('jpg', '', NOW + 9, other))).toBe('signature_invalid');
    expect(test.logged.join()).not.toContain(other.secret);
  });
});

describe('a change of settings', () => {
  it('makes the edge forget the project where it decides what may be kept, and only then (signing.cdn-copies)', async () => {
    const purged: string[] = [];
    const edge = { purgeProject: async (id: string) => void purged.push(id) };
    const { projects } = test.services;
    const change = (sent: Record<string, unknown>) =>
      changeProjectSettings({ projects, edge, hasRekognition: false }, projectId, sent);
    await change({ overQuota: 'original' });
    expect(purged).toEqual([]);
    for (const sent of [
      { allowedWidths: [1] },
      { allowedHeights: null },
      { presets: {} },
      { requireSignature: false },
      { requireSignature: false },
      { watermark: null },
      { gamut: 'srgb' },
      { hdr: false },
      { browserMaxAge: 60 },
    ]) {
      await change(sent);
    }
    expect(purged).toEqual(Array(9).fill(projectId));
    await expect(change({ presets: { A: '', b: '' } })).rejects.toThrow('2 errors');
    expect(purged).toHaveLength(9);
    const unknown = changeProjectSettings({ projects, edge, hasRekognition: false }, 'prj_none', {
      allowedWidths: [],
    });
    await expect(unknown).rejects.toMatchObject({ code: 'project_not_found' });
  });

  it('tags the refusals that it could lift (signing.cdn-copies)', async () => {
    await set({ allowedWidths: [20] });
    const { headers } = await get('.jpg?width=21');
    expect(headers['cache-tag']).toBe(`${imageId},${projectId}`);
  });
});

describe('the lifetime in browsers', () => {
  const lifeOf = async (path: string) => (await get(path)).headers['cache-control'];

  it.each([0, 60, 31_536_000])(
    'is %i seconds by the project, of originals and renditions (delivery.cache-lifetime)',
    async (browserMaxAge) => {
      await set({ browserMaxAge });
      const control = `public, max-age=${browserMaxAge}, s-maxage=2592000`;
      expect(await lifeOf('.jpg')).toBe(control);
      expect(await lifeOf('.webp?width=18')).toBe(control);
      expect((await get('.webp?width=0')).headers['cache-control']).not.toBe(control);
    },
  );

  it.each([-1, 31_536_001, 0.5, '60', null])('is never %j (projects.settings)', async (sent) => {
    const { projects } = test.services;
    const services = { projects, edge: { purgeProject: async () => {} }, hasRekognition: false };
    const change = changeProjectSettings(services, projectId, { browserMaxAge: sent });
    await expect(change).rejects.toMatchObject({
      code: 'validation_failed',
      options: { errors: [expect.objectContaining({ pointer: '/browserMaxAge' })] },
    });
  });
});

describe('over the quota', () => {
  const overQuota = (path: string) => {
    const { renditions } = test.services;
    const claim = async () => ({ outcome: 'quota_exceeded' }) as const;
    const services = { ...test.services, renditions: { ...renditions, claim } };
    return deliver({ ...test, services }, `/res/${imageId}${path}`);
  };

  it('the stored image stands in for a minute where the project wants it so (quotas.transformations, quotas.over-limit)', async () => {
    const plain = await get('.jpg');
    expect((await overQuota('.webp?width=17')).code).toBe('transformation_quota_exceeded');
    await set({ overQuota: 'original' });
    const { status, headers, bytes } = await overQuota('.webp?width=17');
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(bytes.equals(plain.bytes)).toBe(true);
    expect(headers['cache-control']).toBe('public, max-age=60, s-maxage=60');
    expect(headers.etag).toBe(plain.headers.etag);
    expect((await overQuota('.jpg')).headers['cache-control']).toContain('max-age=86400');
  });
});
