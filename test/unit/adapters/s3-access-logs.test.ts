import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createS3AccessLogs } from '../../../adapters/s3/access-logs.ts';
import { fault } from './support/faults.ts';

const FILE = { name: 'cdn/E1.2026-11-21-12.abc.gz', etag: 'e1' };
const TEXT = 'a line of a log\n'.repeat(50_000);

function open(answer: (mock: ReturnType<typeof mockClient<never, never, never>>) => void) {
  const mock = mockClient(S3Client);
  answer(mock as never);
  return { mock, logs: createS3AccessLogs(mock as unknown as S3Client, 'logs') };
}
const answering = (bytes: Buffer) =>
  open((mock) =>
    mock.on(GetObjectCommand as never).resolves({ Body: Readable.from([bytes]) } as never),
  );

async function textOf(bytes: AsyncIterable<Uint8Array> | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('access logs in S3', () => {
  it('are unpacked as they are read, and are those that the notification names', async () => {
    const { mock, logs } = answering(gzipSync(TEXT));
    expect(await textOf(await logs.open(FILE))).toBe(TEXT);
    const [call] = mock.commandCalls(GetObjectCommand);
    expect(call?.args[0].input).toEqual({ Bucket: 'logs', Key: FILE.name, IfMatch: '"e1"' });
  });

  it('fail their reader where they break off, are no gzip or stop coming', async () => {
    const packed = gzipSync(TEXT);
    const cut = answering(packed.subarray(0, packed.length - 20)).logs;
    await expect(cut.open(FILE).then(textOf)).rejects.toThrow();
    await expect(answering(Buffer.from(TEXT)).logs.open(FILE).then(textOf)).rejects.toThrow();
    async function* stopping() {
      yield packed.subarray(0, 20);
      throw new Error('the connection is gone');
    }
    const { logs } = open((mock) =>
      mock.on(GetObjectCommand as never).resolves({ Body: Readable.from(stopping()) } as never),
    );
    await expect(logs.open(FILE).then(textOf)).rejects.toThrow('the connection is gone');
  });

  it.each(['NoSuchKey', 'PreconditionFailed'])('are none where S3 says %s', async (name) => {
    const { logs } = open((mock) => mock.onAnyCommand().rejects(fault(name)));
    expect(await logs.open(FILE)).toBeUndefined();
  });

  it('are tried again later where S3 is slow', async () => {
    const { logs } = open((mock) => mock.onAnyCommand().rejects(fault('SlowDown')));
    await expect(logs.open(FILE)).rejects.toMatchObject({ code: 'busy' });
  });
});
