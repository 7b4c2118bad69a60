import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createQueuedProjectPurge } from '../../../adapters/cloudfront/queued-edge-purge.ts';
import { createSqsProjectQueue, createSqsPurgeQueue } from '../../../adapters/sqs/purge-queue.ts';
import { createSqsRenderQueue } from '../../../adapters/sqs/render-queue.ts';
import type { ImageId } from '../../../core/images/ids.ts';

describe('the purge queue in SQS', () => {
  it('sends ten messages together, each with the id of one image', async () => {
    const mock = mockClient(SQSClient);
    mock.on(SendMessageBatchCommand).resolves({});
    const ids = Array.from({ length: 11 }, (_, at): ImageId => `img_${at}`);
    await createSqsPurgeQueue(mock as unknown as SQSClient, 'url').add(ids);
    const entries = mock
      .commandCalls(SendMessageBatchCommand)
      .map(({ args }) => args[0].input.Entries ?? []);
    expect(entries.map((entry) => entry.length)).toEqual([10, 1]);
    expect(entries.flat().map((entry) => JSON.parse(entry.MessageBody ?? '').imageId)).toEqual(ids);
  });

  it('rejects if SQS answers 200 with a message that it did not accept', async () => {
    const mock = mockClient(SQSClient);
    const failed = { Id: '0', SenderFault: false, Code: 'InternalError' };
    mock.on(SendMessageBatchCommand).resolves({ Failed: [failed] });
    const queue = createSqsPurgeQueue(mock as unknown as SQSClient, 'url');
    await expect(queue.add(['img_a'])).rejects.toThrow('InternalError');
  });
});

describe('the purge queue in SQS, for whole projects', () => {
  it('has the edge purge one immediately, and again when no earlier response can come any more', async () => {
    const mock = mockClient(SQSClient);
    mock.on(SendMessageBatchCommand).resolves({});
    const queue = createSqsProjectQueue(mock as unknown as SQSClient, 'url');
    await createQueuedProjectPurge(queue).purgeProject('prj_a');
    await queue.addDeletion('prj_b', 5);
    const entries = mock
      .commandCalls(SendMessageBatchCommand)
      .flatMap(({ args }) => args[0].input.Entries ?? [])
      .map(({ MessageBody = '', DelaySeconds }) => [JSON.parse(MessageBody), DelaySeconds]);
    expect(entries).toEqual([
      [{ projectId: 'prj_a', edge: true }, 0],
      [{ projectId: 'prj_a', edge: true }, 20],
      [{ projectId: 'prj_b', run: 1 }, 5],
    ]);
  });
});

describe('the queue of renders in SQS', () => {
  it('distinguishes them by image and rendition, and each is its own group', async () => {
    const mock = mockClient(SQSClient);
    mock.on(SendMessageCommand).resolves({});
    const queue = createSqsRenderQueue(mock as unknown as SQSClient, 'url');
    const render = { imageId: 'img_a', format: 'avif', query: 'width=2000' } as const;
    await queue.add({ ...render, renditionKey: 'x.avif' });
    await queue.add({ ...render, renditionKey: 'x.avif', query: 'width=3000' });
    await queue.add({ ...render, renditionKey: 'y.avif' });
    const sent = mock.commandCalls(SendMessageCommand).map(({ args }) => args[0].input);
    const names = sent.map((entry) => entry.MessageDeduplicationId);
    expect(names[0]).toMatch(/^[0-9a-f]{64}$/);
    expect([names[0] === names[1], names[0] === names[2]]).toEqual([true, false]);
    expect(sent.map((entry) => entry.MessageGroupId)).toEqual(names);
  });

  it('rejects where SQS refuses', async () => {
    const mock = mockClient(SQSClient);
    mock.on(SendMessageCommand).rejects(new Error('throttled'));
    const queue = createSqsRenderQueue(mock as unknown as SQSClient, 'url');
    const render = { imageId: 'img_a', renditionKey: 'x', format: 'avif', query: '' } as const;
    await expect(queue.add(render)).rejects.toThrow('throttled');
  });
});
