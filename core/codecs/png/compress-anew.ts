import { constants, createDeflate, createInflateRaw } from 'node:zlib';
import { ImageFileFault } from '../image-file.ts';
import { joinBytes } from '../write-bytes.ts';

const HEAD_BYTES = 2;
const DEFLATE = 8;
const HAS_DICTIONARY = 0x20;
/** A quick one, since the rows of 50 megapixels may have 400 MB. */
const LEVEL = 3;
const DAMAGED = 'The PNG image data are damaged.';
const INCOMPLETE = 'The PNG pixels do not match the header.';

/** Whether a zlib stream begins here (RFC 1950, 2.2), whatever its window. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  const isDivisible = (first * 0x100 + second) % 31 === 0;
  return (first & 0x0f) === DEFLATE && (second & HAS_DICTIONARY) === 0 && isDivisible;
}

/**
 * A whole zlib stream of the first bytes of another one, so many as are due. Neither the length of
 * that, its end nor its checksum matters. An ImageFileFault if it breaks before. The bytes between
 * the two are held piece by piece.
 */
export async function compressAnew(
  coded: Uint8Array,
  due: number,
  onRows: (bytes: Uint8Array) => void,
): Promise<Uint8Array> {
  if (!isZlib(coded)) throw new ImageFileFault(DAMAGED);
  // without an error for a stream that doesn't end
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  inflate.end(coded.subarray(HEAD_BYTES));
  const deflate = createDeflate({ level: LEVEL });
  const renewed: Uint8Array[] = [];
  deflate.on('data', (chunk: Uint8Array) => renewed.push(chunk));
  const ended = new Promise((done) => deflate.on('end', done));
  try {
    for await (const rows of takeRows(inflate, due, onRows)) {
      await new Promise((done) => deflate.write(rows, done));
    }
  } catch (cause) {
    deflate.destroy();
    throw cause instanceof ImageFileFault ? cause : new ImageFileFault(DAMAGED);
  }
  deflate.end();
  await ended;
  return joinBytes(renewed);
}

async function* takeRows(
  source: AsyncIterable<Uint8Array>,
  due: number,
  onRows: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let left = due;
  for await (const chunk of source) {
    const rows = chunk.subarray(0, left);
    onRows(rows);
    left -= rows.length;
    yield rows;
    if (left === 0) return; // which destroys the source
  }
  throw new ImageFileFault(INCOMPLETE);
}
