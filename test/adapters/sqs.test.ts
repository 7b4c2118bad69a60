import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createSqsPurgeQueue } from '../../adapters/purge-queue/sqs.ts';
import type { ImageId } from '../../core/images/ids.ts';

describe('the purge queue in SQS', () => {
  it('takes ten messages at once, each with the id of one image', async () => {
    const mock = mockClient(SQSClient);
    mock.on(SendMessageBatchCommand).resolves({});
    const ids = Array.from({ length: 11 }, (_, at): ImageId => `img_${at}`);
    await createSqsPurgeQueue(mock as unknown as SQSClient, 'url').add(ids);
    const entries = mock
      .commandCalls(SendMessageBatchCommand)
      .map(({ args }) => args[0].input.Entries ?? []);
    expect(entries.map((one) => one.length)).toEqual([10, 1]);
    expect(entries.flat().map((one) => JSON.parse(one.MessageBody ?? '').imageId)).toEqual(ids);
  });

  it('rejects where SQS answers 200 with a message that it did not take', async () => {
    const mock = mockClient(SQSClient);
    const failed = { Id: '0', SenderFault: false, Code: 'InternalError' };
    mock.on(SendMessageBatchCommand).resolves({ Failed: [failed] });
    const queue = createSqsPurgeQueue(mock as unknown as SQSClient, 'url');
    await expect(queue.add(['img_a'])).rejects.toThrow('InternalError');
  });
});
