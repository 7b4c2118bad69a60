import {
  type AvifItem,
  alphaProperty,
  type CodedImage,
  depthProperty,
  fullBox,
  gridData,
  makeAvif,
  mediaBox,
  readCodedImages,
  sizeProperty,
} from '../avif/make-avif.ts';
import { makeMovie } from '../avif/make-movie.ts';
import { withLongSize } from '../make-boxes.ts';
import { orientationTiff } from '../make-exif.ts';
import { cutFiles, type FaultyFile, faultyFiles, withBytesAt } from './faulty-file.ts';
import { drawPicture } from './picture.ts';

const TYPE = 'image/avif';
const DEPTH = depthProperty(3, 8);
const uint32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => void bytes.writeInt32BE(value, at * 4));
  return bytes;
};

const item = (
  id: number,
  { data, config, width, height }: CodedImage,
  ...more: Buffer[]
): AvifItem => {
  return { id, type: 'av01', data, properties: [config, sizeProperty(width, height), ...more] };
};
const exifItem = (orientation: number): AvifItem => {
  const data = Buffer.concat([Buffer.alloc(4), orientationTiff(orientation)]);
  return { id: 9, type: 'Exif', data, properties: [] };
};
const INSIDE = [0, 0, 0, 0, 0, 0, 0, 12];
const turn = (turns: number) => mediaBox('irot', Buffer.of(turns));
const mirror = (axis: number) => mediaBox('imir', Buffer.of(axis));
const crop = (width: number, height: number, x: number, y: number) =>
  mediaBox('clap', uint32(width, 1, height, 1, x, 1, y, 1));

async function encode(channels: 3 | 4, size?: readonly [number, number]): Promise<CodedImage[]> {
  const drawn = drawPicture(channels);
  const resized = size ? drawn.resize(...size, { fit: 'fill' }) : drawn;
  return readCodedImages(
    await resized.avif({ effort: 0, quality: 90, chromaSubsampling: '4:4:4' }).toBuffer(),
  );
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the encoder wrote no such image');
  return value;
}

function faultsOfTurns(picture: CodedImage): Record<string, Uint8Array> {
  const turned = (...properties: Buffer[]) =>
    makeAvif({ items: [item(1, picture, DEPTH, ...properties)] });
  const files: Record<string, Uint8Array> = {};
  for (const turns of [0, 1, 2, 3]) {
    files[`a turn of ${turns}`] = turned(turn(turns));
    for (const axis of [0, 1]) {
      files[`a turn of ${turns} and a mirror of ${axis}`] = turned(turn(turns), mirror(axis));
      files[`a mirror of ${axis} and a turn of ${turns}`] = turned(mirror(axis), turn(turns));
    }
  }
  for (const orientation of [1, 3, 6, 8]) {
    files[`EXIF ${orientation}`] = makeAvif({
      items: [item(1, picture, DEPTH), exifItem(orientation)],
      references: [['cdsc', 9, [1]]],
    });
    files[`EXIF ${orientation} and a turn of 1`] = makeAvif({
      items: [item(1, picture, DEPTH, turn(1)), exifItem(orientation)],
      references: [['cdsc', 9, [1]]],
    });
  }
  return {
    ...files,
    'a crop from the first corner': turned(crop(32, 24, -16, -12)),
    'a crop of the middle': turned(crop(32, 24, 0, 0)),
    'a crop from the first corner and a turn of 1': turned(crop(32, 24, -16, -12), turn(1)),
    'a crop of the middle and a turn of 1': turned(crop(32, 24, 0, 0), turn(1)),
    'a crop larger than the image': turned(crop(100, 90, 18, 21)),
    'a crop by halves': turned(mediaBox('clap', uint32(65, 2, 24, 1, 0, 1, 0, 1))),
    'two turns': turned(turn(1), turn(2)),
    'square pixels': turned(mediaBox('pasp', uint32(1, 1))),
    'wide pixels': turned(mediaBox('pasp', uint32(2, 1))),
  };
}

function faultsOfSizes(picture: CodedImage): Record<string, Uint8Array> {
  const { config, data } = picture;
  const stated = (width: number, height: number) =>
    makeAvif({
      items: [
        { id: 1, type: 'av01', data, properties: [config, sizeProperty(width, height), DEPTH] },
      ],
    });
  return {
    'AVIF, plain': makeAvif({ items: [item(1, picture, DEPTH)] }),
    'a stated size twice its own': stated(128, 96),
    'a stated size half its own': stated(32, 24),
    'a stated size a bit above its own': stated(66, 48),
    'a stated size of another ratio': stated(64, 24),
    'a stated size of 0': stated(0, 0),
    'no stated size': makeAvif({
      items: [{ id: 1, type: 'av01', data, properties: [config, DEPTH] }],
    }),
    'a depth of other channels': makeAvif({ items: [item(1, picture, depthProperty(1, 8))] }),
    'a depth of ten bits': makeAvif({ items: [item(1, picture, depthProperty(3, 10))] }),
    'no configuration': makeAvif({
      items: [{ id: 1, type: 'av01', data, properties: [sizeProperty(64, 48), DEPTH] }],
    }),
    'a configuration of monochrome': makeAvif({
      items: [
        item(1, { ...picture, config: mediaBox('av1C', Buffer.of(0x81, 0, 0x1c, 0)) }, DEPTH),
      ],
    }),
    'garbage behind its data': makeAvif({
      items: [item(1, { ...picture, data: Buffer.concat([data, Buffer.from('garbage')]) }, DEPTH)],
    }),
    'an unknown property': makeAvif({
      items: [item(1, picture, DEPTH, mediaBox('abcd', Buffer.alloc(8)))],
    }),
    'brands without avif': makeAvif({
      items: [item(1, picture, DEPTH)],
      brands: 'mif1\0\0\0\0mif1avif',
    }),
    'data in idat': makeAvif({ items: [item(1, picture, DEPTH)], isInMeta: true }),
    'data in three pieces': makeAvif({ items: [item(1, picture, DEPTH)], pieces: 3 }),
    'boxes of 64 bits': makeAvif({ items: [item(1, picture, DEPTH)], isLarge: true }),
    'data before meta': makeAvif({ items: [item(1, picture, DEPTH)], isDataFirst: true }),
    'wide numbers': makeAvif({ items: [item(1, picture, DEPTH)], isWide: true }),
    'unknown boxes': makeAvif({
      items: [item(1, picture, DEPTH)],
      between: [mediaBox('free', Buffer.alloc(9)), fullBox('abcd', 0, Buffer.alloc(3))],
    }),
    'surplus bytes behind the end': Buffer.concat([
      makeAvif({ items: [item(1, picture, DEPTH)] }),
      Buffer.from('surplus'),
    ]),
  };
}

function faultsOfAlpha(picture: CodedImage, same: CodedImage, smaller: CodedImage) {
  const withAlpha = (alpha: CodedImage, ...more: Buffer[]) =>
    makeAvif({
      items: [item(1, picture, DEPTH), item(2, alpha, alphaProperty(), ...more)],
      references: [['auxl', 2, [1]]],
    });
  const stated = { ...smaller, width: 64, height: 48 };
  return {
    'alpha, plain': withAlpha(same, depthProperty(1, 8)),
    'alpha without a depth': withAlpha(same),
    'alpha of half the size': withAlpha(smaller),
    'alpha of half the size that states the whole one': withAlpha(stated),
    'alpha without a reference': makeAvif({
      items: [item(1, picture, DEPTH), item(2, same, alphaProperty())],
    }),
  };
}

function faultsOfGrids(tiles: readonly CodedImage[]): Record<string, Uint8Array> {
  const grid = (width: number, height: number, order: readonly number[], rows = 1, columns = 2) =>
    makeAvif({
      items: [
        {
          id: 1,
          type: 'grid',
          data: gridData(rows, columns, width, height),
          properties: [sizeProperty(width, height), DEPTH],
        },
        ...tiles.map((tile, at) => item(at + 2, tile, DEPTH)),
      ],
      references: [['dimg', 1, order]],
    });
  return {
    'a grid': grid(128, 64, [2, 3]),
    'a grid in the other order': grid(128, 64, [3, 2]),
    'a grid that is cut': grid(120, 60, [2, 3]),
    'a grid of one tile twice': grid(128, 64, [2, 2]),
    'a grid larger than its tiles': grid(140, 64, [2, 3]),
    'a grid of tiles too few': grid(128, 64, [2]),
  };
}

function faultsOfMovies(picture: CodedImage, other: CodedImage, alpha: CodedImage) {
  const codes = mediaBox('colr', Buffer.from([...Buffer.from('nclx'), 0, 1, 0, 13, 0, 6, 0x80]));
  return {
    'a movie without meta': makeMovie({ frames: [picture, other] }),
    'a movie without a primary item': makeMovie({ frames: [picture, other], hasMeta: true }),
    'a movie of one frame': makeMovie({ frames: [picture], hasMeta: true }),
    'a movie with transparency': makeMovie({ frames: [picture, other], alphas: [alpha, alpha] }),
    'a movie with places of 64 bits': makeMovie({ frames: [picture, other], isLarge: true }),
    'a movie with codes of colour': makeMovie({ frames: [picture, other], more: [codes] }),
  };
}

function faultsOfFirstBox(picture: CodedImage): Record<string, Uint8Array> {
  const file = (brands: string) => makeAvif({ items: [item(1, picture, DEPTH)], brands });
  const own = withLongSize(file('avif\0\0\0\0avifmif1miaf'));
  return {
    'a first box with a size of 64 bits': own,
    'a generic brand and a size of 64 bits': withLongSize(file('mif1\0\0\0\0avifmif1miaf')),
    'a first box with a size of 64 bits beyond the file': withBytesAt(own, 8, 0, 0, 0, 1),
    'a first box with a size of 64 bits inside of its head': withBytesAt(own, 8, ...INSIDE),
    'a first box up to the end of the file': withBytesAt(file('avif\0\0\0\0avif'), 0, 0, 0, 0, 0),
  };
}

/** AVIFs with faults, and in rare forms. */
export async function makeAvifFaults(): Promise<FaultyFile[]> {
  const [picture, alpha] = (await encode(4)).map(required);
  const whole = required((await encode(3))[0]);
  const small = required((await encode(4, [32, 24]))[1]);
  const tile = required((await encode(3, [64, 64]))[0]);
  const other = readCodedImages(
    await drawPicture(3)
      .resize(64, 64, { fit: 'fill' })
      .negate()
      .avif({ effort: 0, quality: 90 })
      .toBuffer(),
  );
  const negated = readCodedImages(
    await drawPicture(3)
      .negate()
      .avif({ effort: 0, quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  );
  const files = {
    ...faultsOfSizes(whole),
    ...faultsOfTurns(whole),
    ...faultsOfFirstBox(whole),
    ...faultsOfAlpha(required(picture), required(alpha), small),
    ...faultsOfGrids([tile, required(other[0])]),
    ...faultsOfMovies(whole, required(negated[0]), required(alpha)),
  };
  const plain = makeAvif({ items: [item(1, whole, DEPTH)] });
  return [...faultyFiles(TYPE, files), ...cutFiles('AVIF', TYPE, plain)];
}
