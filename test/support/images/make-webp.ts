import type { LossyPartitions } from '../../../core/codecs/webp/list-lossy-partitions.ts';

/** A RIFF chunk, padded. */
export function riffChunk(type: string, data: Uint8Array | string): Buffer {
  const payload = Buffer.from(data as string, 'latin1');
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(payload.length, 4);
  return Buffer.concat([head, payload, Buffer.alloc(payload.length % 2)]);
}

/** A WebP of these chunks. */
export function webpOf(...chunks: Uint8Array[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

/** The chunks of a WebP, each with head and padding. */
export function chunksOf(webp: Uint8Array): { type: string; bytes: Buffer; data: Buffer }[] {
  const file = Buffer.from(webp);
  const chunks = [];
  for (let at = 12; at < file.length; ) {
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const type = file.toString('latin1', at, at + 4);
    chunks.push({
      type,
      bytes: file.subarray(at, end),
      data: file.subarray(at + 8, at + 8 + size),
    });
    at = end;
  }
  return chunks;
}

/** A VP8X chunk. */
export function extendedChunk(flags: number, width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  data.writeUInt8(flags, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return riffChunk('VP8X', data);
}

/** An ANMF chunk. */
export function frameChunk(
  box: { x: number; y: number; width: number; height: number; flags?: number },
  ...chunks: Uint8Array[]
): Buffer {
  const head = Buffer.alloc(16);
  head.writeUIntLE(box.x / 2, 0, 3);
  head.writeUIntLE(box.y / 2, 3, 3);
  head.writeUIntLE(box.width - 1, 6, 3);
  head.writeUIntLE(box.height - 1, 9, 3);
  head.writeUIntLE(80, 12, 3);
  head.writeUInt8(box.flags ?? 0, 15);
  return riffChunk('ANMF', Buffer.concat([head, ...chunks]));
}

/** A lossless WebP of 34 bytes that claims any size up to 16,384 a side. */
export function hugeWebp(width: number, height: number): Buffer {
  const data = Buffer.alloc(14);
  data.writeUInt8(0x2f, 0);
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return webpOf(riffChunk('VP8L', data));
}

/** A VP8 chunk of these partitions. */
export function lossyChunk({ head, first, tokens }: LossyPartitions): Buffer {
  const uint24 = (value: number) => {
    const bytes = Buffer.alloc(3);
    bytes.writeUIntLE(value, 0, 3);
    return bytes;
  };
  const flags = (head[0] ?? 0) & 0x1f;
  const sizes = tokens.slice(0, -1).map(({ length }) => uint24(length));
  const parts = [uint24((first.length << 5) | flags), head.subarray(3), first, ...sizes, ...tokens];
  return riffChunk('VP8 ', Buffer.concat(parts));
}
