import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { createIncomingFolder } from '../../adapters/folder/incoming-objects.ts';
import { incomingPath } from '../data-folder/data-paths.ts';
import type { PaceClock } from '../http/body-pace.ts';
import type { PlainAnswer } from '../http/problem-answer.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { placeOfUpload } from '../lambda/places.ts';
import type { FormSigner } from '../s3/check-form.ts';
import { answerPresignedPost } from '../s3/presigned-post-endpoint.ts';
import { startArrivalLoop } from './arrival-loop.ts';
import { readBatchResponse } from './batch-response.ts';

/** The local counterpart of the incoming bucket, its queue and what listens to it. */
export interface DirectUploads {
  answer(request: IncomingMessage, requestId: string): Promise<PlainAnswer>;
  /** How many uploads wait to be validated. */
  length(): Promise<number>;
  stop(): void;
}

/** Stores uploads of forms in a folder and sends them to the validating function. */
export function startDirectUploads(
  validate: FunctionPool,
  dataDir: string,
  signer: FormSigner,
  clock: PaceClock,
): DirectUploads {
  const incoming = createIncomingFolder(incomingPath(dataDir), createDiskReserve(dataDir));
  const arrivals = startArrivalLoop({
    list: incoming.list,
    // one that can't be read is read again by its function, whose fault is reported
    placeOf: (object) => incoming.readStart(object).then(placeOfUpload, () => 'upload'),
    async invoke(event, place) {
      const outcome = await validate.invoke(event, { requestId: randomUUID(), place });
      if (outcome.outcome !== 'returned') throw new Error(`not validated: ${outcome.outcome}`);
      return readBatchResponse(outcome.result);
    },
  });
  const endpoint = { signer, incoming, clock, onArrival: arrivals.wake };
  return {
    answer: (request, requestId) => answerPresignedPost(endpoint, request, requestId),
    length: async () => (await incoming.list()).length,
    stop: arrivals.stop,
  };
}
