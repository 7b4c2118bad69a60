import sharp from 'sharp';
import { findMarker, insertSegments, jpegSegment } from '../images/make-jpeg.ts';
import { fileOf, type HostileFile } from './hostile-file.ts';

const SOF0 = 0xc0;
const SOS = 0xda;
const LARGEST_SIDE_PX = 7_000;

/** The JPEG with another size in its frame header. */
function claim(jpg: Buffer, width: number, height: number): Buffer {
  const lie = Buffer.from(jpg);
  const at = findMarker(lie, SOF0);
  lie.writeUInt16BE(height, at + 5);
  lie.writeUInt16BE(width, at + 7);
  return lie;
}

async function progressive(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#336699' } as const;
  return sharp({ create }).jpeg({ progressive: true, optimiseScans: false }).toBuffer();
}

/** The JPEG with its last scan so many times more. */
function repeatLastScan(jpg: Buffer, times: number): Buffer {
  const end = jpg.lastIndexOf(Buffer.from([0xff, 0xd9]));
  const from = jpg.lastIndexOf(Buffer.from([0xff, SOS]));
  const scan = jpg.subarray(from, end);
  return Buffer.concat([
    jpg.subarray(0, end),
    ...Array.from({ length: times }, () => scan),
    jpg.subarray(end),
  ]);
}

/**
 * Each scan of one coefficient's bit, and before it every table that can be numbered, none of which
 * it names.
 */
function manyTablesAtEachScan(): Buffer {
  const table = (slot: number) => [slot, 1, ...new Array<number>(15).fill(0), 0];
  const tables = jpegSegment(
    0xc4,
    Buffer.from(Array.from({ length: 254 }, (_, i) => table(i + 2)).flat()),
  );
  const scans = Array.from({ length: 99 }, (_, i) => {
    const [at, bits] = [1 + (i % 50), i < 50 ? 1 : 0x10];
    return [tables, jpegSegment(SOS, Buffer.from([1, 1, 0, at, at, bits])), Buffer.from([0])];
  });
  const frame = jpegSegment(0xc2, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0]));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    frame,
    ...scans.flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** JPEGs that are more than they seem. */
export async function makeJpegBombs(jpg: Buffer): Promise<HostileFile[]> {
  const [small, large] = [await progressive(64), await progressive(LARGEST_SIDE_PX)];
  const bomb = (name: string, bytes: Buffer, due?: HostileFile['due']) =>
    fileOf(`bomb/JPEG ${name}`, 'jpg', bytes, due);
  const manyTables = Array.from({ length: 20_000 }, () =>
    jpegSegment(0xdb, Buffer.from([0, ...new Array(64).fill(1)])),
  );
  const manyProfiles = Array.from({ length: 255 }, (_, i) =>
    jpegSegment(
      0xe2,
      Buffer.from([...Buffer.from('ICC_PROFILE\0'), i + 1, 255, ...new Array(9_000).fill(0)]),
    ),
  );
  return [
    bomb('of 65500 x 65500', claim(jpg, 65_500, 65_500)),
    bomb('of 16385 x 1', claim(jpg, 16_385, 1)),
    bomb('of 1 x 65500', claim(jpg, 1, 65_500)),
    bomb('of 7072 x 7072', claim(jpg, 7_072, 7_072)),
    bomb('of 7000 x 7000, nothing in it', claim(jpg, 7_000, 7_000)),
    bomb('of no height', claim(jpg, 48, 0)),
    bomb('of 120 scans', repeatLastScan(small, 120), 'any'),
    bomb('of 10000 scans', repeatLastScan(small, 10_000), 'any'),
    bomb('of 49 MP, progressive', large, 'any'),
    bomb('of 49 MP and 40 scans', repeatLastScan(large, 30), 'any'),
    bomb('of 20000 tables', insertSegments(jpg, ...manyTables), 'any'),
    bomb('of 254 tables at 99 scans', manyTablesAtEachScan(), 'any'),
    bomb('of a 2 MB profile', insertSegments(jpg, ...manyProfiles), 'any'),
  ];
}
