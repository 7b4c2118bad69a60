import { createHash } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { RenderQueue } from '../../core/ports/images/render-queue.ts';

/**
 * A FIFO queue in SQS; a message is the render itself as JSON. SQS accepts and drops a second
 * message for the same rendition within five minutes. Messages for different renditions never wait
 * for each other, because each is its own group.
 */
export function createSqsRenderQueue(client: SQSClient, queueUrl: string): RenderQueue {
  return {
    add: async (render) => {
      const name = createHash('sha256')
        .update(`${render.imageId}/${render.renditionKey}`)
        .digest('hex');
      const message = { QueueUrl: queueUrl, MessageBody: JSON.stringify(render) };
      await client.send(
        new SendMessageCommand({ ...message, MessageGroupId: name, MessageDeduplicationId: name }),
      );
    },
  };
}
