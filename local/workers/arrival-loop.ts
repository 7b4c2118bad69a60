import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { IncomingObject } from '../../adapters/folder/incoming-objects.ts';
import type { ProcessPlace } from '../lambda/places.ts';

export interface ArrivalLoop {
  /** Something has come in. */
  wake(): void;
  stop(): void;
}

interface ArrivalLoopOptions {
  /** Uploads that have arrived and are not validated yet. */
  list(): Promise<readonly IncomingObject[]>;
  /** The kind of its validation. */
  placeOf(object: IncomingObject): Promise<ProcessPlace>;
  invoke(event: Pick<SQSEvent, 'Records'>, place: ProcessPlace): Promise<SQSBatchResponse>;
}

interface Failure {
  readonly count: number;
  /** By performance.now(): a clock that steps back would make a pause as long as its step. */
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

/** Checks again at a moment; of several the earliest one counts. */
function createAgenda(check: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  const clear = (): void => {
    clearTimeout(timer);
    dueAt = Infinity;
  };
  return {
    clear,
    plan(pauseMs: number): void {
      const at = Date.now() + pauseMs;
      if (at >= dueAt) return;
      clear();
      dueAt = at;
      timer = setTimeout(() => {
        clear();
        check();
      }, pauseMs);
      timer.unref();
    },
  };
}

/** Validates arrived uploads; one that failed waits, twice as long each time. */
function createValidation(invoke: ArrivalLoopOptions['invoke'], isStopped: () => boolean) {
  const failures = new Map<string, Failure>();
  return {
    hasFailures: () => failures.size > 0,
    async validate(object: IncomingObject, place: ProcessPlace): Promise<void> {
      const name = `${object.temporaryImageId}.${object.etag}`;
      const { count = 0, notBefore = 0 } = failures.get(name) ?? {};
      if (isStopped() || performance.now() < notBefore) return;
      try {
        const { batchItemFailures } = await invoke(eventOf(object), place);
        if (batchItemFailures.length > 0)
          throw new Error('the function could not validate the upload');
        failures.delete(name);
      } catch {
        const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count);
        failures.set(name, { count: count + 1, notBefore: performance.now() + pauseMs });
      }
    },
  };
}

/**
 * Sends arrived uploads to the validating function, with backoff after a failure. Each kind is sent
 * one by one, so that none waits behind a drawing or a conversion of another kind
 * (security.places-apart).
 */
export function startArrivalLoop({ list, placeOf, invoke }: ArrivalLoopOptions): ArrivalLoop {
  const running = new Set<ProcessPlace>();
  let isListing = false;
  let wakes = 0;
  let isStopped = false;

  const { validate, hasFailures } = createValidation(invoke, () => isStopped);
  const planNext = (wakesBefore: number): void => {
    if (isStopped) return;
    if (wakes > wakesBefore) agenda.plan(0);
    else if (hasFailures()) agenda.plan(FIRST_PAUSE_MS);
  };
  const runOne = async (place: ProcessPlace, objects: readonly IncomingObject[]) => {
    const wakesBefore = wakes;
    running.add(place);
    for (const object of objects) await validate(object, place);
    running.delete(place);
    planNext(wakesBefore);
  };
  const run = async () => {
    if (isListing) return;
    isListing = true;
    const wakesBefore = wakes;
    const objects = await list().catch(() => []);
    const places = await Promise.all(objects.map(placeOf));
    isListing = false;
    for (const place of new Set(places)) {
      if (running.has(place)) continue;
      void runOne(
        place,
        objects.filter((_, at) => places[at] === place),
      );
    }
    planNext(wakesBefore);
  };
  const agenda = createAgenda(() => void run());

  agenda.plan(0);
  return {
    wake: () => {
      wakes += 1;
      if (!isStopped) agenda.plan(0);
    },
    stop: () => {
      isStopped = true;
      agenda.clear();
    },
  };
}
