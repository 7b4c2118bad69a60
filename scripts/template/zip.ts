import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  /** With forward slashes. */
  readonly name: string;
  readonly body: Uint8Array;
}

/** APPNOTE.TXT of PKWARE, 4.3: signatures of the three kinds of records. */
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
/** UTF-8 names. */
const FLAGS = 0x0800;
const [STORED, DEFLATED] = [0, 8];
/** 1980-01-01, the first date of the format: equal files make an equal archive. */
const DATE = 0x21;
/** Version made by Unix, so that the mode below counts. */
const MADE_BY = (3 << 8) | VERSION;
/** A regular file that everybody may read: AWS Lambda runs as another user. */
const MODE = 0o100644 * 0x10000;

function fields(...values: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}

/**
 * A ZIP archive of the files in the order of their names. Without ZIP64: at most 65,535 files and
 * 4 GB.
 */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, body } of sorted) {
    const deflated = deflateRawSync(body, { level: 9 });
    const isSmaller = deflated.length < body.length;
    const data = isSmaller ? deflated : Buffer.from(body);
    const path = Buffer.from(name);
    const common = fields(
      [2, VERSION],
      [2, FLAGS],
      [2, isSmaller ? DEFLATED : STORED],
      [2, 0],
      [2, DATE],
      [4, crc32(body)],
      [4, data.length],
      [4, body.length],
      [2, path.length],
      [2, 0],
    );
    files.push(fields([4, LOCAL]), common, path, data);
    const place = fields([2, 0], [2, 0], [2, 0], [4, MODE], [4, offset]);
    directory.push(fields([4, CENTRAL], [2, MADE_BY]), common, place, path);
    offset += 4 + common.length + path.length + data.length;
  }
  const central = Buffer.concat(directory);
  const count = sorted.length;
  const counts = fields([2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, offset]);
  return Buffer.concat([...files, central, fields([4, END]), counts, fields([2, 0])]);
}

/** Every file below a folder, by its path in it. */
export function readEntries(folder: string): ZipEntry[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      name: path.slice(folder.length + 1).replaceAll('\\', '/'),
      body: readFileSync(path),
    }));
}
