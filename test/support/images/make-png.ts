import { crc32, deflateSync } from 'node:zlib';
import { CANARY, XMP } from './canaries.ts';
import { tellingTiff } from './make-exif.ts';

/** A chunk with its CRC. */
export function pngChunk(type: string, data: Uint8Array | string): Buffer {
  const payload = Buffer.from(data as string, 'latin1');
  const chunk = Buffer.alloc(payload.length + 12);
  chunk.writeUInt32BE(payload.length, 0);
  chunk.write(type, 4, 'latin1');
  payload.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, payload.length + 8)), payload.length + 8);
  return chunk;
}

/** The PNG with these chunks right after its header. */
export function insertAfterHeader(png: Uint8Array, ...chunks: Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** The PNG with these chunks right before its first IDAT. */
export function insertBeforeData(png: Uint8Array, ...chunks: Uint8Array[]): Buffer {
  const at = Buffer.from(png).indexOf('IDAT') - 4;
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)]);
}

/** The PNG with these chunks right before its end chunk. */
export function insertBeforeEnd(png: Uint8Array, ...chunks: Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, -12), ...chunks, png.subarray(-12)]);
}

/** An iCCP chunk. */
export function iccChunk(profile: Uint8Array, name = 'some profile'): Buffer {
  return pngChunk('iCCP', Buffer.concat([Buffer.from(`${name}\0\0`), deflateSync(profile)]));
}

/** A chunk of every kind that has no business in a stored image. */
export function tellingChunks(orientation: number): Buffer[] {
  return [
    pngChunk('eXIf', tellingTiff(orientation)),
    pngChunk('tEXt', `Comment\0${CANARY.comment}`),
    pngChunk('zTXt', `Raw profile type iptc\0\0${CANARY.iptc}`),
    pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP}`),
    pngChunk('tIME', '\x07\xe9\x01\x01\0\0\0'),
    pngChunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01'),
    pngChunk('caBX', CANARY.unknown),
  ];
}
