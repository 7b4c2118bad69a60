import { inflateSync } from 'node:zlib';
import { FULL_BOX_BYTES, listMediaBoxes, theBox } from '../boxes/read-box.ts';
import { findProfile, readPrimaryId, readProperties } from '../boxes/read-properties.ts';
import { MAX_ICC_BYTES } from '../icc/rebuild-icc-profile.ts';
import { ICC_TEXT } from '../jpeg/jpeg-application-data.ts';
import { JPEG_MARKER, readJpegSegment } from '../jpeg/jpeg-segment.ts';
import { FIRST_CHUNK, isCutChunk, readPngChunk } from '../png/read-png-chunk.ts';
import { checkPartCount, hasTextAt, readUint16Be } from '../read-bytes.ts';
import { FIRST_RIFF_CHUNK, readRiff, readRiffChunk } from '../webp/read-riff-chunk.ts';

/** The colours that a file states, before any check. */
export interface StatedColour {
  readonly profile?: Uint8Array;
  /** Of ITU-T H.273, 8.1. */
  readonly primaries?: number;
  /** `cHRM` of a PNG: eight numbers in 100,000ths, the white point first. */
  readonly chromaticities?: Uint8Array;
}

/** The first part of a profile is enough for its primaries; it stands before the tables. */
export function readJpegColour(bytes: Uint8Array): StatedColour {
  let segment = readJpegSegment(bytes, 2);
  for (let parts = 1; segment.marker !== JPEG_MARKER.SOS; parts += 1) {
    checkPartCount(parts);
    if (segment.marker === JPEG_MARKER.EOI) return {};
    if (segment.marker === JPEG_MARKER.APP2 && hasTextAt(bytes, segment.start, ICC_TEXT)) {
      return { profile: bytes.subarray(segment.start + ICC_TEXT.length + 2, segment.end) };
    }
    segment = readJpegSegment(bytes, segment.end);
  }
  return {};
}

function inflateProfile(chunk: Uint8Array): Uint8Array {
  const nameEnd = chunk.indexOf(0);
  try {
    return inflateSync(chunk.subarray(nameEnd + 2), { maxOutputLength: MAX_ICC_BYTES });
  } catch {
    return new Uint8Array(0);
  }
}

/** The chunk that counts, in the order of PNG's third edition, 4.3. */
export function readPngColour(bytes: Uint8Array): StatedColour {
  const found = new Map<string, Uint8Array>();
  let at = FIRST_CHUNK;
  for (let parts = 1; !isCutChunk(bytes, at); parts += 1) {
    checkPartCount(parts);
    const { type, dataStart, dataEnd, end } = readPngChunk(bytes, at);
    if (type === 'IDAT') break;
    if (!found.has(type)) found.set(type, bytes.subarray(dataStart, dataEnd));
    at = end;
  }
  const [codes, profile, chromaticities] = ['cICP', 'iCCP', 'cHRM'].map((name) => found.get(name));
  if (codes) return { primaries: codes[0] ?? 0 };
  if (profile) return { profile: inflateProfile(profile) };
  return chromaticities && !found.has('sRGB') ? { chromaticities } : {};
}

export function readWebpColour(bytes: Uint8Array): StatedColour {
  const riff = readRiff(bytes);
  const first = readRiffChunk(riff, FIRST_RIFF_CHUNK);
  if (first.type !== 'VP8X' || first.end >= riff.length) return {};
  const second = readRiffChunk(riff, first.end); // RFC 9649, 2.7: the profile is the first
  return second.type === 'ICCP' ? { profile: second.data } : {};
}

/** The profile of the primary image of a HEIC or AVIF, or its codes. */
export function readBoxColour(bytes: Uint8Array): StatedColour {
  const { start, end } = theBox(listMediaBoxes(bytes, 0, bytes.length), 'meta');
  const meta = listMediaBoxes(bytes, start + FULL_BOX_BYTES, end);
  const shown = readProperties(bytes, meta).get(readPrimaryId(bytes, meta)) ?? [];
  const profile = findProfile(shown);
  if (profile) return { profile };
  const codes = shown.find(({ type, content }) => type === 'colr' && hasTextAt(content, 0, 'nclx'));
  return codes ? { primaries: readUint16Be(codes.content, 4) } : {};
}
