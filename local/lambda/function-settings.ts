import type { Services } from '../../core/ports/services.ts';

/** One function of the local service: what its process runs, and within which bounds. */
export interface FunctionSettings<S = Services> {
  /** From a request's arrival to its end, waiting included; the process is killed then. */
  readonly timeoutMs: number;
  /**
   * How much longer than that an answer may be on its way to the parent, once its head is there;
   * the same timeout without it.
   */
  readonly wireMs?: number;
  /** Answers through `awslambda.streamifyResponse`. */
  readonly isStreaming: boolean;
  readonly maxProcesses: number;
  /** Where it is given, a light process may hand a request over to one of so many heavy ones. */
  readonly maxHeavyProcesses?: number;
  createHandler(services: S): unknown;
}
