import { describe, expect, it } from 'vitest';
import { readFileType, readTypeOfBytes } from '../../../client/src/file-type.ts';
import { contentTypeOf } from '../../../client/src/upload-options.ts';
import { detectBinaryFormat } from '../../../core/codecs/detect-binary-format.ts';
import {
  GENERIC_BRANDS,
  SENT_FORMAT_NAMES,
  SENT_FORMATS,
  UNKNOWN_TYPE,
} from '../../../core/transform/sent-formats.ts';
import { withLongSize } from '../../support/images/make-boxes.ts';
import { sampleImages } from '../../support/images/sample-images.ts';
import { SVGS } from '../../support/images/svg/svg-samples.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const box = (major: string, ...brands: readonly string[]) =>
  latin(
    `\0\0\0${String.fromCharCode(16 + 4 * brands.length)}ftyp${major}\0\0\0\0${brands.join('')}`,
  );
const fileOf = (bytes: Uint8Array, name = '', type = '') =>
  new File([new Uint8Array(bytes)], name, { type });
const options = (file: File, contentType?: string) => ({
  baseUrl: 'http://localhost',
  uploadKey: 'upl_x',
  file,
  contentType,
});

/** The first bytes of a file of each format, by the table, and some that writers make. */
const STARTS = SENT_FORMAT_NAMES.flatMap((format) => {
  const { signatures, brands, contentTypes } = SENT_FORMATS[format];
  const type = contentTypes[0] ?? '';
  const ofSignatures = signatures.map((signature) => {
    const bytes = Buffer.alloc(64);
    for (const [at, text] of signature) bytes.write(text, at, 'latin1');
    return [type, bytes] as const;
  });
  return [...ofSignatures, ...brands.map((brand) => [type, box(brand, 'mif1')] as const)];
});

describe('the type of a file', () => {
  it.each<readonly [string, Buffer]>([
    ...STARTS,
    ['image/heic', box('mif1', 'heic')],
    ['image/heic', box('msf1', 'hevc')],
    ['image/avif', box('mif1', 'miaf', 'avif')],
    ['image/heic', withLongSize(box('mif1', 'heic', 'miaf', 'avif'))],
    ['image/avif', withLongSize(box('mif1', 'avif', 'miaf', 'miaf'))],
    ['image/svg+xml', SVGS.plain],
    ['image/svg+xml', SVGS['of an editor']],
    ['image/svg+xml', latin(`<!--${'x'.repeat(200_000)}--><svg xmlns="x"/>`)],
    ['image/svg+xml', Buffer.from('\ufeff<?xml version="1.0"?><s:svg/>')],
    ['image/svg+xml', Buffer.from('\ufeff<svg/>', 'utf16le')],
    ['image/svg+xml', Buffer.from('\ufeff<svg/>', 'utf16le').swap16()],
  ])('is %s by its bytes, wherever they are read (uploads.one-table)', async (type, bytes) => {
    expect(await readFileType(fileOf(bytes, 'notes.txt'))).toBe(type);
  });

  it.each([
    ['other XML', latin('<?xml version="1.0"?><feed/>')],
    ['a page with an SVG', latin('<!DOCTYPE html><svg></svg>')],
    ['a video', box('mp42', 'isom')],
    ['an SVG within text', latin('An <svg/> in text.')],
    ['nothing', latin('')],
  ])('is unknown for %s (uploads.one-table)', async (_, bytes) => {
    expect(await readTypeOfBytes(fileOf(bytes))).toBeUndefined();
    expect(await readFileType(fileOf(bytes))).toBe(UNKNOWN_TYPE);
    expect(await readFileType(fileOf(bytes, 'a.HEIC'))).toBe('image/heic');
  });

  it('is left to the bytes where a browser states none, and to the service (uploads.one-table)', () => {
    const heic = box('heic', 'mif1');
    const typeOf = (stated: string, contentType?: string) =>
      contentTypeOf(options(fileOf(heic, 'IMG_1.HEIC', stated), contentType));
    expect([typeOf(''), typeOf('image/heic'), typeOf('', 'image/png')]).toEqual([
      UNKNOWN_TYPE,
      'image/heic',
      'image/png',
    ]);
  });

  it('is the same by this table as by the service, which it is generated from (uploads.one-table)', async () => {
    for (const { bytes, format } of await sampleImages()) {
      expect(await readFileType(fileOf(bytes))).toBe(SENT_FORMATS[format].contentTypes[0]);
    }
    const brands = [...GENERIC_BRANDS, ...Object.values(SENT_FORMATS).flatMap((row) => row.brands)];
    for (const major of [...brands, 'isom']) {
      for (const other of [...brands, 'isom']) {
        for (const bytes of [
          box(major, 'miaf', other),
          Buffer.concat([box(major), latin(other)]),
          withLongSize(box(major, 'miaf', other, 'miaf', 'isom')),
          withLongSize(box(major, 'miaf', other)),
        ]) {
          const format = detectBinaryFormat(bytes);
          const type = format && SENT_FORMATS[format].contentTypes[0];
          expect(await readTypeOfBytes(fileOf(bytes)), `${major}, ${other}`).toBe(type);
        }
      }
    }
  });

  it('is read of the first bytes alone where the file is no text (uploads.one-table)', async () => {
    const file = fileOf(Buffer.alloc(3_000_000, 7));
    let read = 0;
    const slice = file.slice.bind(file);
    file.slice = (from = 0, to = 0, type) => {
      read += to - from;
      return slice(from, to, type);
    };
    expect(await readTypeOfBytes(file)).toBeUndefined();
    expect(read).toBeLessThanOrEqual(256);
  });
});
