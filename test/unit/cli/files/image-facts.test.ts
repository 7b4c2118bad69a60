import { expect, it } from 'vitest';
import { EXPORTED_FACTS, IMAGE_FACTS } from '../../../../cli/export/image-facts.ts';
import { readExportedImage } from '../../../../cli/export/read-export.ts';
import type { Image } from '../../../../core/images/image-states.ts';

/**
 * The fact of the API that shows each field of the record, or the reason why an export needs none.
 * A field that is forgotten doesn't compile.
 */
const SHOWN_AS = {
  imageId: 'imageId',
  originalId: { because: 'its bytes are a first original again' },
  projectId: { because: 'the project of the import' },
  accountId: { because: 'the account of that project' },
  temporaryImageId: { because: 'of the upload of the import' },
  kept: { because: 'only saved images are exported' },
  state: { because: 'only saved images are exported' },
  deletedAt: { because: 'only saved images are exported' },
  createdAt: 'createdAt',
  metadata: 'metadata',
  visibility: 'visibility',
  savedMetadata: { because: 'of the save of the import' },
  savedFocalPoint: { because: 'of the save of the import' },
  focalPoint: 'focalPoint',
  version: { because: 'counts the changes in one service' },
  generation: { because: 'counts the purges in one service' },
  takenDown: 'takenDown',
  review: 'review',
  format: 'format',
  width: 'width',
  height: 'height',
  bytes: 'bytes',
  sha256: 'sha256',
  frames: 'frames',
  hasAlpha: 'hasAlpha',
  originalFilename: 'originalFilename',
  mainColor: 'mainColor',
  thumbhash: 'thumbhash',
  convertedFrom: 'convertedFrom',
  lost: 'lost',
  hasWideGamut: 'hasWideGamut',
  hasGainMap: 'hasGainMap',
  credit: 'credit',
} as const satisfies Readonly<
  Record<keyof Image, keyof typeof IMAGE_FACTS | { readonly because: string }>
>;

it('every field of an image is a fact of the table of exports, or says why it is none', () => {
  const shown = Object.values(SHOWN_AS).filter((one) => typeof one === 'string');
  expect(
    Object.keys(IMAGE_FACTS)
      .filter((name) => !['imageUrl', 'thumbnailUrl'].includes(name))
      .sort(),
  ).toEqual(shown.sort());
});

const LINE = {
  file: 'images/img_a.jpg',
  imageId: 'img_a',
  imageUrl: 'https://cdn.test/res/img_a.jpg',
  bytes: 5,
  sha256: 'ab',
  originalFilename: 'a.jpg',
  metadata: { a: 'b' },
  createdAt: '2026-11-25T00:00:00Z',
};

it('a line of an export of an earlier version has no later facts, and is read', () => {
  expect(readExportedImage(JSON.stringify(LINE))).toEqual({
    ...LINE,
    focalPoint: null,
    visibility: null,
    credit: null,
    convertedFrom: null,
    lost: null,
    review: null,
  });
  expect(EXPORTED_FACTS).toContain('focalPoint');
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  ...Object.keys(LINE)
    .filter((name) => name !== 'originalFilename')
    .map((name) => JSON.stringify({ ...LINE, [name]: null })),
  JSON.stringify({ ...LINE, focalPoint: 7 }),
  JSON.stringify({ ...LINE, visibility: 'hidden' }),
  JSON.stringify({ ...LINE, metadata: { a: 7 } }),
  JSON.stringify({ ...LINE, bytes: '5' }),
])('a damaged line of an export is none: %s', (text) => {
  expect(readExportedImage(text)).toBeUndefined();
});
