import type { BegunDelivery } from '../../core/use-cases/delivery/delivery.ts';
import { type BodyQueue, createBodyQueue } from '../http/body-queue.ts';
import type { ResponseHead } from './host-messages.ts';
import type { ProcessPlace } from './places.ts';

/**
 * The reason for a missing response: no host was free in time, or the host ran out of time, died,
 * or its handler threw.
 */
export type InvocationFault = 'busy' | 'timed_out' | 'crashed' | 'threw';

/**
 * The problem of each missing response. Only a handler that threw is a fault of the request. A host
 * that died says nothing about the request, and the next host may answer it
 * (security.dead-process-is-busy).
 */
export const PROBLEM_OF_FAULT: Readonly<Record<InvocationFault, 'busy' | 'internal_error'>> = {
  busy: 'busy',
  timed_out: 'busy',
  crashed: 'busy',
  threw: 'internal_error',
};

export type InvocationOutcome =
  | { readonly outcome: 'returned'; readonly result: unknown }
  | {
      readonly outcome: 'streamed';
      readonly head: ResponseHead;
      /**
       * Must be read to its end, or left early: otherwise the host is free only at the deadline of
       * sending. Throws if it is aborted.
       */
      readonly body: AsyncIterable<Uint8Array>;
    }
  | { readonly outcome: InvocationFault };

/** Messages of the reader to the host that runs an invocation. */
export interface InvocationReader {
  consumed(bytes: number): void;
  cancel(): void;
}

/** One request on its way through the hosts of a function. */
export interface Invocation {
  readonly functionName: string;
  /** The kind of its work in a process; undefined where it runs in threads alone. */
  place: ProcessPlace | undefined;
  readonly event: unknown;
  /** How far another host has come with it; undefined where none has begun, or it begins again. */
  begun: BegunDelivery | undefined;
  readonly requestId: string;
  /** Until when its answer has to begin, or a buffered one to be there. */
  readonly deadlineAt: number;
  readonly wireEndsAt: number;
  readonly waitUntil: number;
  readonly outcome: Promise<InvocationOutcome>;
  hasSettled(): boolean;
  setReader(reader: InvocationReader | undefined): void;
  takeResult(result: unknown): void;
  takeHead(head: ResponseHead): void;
  takeChunk(chunk: Uint8Array): void;
  takeEnd(): void;
  /**
   * Answers with the fault, or cuts the body where the head is sent; after the end it changes
   * nothing.
   */
  fail(fault: InvocationFault): void;
}

export interface InvocationTimes {
  readonly deadlineAt: number;
  readonly wireEndsAt: number;
  readonly waitUntil: number;
}

/** An invocation that no host has taken yet. */
export function createInvocation(
  functionName: string,
  event: unknown,
  requestId: string,
  { place, ...times }: InvocationTimes & { readonly place?: ProcessPlace | undefined },
): Invocation {
  const { promise, resolve } = Promise.withResolvers<InvocationOutcome>();
  let reader: InvocationReader | undefined;
  let queue: BodyQueue | undefined;
  let hasSettled = false;
  const settle = (outcome?: InvocationOutcome): void => {
    hasSettled = true;
    if (outcome) resolve(outcome);
  };
  const cancel = (): void => {
    settle();
    reader?.cancel();
  };
  return {
    functionName,
    place,
    event,
    begun: undefined,
    requestId,
    ...times,
    outcome: promise,
    hasSettled: () => hasSettled,
    setReader: (next) => {
      reader = next;
    },
    takeResult: (result) => settle({ outcome: 'returned', result }),
    takeHead(head) {
      queue = createBodyQueue({ onConsumed: (n) => reader?.consumed(n), onCancel: cancel });
      resolve({ outcome: 'streamed', head, body: queue.body });
    },
    takeChunk: (chunk) => queue?.push(chunk),
    takeEnd() {
      queue?.end();
      settle();
    },
    fail(fault) {
      if (hasSettled) return;
      queue?.fail(new Error(`the response was cut: ${fault}`));
      settle({ outcome: fault });
    },
  };
}
