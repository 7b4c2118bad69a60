const uint = (value: number, bytes: number) => {
  const out = Buffer.alloc(bytes);
  out.writeUIntBE(value, 0, bytes);
  return out;
};

/** A box of ISO/IEC 14496-12. */
export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([uint(8 + data.length, 4), Buffer.from(type, 'latin1'), data]);
}

/** A box with version and flags. */
export function fullBox(type: string, version: number, ...content: readonly Uint8Array[]): Buffer {
  return box(type, uint(version * 0x1000000, 4), ...content);
}

const BRAND_BYTES = 4;
const LONG_SIZE_BYTES = 8;

/**
 * The file with a first box that states its size in 64 bits. The size takes the place of the box's
 * last two brands, so all other boxes stay where they are.
 */
export function withLongSize(file: Uint8Array): Buffer {
  const head = Buffer.from(file);
  const end = head.readUInt32BE(0);
  const content = head.subarray(8, end - 2 * BRAND_BYTES);
  const size = Buffer.alloc(LONG_SIZE_BYTES);
  size.writeBigUInt64BE(BigInt(end));
  return Buffer.concat([uint(1, 4), head.subarray(4, 8), size, content, head.subarray(end)]);
}

interface Item {
  readonly type: string;
  readonly data: Uint8Array;
}

/** A HEIF without pixels that a decoder could read: its items, properties and further boxes. */
export function heifOf(
  brand: string,
  items: readonly Item[],
  properties: readonly Buffer[] = [],
  ...more: readonly Buffer[]
): Buffer {
  const data = Buffer.concat(items.map((item) => item.data));
  const places = items.map((item, at) => {
    const from = items.slice(0, at).reduce((sum, { data }) => sum + data.length, 0);
    return Buffer.concat([
      uint(at + 1, 2),
      uint(1, 2), // in the box idat
      uint(0, 2),
      uint(1, 2),
      uint(from, 4),
      uint(item.data.length, 4),
    ]);
  });
  const entries = items.map(({ type }, at) =>
    fullBox('infe', 2, uint(at + 1, 2), uint(0, 2), Buffer.from(`${type}\0`, 'latin1')),
  );
  const indices = properties.map((_, at) => uint(at + 1, 1));
  const links = Buffer.concat([uint(1, 2), uint(properties.length, 1), ...indices]);
  const meta = fullBox(
    'meta',
    0,
    fullBox('pitm', 0, uint(1, 2)),
    fullBox('iloc', 1, uint(0x44, 1), uint(0, 1), uint(items.length, 2), ...places),
    fullBox('iinf', 0, uint(items.length, 2), ...entries),
    box('iprp', box('ipco', ...properties), fullBox('ipma', 0, uint(1, 4), links)),
    box('idat', data),
  );
  return Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1`, 'latin1')), meta, ...more]);
}

/** A movie of one track with so many samples. */
export function movieOf(samples: number): Buffer {
  const sizes = fullBox('stsz', 0, uint(0, 4), uint(samples, 4));
  return box('moov', box('trak', box('mdia', box('minf', box('stbl', sizes)))));
}
