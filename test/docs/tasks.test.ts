import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { walkTour } from './support/walk-tour.ts';

/** Walks the tour of a task in one block. */
const walkTask = (name: string) => walkTour(`docs/tasks/${name}.md`, 1);

it('the tour of sizes makes an image of each size', async () => {
  const { folder } = await walkTask('resize');
  const sizeOf = async (name: string) => {
    const { width, height } = await sharp(readFileSync(join(folder, name))).metadata();
    return [width, height];
  };
  expect(await sizeOf('small.webp')).toEqual([400, 267]);
  expect(await sizeOf('square.jpg')).toEqual([300, 300]);
  await rm(folder, { recursive: true });
});

it('the tour of formats gets each format, and the one that the header asks for', async () => {
  const { folder, printed } = await walkTask('formats');
  expect(printed).toBe('image/webp\nimage/avif\nimage/png\nimage/avif\n');
  await rm(folder, { recursive: true });
});

it('the tour of private images is unknown, refused without a grant, and answered with one', async () => {
  const { folder, printed } = await walkTask('private-images');
  expect(printed).toBe('404\n403\n200\n');
  const unknown = JSON.parse(readFileSync(join(folder, 'unknown.json'), 'utf8'));
  expect(unknown).toMatchObject({ code: 'image_not_found' });
  expect(readFileSync(join(folder, 'refused.xml'), 'utf8')).toContain('<Code>MissingKey</Code>');
  await rm(folder, { recursive: true });
});

it('the tour of CORS is refused, allowed, and lets every page read an image', async () => {
  const { folder, printed } = await walkTask('cors');
  expect(printed).toBe('403\n200\n*\n');
  const refusal = JSON.parse(readFileSync(join(folder, 'refused.json'), 'utf8'));
  expect(refusal).toMatchObject({ code: 'origin_not_allowed' });
  await rm(folder, { recursive: true });
});
