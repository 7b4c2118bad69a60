import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasOperator, makeProject } from '../../support/e2e/operator.ts';
import { CANARY, findCanaries, ZIP } from '../../support/images/canaries.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import '../../support/images/make-hdr.ts';
import { insertSegments, tellingSegments } from '../../support/images/make-jpeg.ts';

/** By a foreign writer, with telling parts around both images. */
async function sentFile(): Promise<Buffer> {
  const written = await sharp(await drawJpeg(300, 200))
    .withGainMap()
    .jpeg()
    .toBuffer();
  // segments before the MPF block leave its offsets as they are, which count from itself
  const [, exif, xmp, , , iptc, , , comment] = tellingSegments(1);
  const telling = [exif, xmp, iptc, comment].filter((segment) => segment !== undefined);
  return Buffer.concat([insertSegments(written, ...telling), ZIP]);
}

/** Whether libultrahdr, a foreign reader, finds a gain map. */
const hasMap = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).gainMap !== undefined;

describe.skipIf(!hasOperator)('a gain map', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let imageId: string;
  const get = (rest: string) => project.client.get(`/res/${imageId}${rest}`);
  const used = async () =>
    (await project.client.call('get-usage', {})).json.transformations.used as number;
  beforeAll(async () => {
    project = await makeProject();
    ({ imageId } = await project.client.store(await sentFile()));
  });

  it('of an upload stays in the stored image, which says so (uploads.gain-map)', async () => {
    const { json } = await project.client.call('get-image', { imageId });
    expect(json).toMatchObject({ hasGainMap: true });
    expect(json.lost).not.toContain('gainMap');
    const before = await used();
    const stored = await get('.jpg');
    expect(await hasMap(stored.bytes)).toBe(true);
    expect((await get('.jpg?hdr=true')).bytes).toEqual(stored.bytes);
    expect(await used()).toBe(before);
  });

  it.each([
    'width=120',
    'crop=40,30,150,120&width=90',
    'rotate=90&height=150',
    'width=80&height=80&position=0.8,0.2',
    'flop=true&pad=8&background=ffffff',
    'width=100&quality=auto&gamut=keep&sharpen=1',
  ])(
    'is in a rendition with hdr=true and %s, and in none without (transformations.hdr)',
    async (query) => {
      const [kept, plain] = await Promise.all([
        get(`.jpg?${query}&hdr=true`),
        get(`.jpg?${query}`),
      ]);
      expect([kept.status, plain.status]).toEqual([200, 200]);
      expect(await hasMap(kept.bytes)).toBe(true);
      expect(await hasMap(plain.bytes)).toBe(false);
      const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
      expect(await pixels(kept.bytes)).toEqual(await pixels(plain.bytes));
    },
  );

  it('leaves nothing else of its file in any answer (security.no-metadata-in-renditions)', async () => {
    for (const rest of [
      '.jpg',
      '.jpg?width=90&hdr=true',
      '.jpg?width=90',
      '.webp?width=90&hdr=true',
    ]) {
      const { bytes } = await get(rest);
      const text = Buffer.from(bytes).toString('latin1');
      for (const canary of Object.values(CANARY)) expect(text, rest).not.toContain(canary);
      const marks = (await hasMap(bytes)) ? ['xmpmeta', 'MPF\0'] : [];
      expect(findCanaries(bytes).sort(), rest).toEqual(marks.sort());
    }
  });

  it('makes a JPEG of .auto, and no other format has it (transformations.hdr)', async () => {
    const accept = { headers: { Accept: 'image/avif,image/webp,*/*' } };
    const type = async (rest: string) =>
      (await project.client.get(`/res/${imageId}${rest}`, accept)).headers.get('content-type');
    expect(await type('.auto?width=90&hdr=true')).toBe('image/jpeg');
    expect(await type('.auto?width=90')).not.toBe('image/jpeg');
    for (const format of ['webp', 'png']) {
      const [asked, plain] = [
        await get(`.${format}?width=70&hdr=true`),
        await get(`.${format}?width=70`),
      ];
      expect(Buffer.compare(asked.bytes, plain.bytes), format).toBe(0);
    }
  });

  it('is kept by every URL of a project that wants it (projects.settings)', async () => {
    expect(await hasMap((await get('.jpg?width=66')).bytes)).toBe(false);
    await project.set('hdr=true');
    expect(await hasMap((await get('.jpg?width=66')).bytes)).toBe(true);
    expect(await hasMap((await get('.jpg?width=66&hdr=false')).bytes)).toBe(false);
    await project.set('hdr=false');
    expect(await hasMap((await get('.jpg?width=66')).bytes)).toBe(false);
  });
});
