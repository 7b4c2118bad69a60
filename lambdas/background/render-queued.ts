import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { textOr, valueAt } from '../../core/foundation/json/json-value.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { isImageId } from '../../core/images/ids.ts';
import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import type { Services } from '../../core/ports/services.ts';
import { FORMAT_NAMES } from '../../core/transform/formats.ts';
import { renderQueued } from '../../core/use-cases/delivery/render-queued.ts';
import { endIfAbandoned } from '../composition/abandoned-process.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { renderingServices } from '../composition/rendering-services.ts';
import type { RecordServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';
import { parseMessage } from './parse-message.ts';

type RenderServices = RecordServices & Pick<Services, 'objects' | 'imageEngine'>;

/** The render in a message; undefined for any other message. */
function renderIn({ body }: SQSRecord): QueuedRender | undefined {
  const message = parseMessage(body);
  const [imageId, query] = [textOr(valueAt(message, 'imageId')), valueAt(message, 'query')];
  const format = FORMAT_NAMES.find((name) => name === valueAt(message, 'format'));
  if (!isImageId(imageId) || !format || typeof query !== 'string') return undefined;
  return { imageId, renditionKey: textOr(valueAt(message, 'renditionKey')), format, query };
}

/**
 * Whether a retry of the message could succeed: a used-up quota or a deleted image can't be fixed.
 */
function isWorthARetry(thrown: unknown): boolean {
  return !(thrown instanceof ServiceError) || PROBLEMS[thrown.code].status >= 500;
}

async function renderRecord(services: RenderServices, record: SQSRecord): Promise<boolean> {
  const render = renderIn(record);
  if (!render) return true;
  try {
    await renderQueued(services, render, record.messageId);
    return true;
  } catch (thrown) {
    const fields = { imageId: render.imageId, error: String(thrown) };
    if (!isWorthARetry(thrown)) services.log.info('queued render dropped', fields);
    else services.log.warn('queued render failed', fields);
    return !isWorthARetry(thrown);
  }
}

/**
 * The worker that makes queued renditions: one record a rendition, as adapters/sqs/render-queue
 * writes it; failed ones return.
 */
export function createHandler(services: RenderServices) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const record of Records) {
      const isDone = await renderRecord(services, record);
      if (!isDone) batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };
}

function createAwsHandler() {
  const handle = createHandler(renderingServices({ ...AWS_OBJECTS, ...AWS_ENGINE }));
  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const answer = await handle(event);
    // an encoder that ran out of time would continue in the next round; the message returns as
    // after any failure
    await endIfAbandoned();
    return answer;
  };
}

export const handler = /* @__PURE__ */ lazily(createAwsHandler);
