/** A line of the log of a started service (local/observability/service-log.ts). */
export interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly timestamp: string;
  readonly message: string;
}

/** The lines of JSON in what a service has printed; the startup banner is text. */
export function logLinesOf(output: string): LogLine[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"level":'))
    .map((line) => JSON.parse(line) as LogLine);
}
