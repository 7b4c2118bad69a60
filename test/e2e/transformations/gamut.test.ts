import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasWideGamut } from '../../../core/codecs/losses/list-losses.ts';
import { hasOperator, makeProject } from '../../support/e2e/operator.ts';
import { drawJpeg } from '../../support/images/draw.ts';

const inDisplayP3 = async () =>
  sharp(await drawJpeg(300, 200))
    .pipelineColourspace('rgb16')
    .withIccProfile('p3')
    .jpeg({ quality: 95 })
    .toBuffer();

describe.skipIf(!hasOperator)('colours beyond sRGB', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let path: string;
  const get = (rest: string) => project.client.get(path + rest);
  const isWide = async (rest: string) => hasWideGamut((await get(rest)).bytes);
  const used = async () =>
    (await project.client.call('get-usage', {})).json.transformations.used as number;
  beforeAll(async () => {
    project = await makeProject();
    const { imageId } = await project.client.store(await inDisplayP3());
    path = `/res/${imageId}`;
  });

  it('are kept by one URL, and converted by any other (transformations.gamut)', async () => {
    for (const format of ['jpg', 'png', 'webp']) {
      expect(await isWide(`.${format}?width=80&gamut=keep`), format).toBe(true);
      expect(await isWide(`.${format}?width=80`), format).toBe(false);
    }
    expect((await get('.avif?width=80&gamut=keep')).status).toBe(200);
    expect((await get('.gif?width=80&gamut=keep')).status).toBe(200);
    const { status, json } = await get('.webp?width=80&gamut=p3');
    expect([status, json?.code]).toEqual([400, 'invalid_parameter']);
  });

  it('of the stored image are its own, without a rendition (delivery.stored-image)', async () => {
    const before = await used();
    expect(await isWide('.jpg')).toBe(true);
    expect((await get('.jpg?gamut=keep')).bytes).toEqual((await get('.jpg')).bytes);
    expect(await used()).toBe(before);
  });

  it('cost nothing of an image that has none: both requests are one rendition (transformations.gamut)', async () => {
    const { imageId } = await project.client.store(await drawJpeg(300, 200));
    const before = await used();
    const one = await project.client.get(`/res/${imageId}.webp?width=90&gamut=keep`);
    const other = await project.client.get(`/res/${imageId}.webp?width=90`);
    expect(one.bytes).toEqual(other.bytes);
    expect(await used()).toBe(before + 1);
  });

  it('are kept by every URL of a project that wants it, presets and stored answers of the CDN too (projects.settings)', async () => {
    expect(await isWide('.webp?width=70')).toBe(false);
    await project.set('presets={"small":"width=60"}', 'gamut=keep');
    expect(await isWide('.webp?width=70')).toBe(true);
    expect(await isWide('.webp?preset=small')).toBe(true);
    await project.set('gamut=srgb');
    expect(await isWide('.webp?width=70')).toBe(false);
    expect(await isWide('.webp?width=70&gamut=keep')).toBe(true);
  });
});
