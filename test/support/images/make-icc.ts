/** A tag of a profile: its signature, and its data. */
export type IccTag = readonly [name: string, data: Buffer];

const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => {
    bytes.writeUInt32BE(value >>> 0, 4 * at);
  });
  return bytes;
};
const typed = (type: string, ...data: Buffer[]) =>
  Buffer.concat([Buffer.from(type), uint32(0), ...data]);

/** An XYZ tag of three numbers. */
export function xyzTag(...numbers: readonly number[]): Buffer {
  return typed('XYZ ', uint32(...numbers.map((number) => Math.round(number * 0x10000))));
}

/** A curve of sampled values, or of one exponent in 256ths. */
export function curveTag(...values: readonly number[]): Buffer {
  const table = Buffer.alloc(2 * values.length);
  values.forEach((value, at) => {
    table.writeUInt16BE(value, 2 * at);
  });
  return typed('curv', uint32(values.length), table);
}

/** A 16-bit table of two points a side, from so many channels. */
export function lutTag(channels: number): Buffer {
  const head = Buffer.from([channels, 3, 2, 0]);
  const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000);
  const numbers = Buffer.alloc(4 + 2 * (2 * channels + 3 * 2 ** channels + 2 * 3));
  numbers.writeUInt16BE(2, 0);
  numbers.writeUInt16BE(2, 2);
  for (let at = 4; at < numbers.length; at += 2) numbers.writeUInt16BE((at * 977) & 0xffff, at);
  return typed('mft2', head, matrix, numbers);
}

/** A table from three channels to plausible colours of Lab, from black to white. */
export function screenTableTag(): Buffer {
  const head = Buffer.from([3, 3, 2, 0]);
  const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000);
  const straight = [0, 0xffff, 0, 0xffff, 0, 0xffff];
  const corners = Array.from({ length: 8 }, (_, at) => [at >> 2, (at >> 1) & 1, at & 1]);
  const colours = corners.flatMap(([r = 0, g = 0, b = 0]) => [
    (30 * r + 60 * g + 10 * b) * 652.8, // 100 is 0xff00
    (60 * r - 60 * g + 128) * 256,
    (50 * r + 40 * g - 90 * b + 128) * 256,
  ]);
  const numbers = [2, 2, ...straight, ...colours, ...straight].map(Math.round);
  const data = Buffer.alloc(2 * numbers.length);
  for (const [at, value] of numbers.entries()) data.writeUInt16BE(value, 2 * at);
  return typed('mft2', head, matrix, data);
}

/**
 * A table with curves before and behind it, its parts with gaps between them, from so many
 * channels.
 */
export function lutAToBTag(channels: number): Buffer {
  const gap = Buffer.from('CANARY-GAP..');
  const curves = (count: number) =>
    Buffer.concat(
      Array.from({ length: count }, () => Buffer.concat([curveTag(300), Buffer.alloc(2)])),
    );
  const grid = Buffer.alloc(20 + 2 * 3 * 2 ** channels);
  grid.fill(2, 0, channels);
  grid.write('CANARY', channels);
  grid[16] = 2;
  for (let at = 20; at < grid.length; at += 1) grid[at] = (at * 131) & 255;
  const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0);
  const offsets: number[] = [];
  let end = 32;
  const parts = [curves(3), matrix, curves(3), grid, curves(channels)].flatMap((part) => {
    offsets.push(end + gap.length);
    end += gap.length + part.length;
    return [gap, part];
  });
  return typed('mAB ', Buffer.from([channels, 3, 0, 0]), uint32(...offsets), ...parts);
}

/** The colours of a screen that is not sRGB. */
export const SCREEN_TAGS: readonly IccTag[] = [
  ['wtpt', xyzTag(0.9642, 1, 0.8249)],
  ['rXYZ', xyzTag(0.5151, 0.2412, -0.0011)],
  ['gXYZ', xyzTag(0.292, 0.6922, 0.0419)],
  ['bXYZ', xyzTag(0.1571, 0.0666, 0.7841)],
  ['rTRC', curveTag(461)],
  ['gTRC', curveTag(461)],
  ['bTRC', curveTag(461)],
];

const COLOUR_TAGS: Readonly<Record<string, readonly IccTag[]>> = {
  'RGB ': SCREEN_TAGS,
  GRAY: [['kTRC', curveTag(461)]],
  CMYK: [['A2B0', lutTag(4)]],
};

/**
 * A profile of these tags, one behind the other, under a header that tells of its maker and its
 * screen.
 */
export function iccOf(colourSpace: string, tags: readonly IccTag[], header = ''): Buffer {
  const table: Buffer[] = [uint32(tags.length)];
  let end = 128 + 4 + 12 * tags.length;
  const data = tags.map(([name, bytes]) => {
    table.push(Buffer.from(name), uint32(end, bytes.length));
    const aligned = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    end += aligned.length;
    return aligned;
  });
  const head = Buffer.alloc(128);
  // in the identifier and the reserved bytes, whatever there is room for
  head.write(header.slice(0, 44), 84, 'latin1');
  head.writeUInt32BE(end, 0);
  head.writeUInt32BE(0x02400000, 8);
  head.write(`mntr${colourSpace}${colourSpace === 'CMYK' ? 'Lab ' : 'XYZ '}`, 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  head.writeUInt32BE(0, 64);
  return Buffer.concat([head, ...table, ...data]);
}

/** A profile of a size in bytes, filled by a private tag, the first, that carries a text. */
export function makeIcc(bytes: number, colourSpace = 'RGB ', text = ''): Buffer {
  const colours = COLOUR_TAGS[colourSpace] ?? [];
  const bare = iccOf(colourSpace, [['CNRY', Buffer.alloc(0)], ...colours]).length;
  if (bytes < bare || bytes % 4 !== bare % 4)
    throw new RangeError(`a profile has at least ${bare} bytes, in fours`);
  const filling = Buffer.from(Array.from({ length: bytes - bare }, (_, i) => (i * 31) & 255));
  filling.write(text, 'latin1');
  return iccOf(colourSpace, [['CNRY', filling], ...colours]);
}
