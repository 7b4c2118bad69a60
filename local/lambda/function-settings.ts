import type { Services } from '../../core/ports/services.ts';

/** One function of the local service: what its process runs, and within which bounds. */
export interface FunctionSettings<S = Services> {
  /** From a request's arrival to its end, waiting included; the process is killed then. */
  readonly timeoutMs: number;
  /**
   * The additional time in which a response may be sent to the parent, after its head; without it,
   * the same timeout.
   */
  readonly wireMs?: number;
  /** Answers through `awslambda.streamifyResponse`. */
  readonly isStreaming: boolean;
  readonly maxProcesses: number;
  /** Where it is given, a light process may hand a request over to one of so many heavy ones. */
  readonly maxHeavyProcesses?: number;
  createHandler(services: S): unknown;
}
