import type { Services } from '../core/ports.ts';

/** How one function runs locally. */
export interface FunctionSettings {
  readonly timeoutMs: number;
  /** Answers over a response stream, as a Function URL with response streaming does. */
  readonly isStreaming: boolean;
  readonly maxProcesses: number;
  /** Processes beside those that may load the image engine; the others hand such a request over. */
  readonly maxHeavyProcesses?: number;
  readonly createHandler: (services: Services) => unknown;
}
