import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSqsClient } from '../../../adapters/sqs/sqs-client.ts';

/** As LocalStack names a queue; nothing here resolves it. */
const QUEUE_URL = 'http://sqs.us-east-1.unresolvable.invalid:4566/000000000000/purges';
const MD5_OF_X = '9dd4e461268c8034f5c8564e155c67a6';

afterEach(() => vi.unstubAllEnvs());

async function send(
  makeClient: () => SQSClient,
  MD5OfMessageBody = MD5_OF_X,
): Promise<string | undefined> {
  const requested: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      requested.push(request.headers.host);
      response.end(JSON.stringify({ MD5OfMessageBody, MessageId: 'a' }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const account = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const env = { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`, AWS_REGION: 'us-east-1', ...account };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    const client = makeClient();
    await client.send(new SendMessageCommand({ QueueUrl: QUEUE_URL, MessageBody: 'x' }));
    return requested[0] === `127.0.0.1:${port}` ? 'the endpoint' : requested[0];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the client of SQS', () => {
  it('asks the endpoint that it is given, whatever host a queue’s URL names', async () => {
    expect(await send(createSqsClient)).toBe('the endpoint');
  });

  it('which the SDK’s own doesn’t', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const noRetries = () => new SQSClient({ maxAttempts: 1, logger: { ...console, warn } });
    await expect(send(noRetries)).rejects.toThrow('unresolvable.invalid');
  });

  it('refuses an answer about another message than it sent', async () => {
    await expect(send(createSqsClient, 'f'.repeat(32))).rejects.toThrow(/checksum/i);
  });
});
