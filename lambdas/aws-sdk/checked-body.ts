import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Crc32cJs, Crc64NvmeJs } from '@aws-sdk/checksums/crc';
import type { HttpResponse } from '@smithy/core/protocols';

/** Sums up the bytes of a body. */
interface Checksum {
  update(bytes: Uint8Array): unknown;
  digest(): Promise<Uint8Array> | Uint8Array;
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function createCrc32(): Checksum {
  let sum = 0;
  return {
    update: (bytes) => {
      sum = crc32(bytes, sum);
    },
    digest: () => fourBytes(sum),
  };
}

/** Of a request's body, as its header has it: CRC-32 in Base64. */
export function crc32Of(body: string | Uint8Array): string {
  return fourBytes(crc32(body)).toString('base64');
}

/**
 * The checksums of S3 by their headers. An upload by a form has CRC-64/NVME, unless its browser
 * sent another one; our own objects have CRC-32.
 */
const CHECKSUMS: Readonly<Record<string, () => Checksum>> = {
  'x-amz-checksum-sha256': () => createHash('sha256'),
  'x-amz-checksum-sha1': () => createHash('sha1'),
  'x-amz-checksum-crc32': createCrc32,
  'x-amz-checksum-crc32c': () => new Crc32cJs(),
  'x-amz-checksum-crc64nvme': () => new Crc64NvmeJs(),
};

async function* checked(
  body: AsyncIterable<Uint8Array>,
  checksum: Checksum,
  expected: string,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) {
    checksum.update(bytes);
    yield bytes;
  }
  const seen = Buffer.from(await checksum.digest()).toString('base64');
  if (seen !== expected) throw new Error(`the object has checksum ${seen}, not ${expected}`);
}

/**
 * The body of an object. Its reader gets an error if a checksum of the response doesn't fit, or if
 * the connection is cut.
 */
export function checkedBody({ headers, body }: HttpResponse): AsyncIterable<Uint8Array> {
  for (const [header, create] of Object.entries(CHECKSUMS)) {
    const expected = headers[header];
    // one with a dash is a sum over the sums of parts
    if (expected && !expected.includes('-')) return checked(body, create(), expected);
  }
  return body;
}
