import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../core/codecs/detect-format.ts';
import { withLongSize } from '../../../support/images/make-boxes.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../support/images/sample-images.ts';

const SAMPLES = await sampleImages();

function ftyp(major: string, ...compatible: string[]): Buffer {
  const brands = `${major}\0\0\0\0${compatible.join('')}`;
  const head = Buffer.from('\0\0\0\0ftyp', 'latin1');
  head.writeUInt32BE(8 + brands.length, 0);
  return Buffer.concat([head, Buffer.from(brands, 'latin1'), Buffer.alloc(40)]);
}

describe('detectFormat', () => {
  it.each(SAMPLES)('knows the bytes of $name (security.bytes-decide-type)', ({ bytes, format }) => {
    expect(detectFormat(bytes)).toBe(format);
  });

  it('knows an AVIF as sharp writes it', async () => {
    expect(detectFormat(await pixelPipeline().avif().toBuffer())).toBe('avif');
  });

  it.each([
    ['avif', ftyp('avif')],
    ['avif', ftyp('avis', 'msf1')],
    ['avif', ftyp('mif1', 'miaf', 'avif')],
    ['heic', ftyp('heic', 'mif1')],
    ['heic', ftyp('hevc')],
    ['heic', ftyp('mif1', 'heic')],
    ['heic', ftyp('msf1')],
  ])('tells %s by its brands', (format, bytes) => {
    expect(detectFormat(bytes)).toBe(format);
  });

  it.each([
    ['avif', ftyp('avif', 'mif1', 'miaf')],
    ['avif', ftyp('mif1', 'avif', 'miaf', 'heic')],
    ['heic', ftyp('mif1', 'miaf', 'heic', 'avif')],
    ['heic', ftyp('heic', 'mif1', 'miaf')],
    [undefined, ftyp('isom', 'avif', 'miaf')],
  ])('knows %s by its brands where the size of their box has 64 bits', (format, bytes) => {
    expect(detectFormat(withLongSize(bytes))).toBe(format);
  });

  it.each([
    ['a high half', [0, 0, 0, 1, 0, 0, 0, 28], 'avif'],
    ['less than its head', [0, 0, 0, 0, 0, 0, 0, 7], 'heic'],
  ])('reads brands inside of a box alone: a size of 64 bits with %s', (_, size, format) => {
    const bytes = withLongSize(ftyp('mif1', 'avif', 'miaf', 'heic'));
    bytes.set(size, 8);
    expect(detectFormat(bytes)).toBe(format);
  });

  it.each([
    ['nothing', ''],
    ['XML without SVG', '<?xml version="1.0"?><html/>'],
    ['SVG within text', 'An <svg/> in text.'],
    ['HTML with SVG', '<!DOCTYPE html><svg/>'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['BMP', 'BM\0\0\0\0'],
    ['PDF', '%PDF-1.7'],
    ['an MP4', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'],
    ['a WAV', 'RIFF\0\0\0\0WAVEfmt '],
    ['GIF88a', 'GIF88a'],
    ['a PNG whose line ends were changed', '\x89PNG\n\x1a\n\0'],
    ['a start marker alone', '\xff\xd8'],
    ['a box that ends at once', '\0\0\0\x08ftyp'],
  ])('knows no format in %s (security.bytes-decide-type)', (_, text) => {
    expect(detectFormat(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
