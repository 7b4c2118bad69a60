import {
  DESCRIPTOR_BYTES,
  findGifScreenEnd,
  SCREEN_BYTES,
  walkGif,
} from '../../../core/codecs/gif/walk-gif.ts';
import { chunksOf } from '../images/make-webp.ts';

const CODED_CHUNKS = ['VP8 ', 'VP8L', 'ALPH'];
const SCAN = 0xda;
/** ISO/IEC 10918-1, B.1.1.5: behind 0xFF they belong to the coded data of a scan. */
const isInScan = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** DQT and DHT: the numbers that pixels are decoded with, and any number is legal there. */
const CODING_TABLES = [0xdb, 0xc4];

/** The segments of a JPEG but its coding tables, and all bytes behind its last scan. */
function withoutScans(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isScan = marker === SCAN;
    const begin = at;
    at += 2 + bytes.readUInt16BE(at + 2);
    if (CODING_TABLES.includes(marker)) {
      kept.push(bytes.subarray(from, begin));
      from = at;
    }
    if (!isScan) continue;
    kept.push(bytes.subarray(from, at));
    do at = bytes.indexOf(0xff, at + 1);
    while (at >= 0 && isInScan(bytes[at + 1] ?? 1));
    from = at < 0 ? bytes.length : at;
    at = from;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}

/** The parts of a GIF that are neither colours nor pixels, and all bytes behind them. */
function withoutFrames(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, SCREEN_BYTES)];
  let from = findGifScreenEnd(bytes);
  walkGif(bytes, {
    onFrame: ({ start, end }) => {
      kept.push(bytes.subarray(from, start + DESCRIPTOR_BYTES));
      from = end;
    },
  });
  return Buffer.concat([...kept, bytes.subarray(from)]);
}

/** Before the chunks of a frame: its own header, and its place (WebP container, "ANMF"). */
const FRAME_HEADER = 24;
/** `RIFF`, the size and `WEBP`. */
const FILE_HEADER = 12;

function withoutCodedChunks(bytes: Buffer): Buffer {
  const kept = chunksOf(bytes).flatMap((chunk) => {
    if (CODED_CHUNKS.includes(chunk.type)) return [];
    if (chunk.type !== 'ANMF') return [chunk.bytes];
    const header = chunk.bytes.subarray(0, FRAME_HEADER);
    const inner = chunk.bytes.subarray(FRAME_HEADER - FILE_HEADER);
    return [header, withoutCodedChunks(inner)];
  });
  return Buffer.concat(kept);
}

/**
 * A JPEG, GIF or WebP without its coded pixels, and its tables of colours and of coding; other
 * bytes as they are.
 */
export function withoutPixels(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 2) === '\xff\xd8') return withoutScans(bytes);
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return withoutFrames(bytes);
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return withoutCodedChunks(bytes);
  return bytes;
}
