import { CANARY, XMP } from './canaries.ts';
import { tellingTiff, withExifPrefix } from './make-exif.ts';

/** A marker segment. */
export function jpegSegment(marker: number, data: Uint8Array | string): Buffer {
  const payload = Buffer.from(data as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** The JPEG with these segments right after its start marker. */
export function insertSegments(jpeg: Uint8Array, ...segments: Uint8Array[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Where a marker first stands. */
export function findMarker(jpeg: Uint8Array, marker: number): number {
  return Buffer.from(jpeg).indexOf(Buffer.from([0xff, marker]));
}

/** The APP2 segments of a profile, each of at most this many bytes. */
export function iccSegments(profile: Uint8Array, partBytes = 60_000): Buffer[] {
  const count = Math.ceil(profile.length / partBytes);
  return Array.from({ length: count }, (_, i) => {
    const head = Buffer.from([...Buffer.from('ICC_PROFILE\0'), i + 1, count]);
    const part = profile.subarray(i * partBytes, (i + 1) * partBytes);
    return jpegSegment(0xe2, Buffer.concat([head, part]));
  });
}

/** One segment of every kind that has no business in a stored image. */
export function tellingSegments(orientation: number): Buffer[] {
  return [
    jpegSegment(0xe0, `JFXX\0\x10${CANARY.thumbnail}`),
    jpegSegment(0xe1, withExifPrefix(tellingTiff(orientation))),
    jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`),
    jpegSegment(0xe2, `MPF\0${CANARY.second}`),
    jpegSegment(0xe2, `urn:iso:std:iso:ts:21496:-1\0${CANARY.second}`),
    jpegSegment(0xed, `Photoshop 3.0\x008BIM${CANARY.iptc}`),
    jpegSegment(0xee, `Adobe\0\x64\0\0\0\0\x01${CANARY.unknown}`),
    jpegSegment(0xe9, CANARY.unknown),
    jpegSegment(0xfe, CANARY.comment),
    jpegSegment(0xdb, `\x03${CANARY.unused.padEnd(64, '.')}`),
    jpegSegment(0xc4, `\x03\x01${'\0'.repeat(15)}A`),
    Buffer.from(`stray ${CANARY.unknown}\xff\xff\xff`, 'latin1'),
  ];
}
