import { listMediaBoxes } from '../../../../core/codecs/boxes/read-box.ts';

/** A coded image: its AV1 data, its `av1C`, and its sides. */
export interface CodedImage {
  readonly data: Buffer;
  readonly config: Buffer;
  readonly width: number;
  readonly height: number;
}

/** An item of an AVIF that a test makes. */
export interface AvifItem {
  readonly id: number;
  readonly type: string;
  readonly data: Buffer;
  /** Whole boxes; a property that must be understood has its name in `ESSENTIAL`. */
  readonly properties: readonly Buffer[];
}

/** How an AVIF is written, with the usual form where nothing is said. */
export interface AvifForm {
  readonly items: readonly AvifItem[];
  readonly primary?: number;
  /** References in their order: name, from, to. */
  readonly references?: readonly (readonly [type: string, from: number, to: readonly number[]])[];
  readonly placesVersion?: 0 | 1 | 2;
  /** The data lie in `idat`. */
  readonly isInMeta?: boolean;
  /** The number of pieces of each item's data. */
  readonly pieces?: number;
  /** `mdat` comes before `meta`. */
  readonly isDataFirst?: boolean;
  /** Sizes of boxes behind `ftyp` in 64 bits. */
  readonly isLarge?: boolean;
  /** Numbers of properties in 15 bits, and of items in 32. */
  readonly isWide?: boolean;
  /** Boxes between `ftyp` and the others, and inside `meta`. */
  readonly between?: readonly Buffer[];
  readonly brands?: string;
}

const ESSENTIAL = ['av1C', 'clap', 'irot', 'imir', 'lsel', 'a1op'];

const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  if (bytes > 0) buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A box, with a size of 64 bits on demand. */
export function mediaBox(type: string, content: Uint8Array, isLarge = false): Buffer {
  const name = Buffer.from(type, 'latin1');
  if (!isLarge) return Buffer.concat([uint(8 + content.length, 4), name, content]);
  return Buffer.concat([uint(1, 4), name, uint(0, 4), uint(16 + content.length, 4), content]);
}

/** A box with a version and flags. */
export function fullBox(type: string, version: number, content: Uint8Array, flags = 0): Buffer {
  return mediaBox(type, Buffer.concat([uint(version, 1), uint(flags, 3), content]));
}

/** An `ispe` property. */
export const sizeProperty = (width: number, height: number) =>
  fullBox('ispe', 0, Buffer.concat([uint(width, 4), uint(height, 4)]));

/** A `pixi` property of so many channels. */
export const depthProperty = (channels: number, bits: number) =>
  fullBox('pixi', 0, Buffer.from([channels, ...new Array<number>(channels).fill(bits)]));

/** The property of an item that is the transparency of another. */
export const alphaProperty = () =>
  fullBox('auxC', 0, Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'));

/** The data of a `grid` item. */
export const gridData = (rows: number, columns: number, width: number, height: number) =>
  Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), uint(width, 2), uint(height, 2)]);

/** The coded images of an AVIF that sharp wrote: the image, and its transparency. */
export function readCodedImages(avif: Buffer): CodedImage[] {
  const boxes = (from: number, end: number) => listMediaBoxes(avif, from, end);
  const [meta] = boxes(0, avif.length).filter(({ type }) => type === 'meta');
  const inner = boxes((meta?.start ?? 0) + 4, meta?.end ?? 0);
  const find = (type: string) => inner.find((box) => box.type === type) ?? { start: 0, end: 0 };
  const properties = boxes(find('iprp').start, find('iprp').end);
  const container = properties.find(({ type }) => type === 'ipco') ?? { start: 0, end: 0 };
  const all = boxes(container.start, container.end);
  const contents = (type: string) =>
    all.filter((box) => box.type === type).map(({ start, end }) => avif.subarray(start, end));
  const [size] = contents('ispe');
  const places = avif.subarray(find('iloc').start, find('iloc').end);
  const isBased = places[5] !== 0;
  const count = places.readUInt16BE(6);
  return Array.from({ length: count }, (_, at) => {
    const entry = places.subarray(8 + at * ((places.length - 8) / count));
    const numbers = entry.subarray(entry.length - 8).length;
    const start = 4 + (places[0] === 0 ? 0 : 2) + (isBased ? 4 : 0) + 2;
    const from = entry.readUInt32BE(start) + (isBased ? entry.readUInt32BE(start - 6) : 0);
    const data = avif.subarray(from, from + entry.readUInt32BE(start + numbers - 4));
    const configs = contents('av1C');
    const config = mediaBox('av1C', configs[Math.min(at, configs.length - 1)] ?? Buffer.alloc(4));
    return {
      data,
      config,
      width: size?.readUInt32BE(4) ?? 0,
      height: size?.readUInt32BE(8) ?? 0,
    };
  });
}

function listProperties({ items, isWide = false }: AvifForm): Buffer {
  const all = items.flatMap(({ properties }) => properties);
  let index = 0;
  const uses = items.map(({ id, properties }) => {
    const entries = properties.map((property) => {
      index += 1;
      const isEssential = ESSENTIAL.includes(property.toString('latin1', 4, 8));
      return uint(index + (isEssential ? (isWide ? 0x8000 : 0x80) : 0), isWide ? 2 : 1);
    });
    return Buffer.concat([uint(id, isWide ? 4 : 2), uint(properties.length, 1), ...entries]);
  });
  const table = Buffer.concat([uint(items.length, 4), ...uses]);
  const uses1 = fullBox('ipma', isWide ? 1 : 0, table, isWide ? 1 : 0);
  return mediaBox('iprp', Buffer.concat([mediaBox('ipco', Buffer.concat(all)), uses1]));
}

function listPlaces(form: AvifForm, dataStart: number): Buffer {
  const { items, placesVersion = 0, isInMeta = false, pieces = 1 } = form;
  const version = isInMeta ? Math.max(1, placesVersion) : placesVersion;
  const idBytes = version === 2 ? 4 : 2;
  let at = isInMeta ? 0 : dataStart;
  const entries = items.map(({ id, data }) => {
    const extents = Array.from({ length: pieces }, (_, piece) => {
      const from = Math.floor((data.length * piece) / pieces);
      const to = Math.floor((data.length * (piece + 1)) / pieces);
      return Buffer.concat([uint(at + from, 4), uint(to - from, 4)]);
    });
    at += data.length;
    const method = version === 0 ? Buffer.alloc(0) : uint(isInMeta ? 1 : 0, 2);
    return Buffer.concat([uint(id, idBytes), method, uint(0, 2), uint(pieces, 2), ...extents]);
  });
  const head = Buffer.concat([Buffer.from([0x44, 0]), uint(items.length, idBytes)]);
  return fullBox('iloc', version, Buffer.concat([head, ...entries]));
}

function listItems({ items, isWide = false }: AvifForm): Buffer {
  const entries = items.map(({ id, type }) => {
    const content = [uint(id, isWide ? 4 : 2), uint(0, 2), Buffer.from(`${type}\0`)];
    return fullBox('infe', isWide ? 3 : 2, Buffer.concat(content));
  });
  return fullBox('iinf', 0, Buffer.concat([uint(items.length, 2), ...entries]));
}

function listReferences({ references = [], isWide = false }: AvifForm): Buffer[] {
  if (references.length === 0) return [];
  const bytes = isWide ? 4 : 2;
  const boxes = references.map(([type, from, to]) => {
    const ids = [uint(from, bytes), uint(to.length, 2), ...to.map((id) => uint(id, bytes))];
    return mediaBox(type, Buffer.concat(ids));
  });
  return [fullBox('iref', isWide ? 1 : 0, Buffer.concat(boxes))];
}

/** An AVIF in the given form. */
export function makeAvif(form: AvifForm): Buffer {
  const { items, primary = 1, isInMeta = false, isDataFirst = false, isLarge = false } = form;
  const { isWide = false, between = [], brands = 'avif\0\0\0\0avifmif1miaf' } = form;
  const ftyp = mediaBox('ftyp', Buffer.from(brands, 'latin1'));
  const data = Buffer.concat(items.map((item) => item.data));
  const mdat = mediaBox('mdat', isInMeta ? Buffer.alloc(0) : data, isLarge);
  const metaOf = (dataStart: number) => {
    const handler = fullBox('hdlr', 0, Buffer.from('\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0'));
    const parts = [
      handler,
      ...between,
      fullBox('pitm', isWide ? 1 : 0, uint(primary, isWide ? 4 : 2)),
      listPlaces({ ...form, placesVersion: isWide ? 2 : (form.placesVersion ?? 0) }, dataStart),
      listItems(form),
      ...listReferences(form),
      listProperties(form),
      ...(isInMeta ? [mediaBox('idat', data)] : []),
    ];
    return mediaBox('meta', Buffer.concat([uint(0, 4), ...parts]), isLarge);
  };
  const head = Buffer.concat([ftyp, ...between]);
  const dataHead = mdat.length - (isInMeta ? 0 : data.length);
  if (isDataFirst) return Buffer.concat([head, mdat, metaOf(head.length + dataHead)]);
  return Buffer.concat([head, metaOf(head.length + metaOf(0).length + dataHead), mdat]);
}
