import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedClient } from '../../../lambdas/composition/recorded-client.ts';
import { lazily } from '../../../lambdas/lazily.ts';
import { type ChainedRun, findLoops, MAX_RUNS } from '../../support/cloud/chains.ts';

interface Sent {
  readonly QueueUrl: string;
  readonly Entries: readonly {
    readonly MessageBody: string;
    readonly MessageAttributes?: Readonly<Record<string, { readonly StringValue: string }>>;
  }[];
}

/**
 * Queues on this machine, each with the function that receives its messages. The messages have the
 * form that Amazon SQS delivers.
 */
function createQueues(functions: Readonly<Record<string, (event: unknown) => Promise<unknown>>>) {
  const waiting: { readonly queue: string; readonly event: unknown }[] = [];
  const requestHandler = {
    handle: async ({ body }: { body: string }) => {
      const { QueueUrl, Entries } = JSON.parse(body) as Sent;
      for (const { MessageBody, MessageAttributes = {} } of Entries) {
        const attributes = Object.entries(MessageAttributes).map(([name, { StringValue }]) => [
          name,
          { stringValue: StringValue, dataType: 'String' },
        ]);
        const messageAttributes = Object.fromEntries(attributes);
        const queue = QueueUrl.split('/').at(-1) ?? '';
        waiting.push({ queue, event: { Records: [{ body: MessageBody, messageAttributes }] } });
      }
      const sent = JSON.stringify({ Successful: [], Failed: [] });
      const headers = { 'content-type': 'application/x-amz-json-1.0' };
      return { response: { statusCode: 200, headers, body: Readable.from([Buffer.from(sent)]) } };
    },
    destroy: () => undefined,
  };
  const client = () =>
    recordedClient(
      new SQSClient({
        region: 'eu-west-1',
        md5: false,
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        requestHandler: requestHandler as never,
      }),
    );
  const send = (queue: string, body: object) =>
    client().send(
      new SendMessageBatchCommand({
        QueueUrl: `https://sqs.eu-west-1.amazonaws.com/1/${queue}`,
        Entries: [{ Id: '0', MessageBody: JSON.stringify(body) }],
      }),
    );
  const run = async (queue: string, event: unknown) => {
    process.env.AWS_LAMBDA_FUNCTION_NAME = queue;
    await functions[queue]?.(event);
  };
  return {
    send,
    run,
    async workToTheEnd() {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await run(next.queue, next.event);
      }
    },
  };
}

const countOf = (event: unknown): number =>
  JSON.parse((event as { Records: { body: string }[] }).Records[0]?.body ?? '{}').count;

describe('chains of runs, as the emulated cloud counts them', () => {
  const before = { ...process.env };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imagewell-chains-'));
    process.env = { ...before, RECORD_CALLS_TO: join(folder, 'calls.jsonl') };
  });
  afterEach(async () => {
    process.env = { ...before };
    await rm(folder, { recursive: true });
  });
  const runs = async () =>
    (await readFile(join(folder, 'calls.jsonl.chains'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ChainedRun);

  /** A function that queues itself until it has run so often, over another one or not. */
  const loop = async (times: number, over?: string) => {
    const worker = lazily(() => async (event: unknown) => {
      const count = countOf(event);
      if (count < times) await queues.send(over ?? 'worker', { count: count + 1 });
    });
    const other = lazily(
      () => (event: unknown) => queues.send('worker', { count: countOf(event) }),
    );
    const queues = createQueues({ worker, ...(over ? { [over]: other } : {}) });
    await queues.run('worker', { Records: [{ body: '{"count":1}' }] });
    await queues.workToTheEnd();
  };

  it('is reported for a function that runs a 17th time for itself, unless it may', async () => {
    await loop(MAX_RUNS);
    expect(findLoops(await runs(), new Set())).toEqual([]);
    await loop(MAX_RUNS + 1);
    expect(findLoops(await runs(), new Set())).toEqual([
      'worker ran 17 times in a chain: Lambda stops it after 16',
    ]);
    expect(findLoops(await runs(), new Set(['worker']))).toEqual([]);
  });

  it('is reported for a function that comes back to itself over another', async () => {
    await loop(MAX_RUNS + 2, 'other');
    expect(findLoops(await runs(), new Set(['worker']))).toEqual([
      'other ran 17 times in a chain: Lambda stops it after 16',
    ]);
    expect(findLoops(await runs(), new Set())).toHaveLength(2);
  });

  it('counts each chain apart, however many runs there are', async () => {
    for (let chain = 0; chain < 5; chain += 1) await loop(10);
    expect(await runs()).toHaveLength(50);
    expect(Math.max(...(await runs()).map((entry) => entry.runs))).toBe(10);
    expect(findLoops(await runs(), new Set())).toEqual([]);
  });

  it('is reported if no chain is seen: nothing would be found then', () => {
    const all = [{ functionName: 'worker', runs: 1 }];
    expect(findLoops(all, new Set())).toHaveLength(1);
    expect(findLoops([], new Set())).toHaveLength(1);
  });

  it('sends and records nothing where the deploy did not ask for it', async () => {
    delete process.env.RECORD_CALLS_TO;
    await loop(3);
    await expect(runs()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
