import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasOperator, makeProject } from '../support/e2e/operator.ts';
import { drawJpeg } from '../support/images/draw.ts';

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

  it('has it on what the CDN had without it, and loses it again (transformations.watermark)', async () => {
    const plain = ['.jpg', '.png?width=50', '/a-name.jpg?download=1'];
    for (const rest of plain) expect(await isMarked((await at(rest)).bytes), rest).toBe(false);
    await project.set(`watermark=overlay=${markId}&overlay-width=40`);
    for (const rest of plain) expect(await isMarked((await at(rest)).bytes), rest).toBe(true);
    await project.set('watermark=null');
    for (const rest of plain) expect(await isMarked((await at(rest)).bytes), rest).toBe(false);
  });
});
