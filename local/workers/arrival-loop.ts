import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { IncomingObject } from '../../adapters/folder/incoming-objects.ts';

export interface ArrivalLoop {
  /** Something has come in. */
  wake(): void;
  stop(): void;
}

interface ArrivalLoopOptions {
  /** Uploads that have arrived and are not validated yet. */
  list(): Promise<readonly IncomingObject[]>;
  invoke(event: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse>;
}

interface Failure {
  readonly count: number;
  /** By `performance.now`: a clock that steps back would make a pause as long as its step. */
  readonly notBefore: number;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** S3's notification of an object, as a queue hands it to a function. */
function eventOf({ temporaryImageId, etag }: IncomingObject): Pick<SQSEvent, 'Records'> {
  const s3 = { object: { key: temporaryImageId, eTag: etag } };
  const body = JSON.stringify({ Records: [{ eventName: 'ObjectCreated:Post', s3 }] });
  return { Records: [{ messageId: temporaryImageId, body }] as SQSEvent['Records'] };
}

/** Sends arrived uploads to the validating function one by one, with backoff after a failure. */
export function startArrivalLoop({ list, invoke }: ArrivalLoopOptions): ArrivalLoop {
  const failures = new Map<string, Failure>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isWoken = false;
  let isStopped = false;

  const plan = (pauseMs: number) => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void run(), pauseMs);
    timer.unref();
  };
  const validate = async (object: IncomingObject): Promise<void> => {
    const name = `${object.temporaryImageId}.${object.etag}`;
    const { count = 0, notBefore = 0 } = failures.get(name) ?? {};
    if (isStopped || performance.now() < notBefore) return;
    try {
      const { batchItemFailures } = await invoke(eventOf(object));
      if (batchItemFailures.length > 0)
        throw new Error('the function could not validate the upload');
      failures.delete(name);
    } catch {
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count);
      failures.set(name, { count: count + 1, notBefore: performance.now() + pauseMs });
    }
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    isWoken = false;
    for (const object of await list().catch(() => [])) await validate(object);
    isRunning = false;
    if (isWoken) plan(0);
    else if (failures.size > 0) plan(FIRST_PAUSE_MS);
  };

  plan(0);
  return {
    wake: () => {
      isWoken = true;
      if (!isRunning) plan(0);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
