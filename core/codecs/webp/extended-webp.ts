import { rebuildIccProfile } from '../icc/rebuild-icc-profile.ts';
import { ImageFileFault } from '../image-file.ts';
import { readByte, readUint24Le } from '../read-bytes.ts';
import type { RiffChunk } from './read-riff-chunk.ts';
import { readWebpBitstream, type WebpBitstream } from './read-webp-bitstream.ts';
import { readWebpFrame, type WebpCanvas, type WebpFrame } from './read-webp-frame.ts';

/** The kept parts of a WebP in the extended format, filled chunk by chunk. */
export interface ExtendedWebp {
  readonly canvas: WebpCanvas;
  readonly hasAlpha: boolean;
  readonly isAnimated: boolean;
  /** Announced, and none seen yet. */
  mayHaveProfile: boolean;
  readonly frames: WebpFrame[];
  animation: Uint8Array | undefined;
  alpha: RiffChunk | undefined;
  still: WebpBitstream | undefined;
  profile: Uint8Array | undefined;
}

/** The bits of VP8X's first byte (RFC 9649, 2.7). */
export const WEBP_FLAG = { animation: 0x02, alpha: 0x10, profile: 0x20 } as const;

const ANIMATION_BYTES = 6;
const EXTENDED_BYTES = 10;

/** The data of a VP8X chunk. */
export function readExtended(data: Uint8Array): ExtendedWebp {
  if (data.length < EXTENDED_BYTES) throw new ImageFileFault('The WebP header is broken.');
  const flags = readByte(data, 0);
  return {
    canvas: { width: readUint24Le(data, 4) + 1, height: readUint24Le(data, 7) + 1 },
    hasAlpha: (flags & WEBP_FLAG.alpha) !== 0,
    isAnimated: (flags & WEBP_FLAG.animation) !== 0,
    mayHaveProfile: (flags & WEBP_FLAG.profile) !== 0,
    frames: [],
    animation: undefined,
    alpha: undefined,
    still: undefined,
    profile: undefined,
  };
}

/** Keeps the allowed parts of a chunk; a chunk without its flag is skipped, as libwebp does. */
export function collectWebpChunk(kept: ExtendedWebp, chunk: RiffChunk): void {
  switch (chunk.type) {
    case 'ALPH':
      kept.alpha ??= chunk;
      return;
    case 'VP8 ':
    case 'VP8L':
      collectStill(kept, chunk);
      return;
    case 'ANIM':
      if (chunk.data.length >= ANIMATION_BYTES) kept.animation ??= chunk.data.subarray(0, 6);
      return;
    case 'ANMF':
      collectFrame(kept, chunk.data);
      return;
    case 'ICCP':
      // only the first, as in libwebp
      if (kept.mayHaveProfile) kept.profile = rebuildIccProfile(chunk.data, 'RGB ');
      kept.mayHaveProfile = false;
  }
}

function collectStill(kept: ExtendedWebp, chunk: RiffChunk): void {
  // libwebp's demuxer refuses both: an image beside the frames, and a second one
  if (kept.isAnimated || kept.still) throw new ImageFileFault('The WebP has a second image.');
  kept.still = readWebpBitstream(chunk, kept.alpha);
}

function collectFrame(kept: ExtendedWebp, data: Uint8Array): void {
  if (!kept.isAnimated) return;
  if (!kept.animation) throw new ImageFileFault('A WebP frame comes before the animation header.');
  kept.frames.push(readWebpFrame(data, kept.canvas));
}
