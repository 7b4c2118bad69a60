import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imageUrl } from '../../../../client/src/image-url.ts';
import { signImageUrl } from '../../../../client/src/sign-image-url.ts';
import { DEFAULT_SETTINGS } from '../../../../core/projects/project-settings.ts';
import { createProjectSigningSecret } from '../../../../core/use-cases/keys/manage-signing-secrets.ts';
import { changeProjectSettings } from '../../../../core/use-cases/projects/update-project.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
let test: TestServices;
let imageId: string;

const get = (query: string) => deliver(test, `/res/${imageId}.png?${query}`);
const textOf = (text: string) => get(`overlay-text=${text}`);
const detailOf = async (query: string) => JSON.parse((await get(query)).bytes.toString()).detail;
const set = (sent: Record<string, unknown>) =>
  changeProjectSettings(test.services, test.credentials.projectId, sent);

/** The share of white pixels. */
async function whiteOf(bytes: Uint8Array): Promise<number> {
  const { channels } = await sharp(bytes).removeAlpha().toColourspace('srgb').stats();
  return (channels[1]?.mean ?? 0) / 255;
}

beforeEach(() =>
  test.services.projects.changeSettings(test.credentials.projectId, DEFAULT_SETTINGS),
);
beforeAll(async () => {
  test = withPlan(await makeServices());
  test.setClock(NOON);
  const create = { width: 120, height: 40, channels: 3 as const, background: '#000' };
  imageId = await storeImage(test, await sharp({ create }).png().toBuffer(), 'image/png');
});
afterAll(() => test.remove());

describe('overlay-text in a URL (transformations.overlay-text)', () => {
  it('is drawn, for one spelling of the cache key and one rendition of all equal texts', async () => {
    const first = await textOf('a%20b%2B%C3%A9');
    expect(first.status).toBe(200);
    expect(await whiteOf(first.bytes)).toBeGreaterThan(0.005);
    const other = await textOf('%61%20b+%c3%a9');
    expect([other.cacheKey, other.headers.etag]).toEqual([first.cacheKey, first.headers.etag]);
    // two entries of the CDN, and one rendition: the edge has no table of composed characters
    const decomposed = await textOf('a%20b%2Be%CC%81');
    expect(decomposed.cacheKey).not.toBe(first.cacheKey);
    expect(decomposed.headers.etag).toBe(first.headers.etag);
    expect(first.cacheKey).toMatch(/\?more=[\w.~-]+$/);
  });

  it('keeps a plus sign, which is no space', async () => {
    const [plus, space] = [await textOf('H+H'), await textOf('H%20H')];
    expect(plus.headers.etag).not.toBe(space.headers.etag);
  });

  it('cannot smuggle another parameter, whatever signs it has (security.overlay-text)', async () => {
    const { bytes, cacheKey } = await textOf('a%26width%3D9~126.overlay-tile-1~126.expires-9');
    expect((await sharp(bytes).metadata()).width).toBe(120);
    const more = new URLSearchParams(cacheKey?.split('?')[1]).get('more') ?? '';
    expect(more.split(/~(?=[a-z])/)).toHaveLength(1);
    expect((await textOf('a~overlay-tile-1')).code).toBe('invalid_parameter');
    expect((await textOf('a%7Ewidth-9')).code).toBe('invalid_parameter');
  });

  it('is refused by the character that the font lacks, wherever that is checked', async () => {
    expect(await detailOf('overlay-text=Ana%F0%9F%98%80')).toBe(
      'The font has no U+1F600 (😀), which is character 4 of `overlay-text`.',
    );
    for (const text of ['%FF', '', '%E0%A4', 'a%0Db', 'a%E2%80%AEb', 'a'.repeat(101)]) {
      const { status, code } = await textOf(text);
      expect([text, status, code]).toEqual([text, 400, 'invalid_parameter']);
    }
  });

  it('takes the place of an image: both together are refused', async () => {
    expect(await detailOf(`overlay=${imageId}&overlay-text=a`)).toContain('cannot be combined');
  });

  it('is signed by the client as the service reads it', async () => {
    const made = await createProjectSigningSecret(test.services, test.credentials.projectId);
    await set({ requireSignature: true });
    const texts = [
      'a b',
      'a+b',
      'a&width=9',
      '100 %',
      "(c) Ana's *",
      'مرحبا',
      'é',
      'e\u0301',
      '~126.',
    ];
    for (const text of texts) {
      const url = imageUrl(`https://cdn.example.com/res/${imageId}.png`, { 'overlay-text': text });
      const expires = NOON / 1000 + 60;
      const signed = await signImageUrl(url, { secret: made?.secret ?? '', expires });
      const { pathname, search } = new URL(signed);
      expect([text, (await deliver(test, pathname + search)).status]).toEqual([text, 200]);
    }
  });

  it('is a part of a preset, which is refused with a text that no font draws', async () => {
    await set({ presets: { mine: 'overlay-text=%C2%A9%20Ana&overlay-width=50' } });
    const asked = await get('overlay-width=50&overlay-text=%C2%A9%20Ana');
    expect((await get('preset=mine')).headers.etag).toBe(asked.headers.etag);
    await expect(set({ presets: { mine: 'overlay-text=%F0%9F%98%80' } })).rejects.toThrow();
  });
});

describe('the watermark of a project may be a text (transformations.watermark)', () => {
  it('is on every answer, and over a text that is requested', async () => {
    await set({ watermark: 'overlay-text=%E2%96%88&overlay-width=100' });
    const plain = await get('');
    expect(await whiteOf(plain.bytes)).toBeGreaterThan(0.1);
    const hidden = await get('overlay-text=%E2%96%88&overlay-width=100&overlay-color=000');
    expect(await whiteOf(hidden.bytes)).toBeCloseTo(await whiteOf(plain.bytes), 2);
    await set({ watermark: null });
    expect(await whiteOf((await get('')).bytes)).toBe(0);
  });

  it.each([
    'overlay-text=',
    'overlay-text=%F0%9F%98%80',
    'overlay-text=a&overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy',
    'overlay-color=fff',
  ])('is never %s', async (watermark) => {
    await expect(set({ watermark })).rejects.toThrow();
  });
});
