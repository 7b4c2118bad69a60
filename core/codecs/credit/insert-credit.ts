import { detectFormat } from '../detect-format.ts';
import { XMP_TEXT } from '../jpeg/jpeg-application-data.ts';
import { buildJpegSegment, JPEG_MARKER } from '../jpeg/jpeg-segment.ts';
import { insertBehindHead } from '../jpeg/visit-segments.ts';
import { XMP as PNG_XMP } from '../losses/png-losses.ts';
import { buildPngChunk } from '../png/read-png-chunk.ts';
import { readHeader } from '../read-header.ts';
import { WEBP_FLAG } from '../webp/extended-webp.ts';
import {
  buildRiff,
  buildRiffChunk,
  FIRST_RIFF_CHUNK,
  readRiff,
  readRiffChunk,
} from '../webp/read-riff-chunk.ts';
import { joinBytes, textBytes, uint24Le } from '../write-bytes.ts';
import { buildCreditPacket } from './build-credit-packet.ts';
import type { Credit } from './credit.ts';

/** Behind the signature and the header. */
const PNG_START = 33;
/** The bit of a packet in VP8X's first byte (RFC 9649, 2.7). */
const XMP_FLAG = 0x04;

const prefixed = (text: string, packet: Uint8Array) =>
  joinBytes([Uint8Array.from(textBytes(text)), packet]);

function insertIntoJpeg(image: Uint8Array, packet: Uint8Array): Uint8Array {
  const segment = buildJpegSegment(JPEG_MARKER.APP1, prefixed(XMP_TEXT, packet));
  return insertBehindHead(image, [segment]);
}

/** Uncompressed, with no language and no translated keyword. */
function insertIntoPng(image: Uint8Array, packet: Uint8Array): Uint8Array {
  const inserted = buildPngChunk('iTXt', prefixed(`${PNG_XMP}\0\0\0\0`, packet));
  return joinBytes([image.subarray(0, PNG_START), inserted, image.subarray(PNG_START)]);
}

/** The data of a `VP8X` chunk for a file that has none. */
function extendedOf(image: Uint8Array): Uint8Array {
  const { width, height, hasAlpha } = readHeader(image);
  const flags = hasAlpha ? WEBP_FLAG.alpha : 0;
  return Uint8Array.of(flags, 0, 0, 0, ...uint24Le(width - 1), ...uint24Le(height - 1));
}

/** As the last chunk, whose flag is in the first one. */
function insertIntoWebp(image: Uint8Array, packet: Uint8Array): Uint8Array {
  const riff = readRiff(image);
  const first = readRiffChunk(riff, FIRST_RIFF_CHUNK);
  const isExtended = first.type === 'VP8X';
  const extended = isExtended ? Uint8Array.from(first.data) : extendedOf(image);
  extended[0] = (extended[0] ?? 0) | XMP_FLAG;
  return buildRiff([
    ...buildRiffChunk('VP8X', extended),
    riff.subarray(isExtended ? first.end : FIRST_RIFF_CHUNK),
    ...buildRiffChunk('XMP ', packet),
  ]);
}

const INSERTERS: Readonly<
  Record<string, ((image: Uint8Array, packet: Uint8Array) => Uint8Array) | undefined>
> = { jpg: insertIntoJpeg, png: insertIntoPng, webp: insertIntoWebp };

/**
 * A cleaned image with its credit as the only metadata. A GIF and an AVIF stay as they are: readers
 * of credit look in no GIF, and the engine writes the item of an AVIF.
 */
export function insertCredit(image: Uint8Array, credit: Credit | null): Uint8Array {
  const insert = INSERTERS[detectFormat(image) ?? ''];
  if (!credit || !insert) return image;
  return insert(image, new TextEncoder().encode(buildCreditPacket(credit)));
}
