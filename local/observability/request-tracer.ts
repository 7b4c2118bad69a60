import type { IncomingMessage } from 'node:http';
import type { RequestLine } from '../http/http-server.ts';
import type { FunctionRun } from '../lambda/pooled-host.ts';

/** Hears of requests and of the runs of functions, and makes traces of them. */
export interface RequestTracer {
  startRequest(request: IncomingMessage, requestId: string): void;
  endRequest(line: RequestLine): void;
  noteRun(run: FunctionRun): void;
  /** Exports the remaining spans, for a short while. */
  stop(): Promise<void>;
}

/** Makes nothing of them. */
export const NO_TRACER: RequestTracer = {
  startRequest: () => undefined,
  endRequest: () => undefined,
  noteRun: () => undefined,
  stop: async () => undefined,
};

const SWITCHES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/** Whether the variables of OpenTelemetry name a place for traces. */
export function isTracingOn(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (
    environment.OTEL_SDK_DISABLED !== 'true' && SWITCHES.some((name) => Boolean(environment[name]))
  );
}
