import { uint16Be } from '../write-bytes.ts';

/** A marker segment: the marker, the length field and the payload (at most 65,533 bytes). */
export function buildJpegSegment(marker: number, payload: Uint8Array): Uint8Array {
  const segment = new Uint8Array(payload.length + 4);
  segment.set([0xff, marker, ...uint16Be(payload.length + 2)]);
  segment.set(payload, 4);
  return segment;
}
