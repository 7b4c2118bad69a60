import { describe, expect, it } from 'vitest';
import { readCredit } from '../../../../../core/codecs/credit/read-credit.ts';
import {
  creatorsOf,
  dataset,
  iptcSegment,
  packetOf,
  rightsOf,
  textTiff,
  withPacket,
  xmpSegment,
} from '../../../../support/credit/make-credit.ts';
import { heifOf } from '../../../../support/images/make-boxes.ts';
import { withExifPrefix } from '../../../../support/images/make-exif.ts';
import { insertSegments, jpegSegment } from '../../../../support/images/make-jpeg.ts';
import { insertAfterHeader, pngChunk } from '../../../../support/images/make-png.ts';
import {
  chunksOf,
  extendedChunk,
  riffChunk,
  webpOf,
} from '../../../../support/images/make-webp.ts';
import { HEIGHT, pixelPipeline, WIDTH } from '../../../../support/images/raw-pixels.ts';

const JPEG = await pixelPipeline().jpeg().toBuffer();
const PNG = await pixelPipeline().png().toBuffer();
const WEBP = chunksOf(await pixelPipeline().webp({ lossless: true }).toBuffer());
const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const NONE = { creator: null, copyright: null, licenseUrl: null };
const UTF_8 = dataset(1, 90, '\x1b%G');
const LATIN = Buffer.from('Zoë', 'latin1');

const ofXmp = (elements: string, attributes = '') =>
  readCredit('jpg', withPacket(JPEG, packetOf(elements, attributes)));
const ofIptc = (...datasets: readonly Buffer[]) =>
  readCredit('jpg', insertSegments(JPEG, iptcSegment(Buffer.concat(datasets))));
const exifSegment = (block: Uint8Array) => jpegSegment(0xe1, withExifPrefix(block));
const ofExif = (texts: Readonly<Record<number, Buffer | string>>) =>
  readCredit('jpg', insertSegments(JPEG, exifSegment(textTiff(texts))));
const pageOf = (url: string) => ofXmp('', ` xmpRights:WebStatement="${url}"`)?.licenseUrl ?? null;

describe('the credit of XMP (uploads.credit)', () => {
  it.each([
    ['an array of creators', creatorsOf('Ann', ' Bo '), '', { creator: 'Ann; Bo' }],
    ['a creator as text', '<dc:creator>Ann</dc:creator>', '', { creator: 'Ann' }],
    ['a creator as attribute', '', ' dc:creator="Ann"', { creator: 'Ann' }],
    [
      'another prefix',
      '<x:creator xmlns:x="http://purl.org/dc/elements/1.1/">7</x:creator>',
      '',
      {
        creator: '7',
      },
    ],
    ['the notice in its default language', rightsOf('© Ann'), '', { copyright: '© Ann' }],
    ['references of characters', creatorsOf('A &amp; &#x42;'), '', { creator: 'A & B' }],
    [
      'a licence as element',
      '<xmpRights:WebStatement>https://a.b/c</xmpRights:WebStatement>',
      '',
      {
        licenseUrl: 'https://a.b/c',
      },
    ],
    [
      'a licence as resource',
      '<xmpRights:WebStatement rdf:resource="https://a.b/"/>',
      '',
      {
        licenseUrl: 'https://a.b/',
      },
    ],
  ] as const)('has %s', (_, elements, attributes, expected) => {
    expect(ofXmp(elements, attributes)).toEqual({ ...NONE, ...expected });
  });

  it('ends before the zeros that fill up a packet', () => {
    const packet = `${packetOf(creatorsOf('Ann'))}\0\0\0`;
    expect(readCredit('jpg', withPacket(JPEG, packet))?.creator).toBe('Ann');
  });

  it.each([
    ['names outside of a description', '<x xmlns:x="y">Ann</x>'],
    ['a packet that ends early', packetOf(creatorsOf('Ann')).slice(0, -60)],
    ['a packet with entities', `<!DOCTYPE x [<!ENTITY a "b">]>${packetOf(creatorsOf('&a;'))}`],
    ['a packet with a document type', `<!DOCTYPE x>${packetOf(creatorsOf('Ann'))}`],
    ['nothing', ''],
  ])('is none of %s', (_, packet) => {
    expect(readCredit('jpg', withPacket(JPEG, packet))).toBeNull();
  });
});

describe('the credit of IPTC (uploads.credit)', () => {
  it('has each creator and the first notice', () => {
    const notices = [dataset(2, 116, '© Ann'), dataset(2, 116, '© Eve')];
    expect(ofIptc(dataset(2, 80, 'Ann'), dataset(2, 80, 'Bo'), ...notices)).toEqual({
      ...NONE,
      creator: 'Ann; Bo',
      copyright: '© Ann',
    });
  });

  it.each([
    ['UTF-8 that is stated', [UTF_8, dataset(2, 80, 'Zoë')], 'Zoë'],
    ['UTF-8 that is not stated', [dataset(2, 80, 'Zoë')], 'Zoë'],
    ['Latin-1', [dataset(2, 80, LATIN)], 'Zoë'],
    ['no Latin-1 where UTF-8 is stated', [UTF_8, dataset(2, 80, LATIN)], undefined],
  ] as const)('is in %s', (_, datasets, creator) => {
    expect(ofIptc(...datasets)?.creator).toBe(creator);
  });

  it('ends before a dataset whose length lies', () => {
    const lying = Buffer.from([0x1c, 2, 116, 0x7f, 0xff, 0x41]);
    expect(ofIptc(dataset(2, 80, 'Ann'), lying)).toEqual({ ...NONE, creator: 'Ann' });
    const extended = Buffer.from([0x1c, 2, 80, 0x80, 4, 0, 0, 0, 1]);
    expect(ofIptc(extended, Buffer.alloc(0x8010, 'A'))).toBeNull();
  });
});

describe('the credit of EXIF (uploads.credit)', () => {
  it.each([
    ['UTF-8', { [ARTIST]: 'Zoë Example' }, { creator: 'Zoë Example' }],
    ['Latin-1', { [ARTIST]: LATIN }, { creator: 'Zoë' }],
    ['a short text', { [ARTIST]: 'Al' }, { creator: 'Al' }],
    ['an editor', { [COPYRIGHT]: '© Ann\0© Bo' }, { copyright: '© Ann; © Bo' }],
    ['an editor alone', { [COPYRIGHT]: ' \0© Bo' }, { copyright: '© Bo' }],
  ] as const)('has %s', (_, texts, expected) => {
    expect(ofExif(texts)).toEqual({ ...NONE, ...expected });
  });

  it('is none of a block that is no TIFF, and of texts beyond its end', () => {
    expect(readCredit('jpg', insertSegments(JPEG, exifSegment(Buffer.alloc(99, 7))))).toBeNull();
    const block = textTiff({ [ARTIST]: 'Ann Example' });
    block.writeUInt32LE(0xffff_fff0, 18); // where the text is said to be
    expect(readCredit('jpg', insertSegments(JPEG, exifSegment(block)))).toBeNull();
  });

  it('is read once from a directory that leads to itself', () => {
    const block = textTiff({ [ARTIST]: 'Ann Example' });
    block.writeUInt32LE(8, 22); // the next directory is the first one
    const sent = insertSegments(JPEG, exifSegment(block));
    expect(readCredit('jpg', sent)?.creator).toBe('Ann Example');
  });
});

describe('of several blocks (uploads.credit)', () => {
  const exif = exifSegment(textTiff({ [ARTIST]: 'Exif', [COPYRIGHT]: '© Exif' }));
  const iptc = iptcSegment(Buffer.concat([dataset(2, 80, 'Iptc'), dataset(2, 116, '© Iptc')]));

  it('each part is of XMP, else of IPTC, else of EXIF', () => {
    const of = (...segments: readonly Buffer[]) =>
      readCredit('jpg', insertSegments(JPEG, ...segments));
    const xmp = xmpSegment(packetOf(creatorsOf('Xmp')));
    expect(of(exif, iptc, xmp)).toEqual({ ...NONE, creator: 'Xmp', copyright: '© Iptc' });
    expect(of(exif, iptc)).toEqual({ ...NONE, creator: 'Iptc', copyright: '© Iptc' });
    expect(of(exif)).toEqual({ ...NONE, creator: 'Exif', copyright: '© Exif' });
  });

  it('a PNG and a WebP have those of XMP and EXIF', () => {
    const packet = packetOf(rightsOf('© Xmp'));
    const text = pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0en\0Wörter\0${packet}`));
    const block = textTiff({ [ARTIST]: 'Exif' });
    const expected = { ...NONE, creator: 'Exif', copyright: '© Xmp' };
    const png = insertAfterHeader(PNG, text, pngChunk('eXIf', block));
    expect(readCredit('png', png)).toEqual(expected);
    const chunks = [riffChunk('EXIF', block), riffChunk('XMP ', Buffer.from(packet))];
    const still = WEBP.map(({ bytes }) => bytes);
    const webp = webpOf(extendedChunk(0x0c, WIDTH, HEIGHT), ...still, ...chunks);
    expect(readCredit('webp', webp)).toEqual(expected);
  });
});

describe('of a HEIC (uploads.credit)', () => {
  it('has the block of its item of EXIF, behind an offset', () => {
    const block = Buffer.concat([Buffer.alloc(4), textTiff({ [ARTIST]: 'Ann Example' })]);
    const items = [
      { type: 'hvc1', data: Buffer.alloc(4) },
      { type: 'Exif', data: block },
    ];
    expect(readCredit('heic', heifOf('heic', items))?.creator).toBe('Ann Example');
  });
});

describe('the bounds of a credit (uploads.credit)', () => {
  it.each([
    ['cut to 500 characters', '😀'.repeat(501), '😀'.repeat(500)],
    ['in one line', ' A&#10;&#9; B&#x85;C ', 'A B C'],
    ['in NFC', 'Zoe\u0308', 'Zoë'],
    ['without marks that turn it', 'A\u202eB\ufeff', 'AB'],
    ['with joiners of its script', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['none of spaces', ' &#10; ', undefined],
  ])('a text is %s', (_, sent, expected) => {
    expect(ofXmp(creatorsOf(sent))?.creator).toBe(expected);
  });

  it.each([
    ['http://example.com/ä b', 'http://example.com/%C3%A4%20b'],
    [' https://EXAMPLE.com ', 'https://example.com/'],
    ['https://ann:word@example.com/', null],
    ['https://ann@example.com/', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//example.com/', null],
    ['example.com/licence', null],
    [`https://example.com/${'a'.repeat(1_981)}`, null],
    [`https://example.com/${'ä'.repeat(1_000)}`, null],
  ])('the licence %s', (sent, expected) => {
    expect(pageOf(sent)).toBe(expected);
  });

  it('10,000 creators are one text of 500 characters', () => {
    const datasets = Array.from({ length: 5_000 }, () => dataset(2, 80, 'Ann'));
    expect([...(ofIptc(...datasets)?.creator ?? '')]).toHaveLength(499);
  });

  it('a block above 64 KB is not read, in a format that holds one', () => {
    const sent = (length: number) => {
      const packet = packetOf(creatorsOf('Ann')).replace('?><x:', `?>${' '.repeat(length)}<x:`);
      const text = pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${packet}`));
      return readCredit('png', insertAfterHeader(PNG, text))?.creator;
    };
    expect([sent(64_000), sent(66_000)]).toEqual(['Ann', undefined]);
  });

  it('a file that is cut anywhere states no other text', () => {
    const sent = insertSegments(JPEG, xmpSegment(packetOf(creatorsOf('Ann'))));
    for (let end = 0; end < sent.length; end += 7) {
      expect([undefined, 'Ann']).toContain(readCredit('jpg', sent.subarray(0, end))?.creator);
    }
  });
});
