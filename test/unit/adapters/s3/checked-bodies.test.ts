import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3ObjectStore } from '../../../../adapters/s3/object-store.ts';
import { createS3Client } from '../../../../adapters/s3/s3-client.ts';

const BYTES = '123456789';
const hashed = (name: string) => createHash(name).update(BYTES).digest('base64');

/** The checksums of an object by their headers; of CRCs these are the algorithms' check values. */
const CHECKSUMS = {
  'x-amz-checksum-crc32': 'y/Q5Jg==',
  'x-amz-checksum-crc32c': '4waSgw==',
  'x-amz-checksum-crc64nvme': 'rosUhgp5mIg=',
  'x-amz-checksum-sha1': hashed('sha1'),
  'x-amz-checksum-sha256': hashed('sha256'),
};

let respond: (response: ServerResponse) => unknown = () => undefined;
const server = createServer((_, response) => respond(response));
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function read(): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const client = createS3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    forcePathStyle: true,
  });
  const store = createS3ObjectStore(client, { originals: 'originals', renditions: 'renditions' });
  const found = await store.get('img_a/original');
  if (!found) throw new Error('there is no object');
  return (await buffer(found.body)).toString();
}

describe('the body of an object in S3', () => {
  it.each(Object.entries(CHECKSUMS))('is compared with its %s', async (header, sum) => {
    respond = (response) => response.writeHead(200, { [header]: sum }).end(BYTES);
    expect(await read()).toBe(BYTES);
    respond = (response) => response.writeHead(200, { [header]: sum }).end('123456780');
    await expect(read()).rejects.toThrow(/checksum/i);
  });

  it('is not compared with a sum over the sums of its parts', async () => {
    respond = (response) =>
      response.writeHead(200, { 'x-amz-checksum-crc32': 'AAAAAA==-2' }).end(BYTES);
    expect(await read()).toBe(BYTES);
  });

  it('fails its reader if the connection is cut', async () => {
    respond = (response) => {
      response.writeHead(200, { 'content-length': '9' });
      response.write('1234', () => response.destroy());
    };
    await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
