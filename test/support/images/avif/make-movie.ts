import { type CodedImage, fullBox, mediaBox } from './make-avif.ts';

/** How a movie of AV1 is written, with the usual form where nothing is said. */
export interface MovieForm {
  readonly frames: readonly CodedImage[];
  /** Of each frame. */
  readonly alphas?: readonly CodedImage[];
  /** A `meta` box without a primary item, as GPAC writes it. */
  readonly hasMeta?: boolean;
  /** Places of the data in 64 bits. */
  readonly isLarge?: boolean;
  /** Further boxes of the sample entry, such as `colr`. */
  readonly more?: readonly Buffer[];
}

const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, bytes > 6 ? bytes - 6 : 0, Math.min(6, bytes));
  return buffer;
};
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const matrix = Buffer.concat(MATRIX.map((value) => uint(value, 4)));
const DURATION = 100;

function sampleTable(
  frames: readonly CodedImage[],
  dataStart: number,
  isAlpha: boolean,
  { isLarge = false, more = [] }: MovieForm,
): Buffer {
  const [first] = frames;
  if (!first) throw new Error('no frame');
  const { width, height, config } = first;
  const alphaType = fullBox(
    'auxi',
    0,
    Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'),
  );
  const entry = mediaBox(
    'av01',
    Buffer.concat([
      uint(0, 6),
      uint(1, 2),
      Buffer.alloc(16),
      uint(width, 2),
      uint(height, 2),
      uint(0x480000, 4),
      uint(0x480000, 4),
      uint(0, 4),
      uint(1, 2),
      Buffer.alloc(32),
      uint(24, 2),
      uint(0xffff, 2),
      config,
      ...(isAlpha ? [alphaType] : more),
    ]),
  );
  const count = frames.length;
  return mediaBox(
    'stbl',
    Buffer.concat([
      fullBox('stsd', 0, Buffer.concat([uint(1, 4), entry])),
      fullBox('stts', 0, Buffer.concat([uint(1, 4), uint(count, 4), uint(DURATION, 4)])),
      fullBox('stsc', 0, Buffer.concat([uint(1, 4), uint(1, 4), uint(count, 4), uint(1, 4)])),
      fullBox(
        'stsz',
        0,
        Buffer.concat([
          uint(0, 4),
          uint(count, 4),
          ...frames.map(({ data }) => uint(data.length, 4)),
        ]),
      ),
      fullBox(
        isLarge ? 'co64' : 'stco',
        0,
        Buffer.concat([uint(1, 4), uint(dataStart, isLarge ? 8 : 4)]),
      ),
    ]),
  );
}

function trackOf(
  id: number,
  frames: readonly CodedImage[],
  dataStart: number,
  isAlpha: boolean,
  form: MovieForm,
): Buffer {
  const { width = 0, height = 0 } = frames[0] ?? {};
  const ticks = uint(frames.length * DURATION, 4);
  const head = fullBox(
    'tkhd',
    0,
    Buffer.concat([
      Buffer.alloc(8),
      uint(id, 4),
      Buffer.alloc(4),
      ticks,
      Buffer.alloc(16),
      matrix,
      uint(width * 0x10000, 4),
      uint(height * 0x10000, 4),
    ]),
    1,
  );
  const handler = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(isAlpha ? 'auxv' : 'pict'),
    Buffer.alloc(13),
  ]);
  const media = [
    fullBox('mdhd', 0, Buffer.concat([Buffer.alloc(8), uint(1000, 4), ticks, Buffer.alloc(4)])),
    fullBox('hdlr', 0, handler),
    mediaBox(
      'minf',
      Buffer.concat([
        fullBox('vmhd', 0, Buffer.alloc(8), 1),
        mediaBox(
          'dinf',
          fullBox('dref', 0, Buffer.concat([uint(1, 4), fullBox('url ', 0, Buffer.alloc(0), 1)])),
        ),
        sampleTable(frames, dataStart, isAlpha, form),
      ]),
    ),
  ];
  const reference = isAlpha ? [mediaBox('tref', mediaBox('auxl', uint(1, 4)))] : [];
  return mediaBox(
    'trak',
    Buffer.concat([head, ...reference, mediaBox('mdia', Buffer.concat(media))]),
  );
}

/** An animated AVIF without a primary item. */
export function makeMovie(form: MovieForm): Buffer {
  const { frames, alphas = [], hasMeta = false } = form;
  const ftyp = mediaBox('ftyp', Buffer.from('avis\0\0\0\0avismsf1miafMA1B', 'latin1'));
  const handler = fullBox(
    'hdlr',
    0,
    Buffer.concat([Buffer.alloc(4), Buffer.from('pict'), Buffer.alloc(13)]),
  );
  const head = hasMeta ? Buffer.concat([ftyp, fullBox('meta', 0, handler)]) : ftyp;
  const join = (images: readonly CodedImage[]) => Buffer.concat(images.map(({ data }) => data));
  const movieAt = (dataStart: number) => {
    const times = [Buffer.alloc(8), uint(1000, 4), uint(frames.length * DURATION, 4)];
    const rest = [uint(0x10000, 4), uint(0x100, 2), Buffer.alloc(10), matrix, Buffer.alloc(24)];
    const header = fullBox('mvhd', 0, Buffer.concat([...times, ...rest, uint(3, 4)]));
    const alphaStart = dataStart + join(frames).length;
    return mediaBox(
      'moov',
      Buffer.concat([
        header,
        trackOf(1, frames, dataStart, false, form),
        ...(alphas.length > 0 ? [trackOf(2, alphas, alphaStart, true, form)] : []),
      ]),
    );
  };
  const movie = movieAt(head.length + movieAt(0).length + 8);
  const data = mediaBox('mdat', Buffer.concat([join(frames), join(alphas)]));
  return Buffer.concat([head, movie, data]);
}
