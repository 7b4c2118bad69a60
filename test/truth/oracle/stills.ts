const SIGNATURE_BYTES = 8;
/** The chunks of an animation (PNG, third edition, 11.3.6), apart from the default image. */
const ANIMATION_CHUNKS = ['acTL', 'fcTL', 'fdAT'];

function stillPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!ANIMATION_CHUNKS.includes(type)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** A major brand of `avif` makes readers show the primary image in place of the sequence. */
function stillAvif(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.write('avif', 8, 'latin1');
  return copy;
}

/** The default image of an animated PNG, or the primary image of an AVIF sequence. */
export function stillOf(bytes: Uint8Array, type: string): Buffer | undefined {
  const file = Buffer.from(bytes);
  if (type === 'image/png' && file.includes('acTL')) return stillPng(file);
  if (type === 'image/avif' && file.toString('latin1', 8, 12) === 'avis') return stillAvif(file);
  return undefined;
}
