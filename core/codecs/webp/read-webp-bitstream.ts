import { ImageFileFault } from '../image-file.ts';
import { readByte, readUint16Le, readUint24Le, readUint32Le } from '../read-bytes.ts';
import { buildRiffChunk, type RiffChunk } from './read-riff-chunk.ts';

/** One image's compressed pixels, with its alpha chunk if it has one. */
export interface WebpBitstream {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  readonly chunks: readonly Uint8Array[];
}

const BROKEN = 'A WebP bitstream header is broken.';
const SIDE_MASK = 0x3fff;
const LOSSLESS_SIGNATURE = 0x2f;

/** Whether a chunk holds an image's pixels. */
export function isBitstream(type: string): boolean {
  return type === 'VP8 ' || type === 'VP8L';
}

/** The image in a VP8 or VP8L chunk, whose ALPH chunk (VP8 only) came before it. */
export function readWebpBitstream(chunk: RiffChunk, alpha: RiffChunk | undefined): WebpBitstream {
  if (chunk.type === 'VP8L') return readLossless(chunk.data);
  const alphaChunks = alpha ? buildRiffChunk('ALPH', alpha.data) : [];
  const lossy = readLossy(chunk.data);
  return { ...lossy, hasAlpha: alpha !== undefined, chunks: [...alphaChunks, ...lossy.chunks] };
}

// RFC 6386, 9.1: frame tag, start code, then 14 bits a side below two of scaling
function readLossy(data: Uint8Array): WebpBitstream {
  const isKeyFrame = (readByte(data, 0) & 1) === 0;
  if (!isKeyFrame || readUint24Le(data, 3) !== 0x2a019d) throw new ImageFileFault(BROKEN);
  const width = readUint16Le(data, 6) & SIDE_MASK;
  const height = readUint16Le(data, 8) & SIDE_MASK;
  if (width === 0 || height === 0) throw new ImageFileFault('The WebP has no pixels.');
  return { width, height, hasAlpha: false, chunks: buildRiffChunk('VP8 ', data) };
}

// RFC 9649, 3.4: signature, 14 bits a side less one, alpha hint, version 0
function readLossless(data: Uint8Array): WebpBitstream {
  const bits = readUint32Le(data, 1);
  if (readByte(data, 0) !== LOSSLESS_SIGNATURE || bits >>> 29 !== 0)
    throw new ImageFileFault(BROKEN);
  return {
    width: (bits & SIDE_MASK) + 1,
    height: ((bits >>> 14) & SIDE_MASK) + 1,
    hasAlpha: (bits & (1 << 28)) !== 0,
    chunks: buildRiffChunk('VP8L', data),
  };
}
