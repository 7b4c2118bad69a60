import { describe, expect, it } from 'vitest';
import { typeOfImage } from '../oracle/image-type.ts';
import { CORPORA, type Corpus } from './corpora.ts';
import { DRAWINGS } from './drawings.ts';
import { PHONES } from './phones.ts';
import { sampleOf } from './sample.ts';

const images = Array.from({ length: 40 }, (_, at) => {
  const corpus = at < 30 ? 'large' : 'small';
  return { name: `${corpus}/${at}`, corpus, type: 'image/png', size: 100 };
});

describe('the sample of the quick form', () => {
  it('is the same whatever the order of the files', () => {
    expect(sampleOf(images.toReversed(), 12)).toEqual(sampleOf(images, 12));
  });

  it('takes of each corpus and type in turn', () => {
    const sample = sampleOf(images, 12);
    expect(sample.filter(({ corpus }) => corpus === 'small')).toHaveLength(6);
    expect(sampleOf(images, 100)).toHaveLength(40);
  });

  it('leaves large files out', () => {
    expect(sampleOf([{ ...images[0], size: 1_000_000 } as (typeof images)[0]], 5)).toEqual([]);
  });
});

describe('a corpus', () => {
  it.each(Object.entries<Corpus>({ ...CORPORA, ...DRAWINGS, ...PHONES }))(
    '%s is pinned to its bytes',
    (_, { sha256, version }) => {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(version).toMatch(/^\d/);
    },
  );
});

describe('the type of a file for its upload', () => {
  const box = (brands: string) => Buffer.from(`\0\0\0\x18ftyp${brands}`, 'latin1');
  it.each([
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'a.gif'],
    ['image/gif', Buffer.from('GIF89a'), 'a'],
    ['image/webp', Buffer.from('RIFF\0\0\0\0WEBP'), 'a'],
    ['image/avif', box('mif1\0\0\0\0mif1avif'), 'a'],
    ['image/avif', box('avis\0\0\0\0'), 'a'],
    ['image/heic', box('heic\0\0\0\0mif1heic'), 'a.heif'],
    ['image/svg+xml', Buffer.from('<svg/>'), 'a.SVG'],
    [undefined, Buffer.from('II*\0'), 'a.tif'],
  ])('is %s by its first bytes', (type, bytes, path) => {
    expect(typeOfImage(bytes, path)).toBe(type);
  });
});
