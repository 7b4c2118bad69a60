import type { CheckHeader, RebuiltImage } from '../image-file.ts';
import { uint24Le } from '../write-bytes.ts';
import { type ExtendedWebp, WEBP_FLAG } from './extended-webp.ts';
import { buildRiff, buildRiffChunk } from './read-riff-chunk.ts';
import { buildWebpFrame } from './read-webp-frame.ts';
import { readWebp } from './read-webp-header.ts';

/** A WebP from its bitstreams, animation and colour profile; a simple one stays simple. */
export function rebuildWebp(bytes: Uint8Array, checkHeader: CheckHeader): RebuiltImage {
  const parts = readWebp(bytes);
  checkHeader(parts.header);
  const chunks = parts.extended ? buildExtended(parts.extended) : parts.simple.chunks;
  return { bytes: buildRiff(chunks), header: parts.header };
}

// the order of RFC 9649, 2.7
function buildExtended(kept: ExtendedWebp): Uint8Array[] {
  const { profile, animation, still, frames } = kept;
  return [
    ...buildRiffChunk('VP8X', buildFlagsAndCanvas(kept)),
    ...(profile ? buildRiffChunk('ICCP', profile) : []),
    ...(kept.isAnimated && animation ? buildRiffChunk('ANIM', animation) : []),
    ...(still?.chunks ?? []),
    ...frames.flatMap(buildWebpFrame),
  ];
}

function buildFlagsAndCanvas(kept: ExtendedWebp): Uint8Array {
  const flags =
    (kept.isAnimated ? WEBP_FLAG.animation : 0) |
    (kept.hasAlpha ? WEBP_FLAG.alpha : 0) |
    (kept.profile ? WEBP_FLAG.profile : 0);
  const { width, height } = kept.canvas;
  return Uint8Array.of(flags, 0, 0, 0, ...uint24Le(width - 1), ...uint24Le(height - 1));
}
