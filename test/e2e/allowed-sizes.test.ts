import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasOperator, makeProject } from '../support/e2e/operator.ts';
import { drawJpeg } from '../support/images/draw.ts';

const PRESETS = JSON.stringify({ card: 'quality=70&width=64', tall: 'height=50&blur=2' });

describe.skipIf(!hasOperator)('a project that lists its sizes', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let path: string;
  const used = async () =>
    (await project.client.call('get-usage', {})).json.transformations.used as number;
  beforeAll(async () => {
    project = await makeProject('allowedWidths=80,160', 'allowedHeights=60', `presets=${PRESETS}`);
    const { imageId } = await project.client.store(await drawJpeg(300, 200));
    path = `/res/${imageId}`;
  });

  it('serves these, each other format and the plain image (sizes.allowed)', async () => {
    for (const rest of [
      '.jpg',
      '.webp',
      '.jpg?width=80',
      '.jpg?height=60',
      '.png?width=160&height=60',
    ]) {
      expect((await project.client.get(path + rest)).status, rest).toBe(200);
    }
    const twice = await project.client.get(`${path}.jpg?width=80&dpr=2`);
    expect((await sharp(twice.bytes).metadata()).width).toBe(160);
  });

  it('refuses every other size and whatever would multiply them, and makes nothing (sizes.allowed)', async () => {
    const before = await used();
    for (const rest of [
      'width=81',
      'height=61',
      'width=80&height=61',
      'width=160&dpr=2',
      'width=8192&dpr=4',
      'width=80&quality=50',
      'width=80&crop=0,0,9,9',
      'blur=2',
      'flip=true',
      'preset=none',
    ]) {
      const { status, json } = await project.client.get(`${path}.jpg?${rest}`);
      expect([status, json?.code], rest).toEqual([400, 'invalid_parameter']);
    }
    expect(await used()).toBe(before);
  });

  it('a preset stands alone, needs no listed size and shares its rendition with its equal query (presets.query)', async () => {
    const card = await project.client.get(`${path}.webp?preset=card`);
    expect((await sharp(card.bytes).metadata()).width).toBe(64);
    const before = await used();
    const url = `${path}.webp?width=64&quality=70`;
    expect((await project.client.get(url)).status).toBe(400);
    await project.set('allowedWidths=null', 'allowedHeights=null');
    const equal = await project.client.get(url);
    expect(equal.headers.get('etag')).toBe(card.headers.get('etag'));
    expect(await used()).toBe(before);
    for (const rest of [
      'preset=card&width=64',
      'preset=card&fit=cover',
      'preset=Card',
      'preset=',
    ]) {
      expect((await project.client.get(`${path}.webp?${rest}`)).json?.code, rest).toBe(
        'invalid_parameter',
      );
    }
  });
});

/** Whether the lower right corner has the mark's colour. */
async function isMarked(bytes: Uint8Array): Promise<boolean> {
  const corner = await sharp(bytes).removeAlpha().raw().toBuffer();
  const [red = 0, green = 0, blue = 0] = corner.subarray(-3);
  return red > 180 && green < 90 && blue > 180;
}

describe.skipIf(!hasOperator)('a project with a watermark', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let path: string;
  let markId: string;
  const at = (rest: string) => project.client.get(path + rest);
  beforeAll(async () => {
    project = await makeProject();
    const { imageId } = await project.client.store(await drawJpeg(120, 80));
    path = `/res/${imageId}`;
    const create = { width: 20, height: 10, channels: 3 as const, background: '#f0f' };
    const mark = await sharp({ create }).jpeg({ quality: 100 }).toBuffer();
    ({ imageId: markId } = await project.client.store(mark));
  });

  it('draws an overlay on request (transformations.overlay)', async () => {
    const { status, bytes } = await at(`.webp?width=60&overlay=${markId}&overlay-width=40`);
    expect([status, await isMarked(bytes)]).toEqual([200, true]);
    const { json } = await at(`.webp?overlay=img_${'a'.repeat(26)}`);
    expect(json?.code).toBe('overlay_not_found');
  });

  it('draws a text on request, and refuses an emoji by its place (transformations.overlay-text)', async () => {
    const text = 'overlay-text=%28a%20%2B%20b%29%20%26%20%D8%B3%D8%B3&overlay-color=f0f';
    const { status, bytes } = await at(`.png?width=60&${text}&overlay-width=100`);
    const { channels } = await sharp(bytes).stats();
    // magenta has no green
    expect([status, channels[1]?.min]).toEqual([200, 0]);
    const { json } = await at('.webp?overlay-text=a%F0%9F%98%80');
    expect([json?.code, json?.detail]).toEqual([
      'invalid_parameter',
      expect.stringContaining('character 2'),
    ]);
  });

  it('has it on images that the CDN had without it, and loses it again (transformations.watermark)', async () => {
    const plain = ['.jpg', '.png?width=50', '/a-name.jpg?download=1'];
    for (const rest of plain) expect(await isMarked((await at(rest)).bytes), rest).toBe(false);
    await project.set(`watermark=overlay=${markId}&overlay-width=40`);
    for (const rest of plain) expect(await isMarked((await at(rest)).bytes), rest).toBe(true);
    await project.set('watermark=null');
    for (const rest of plain) expect(await isMarked((await at(rest)).bytes), rest).toBe(false);
  });
});
