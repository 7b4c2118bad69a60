import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './peer.ts';

/** The load generator of Debian's package `wrk`; undefined where it is not installed. */
export const findWrk = () => findProgram('wrk');

/** The number in a line of its report; 0 without the line. */
function numberIn(report: string, pattern: RegExp): number {
  return Number(pattern.exec(report)?.[1] ?? 0);
}

/** The requests of a report; throws where one of them failed. */
export function requestsIn(report: string): number {
  const requests = numberIn(report, /(\d+) requests in/);
  const failed = numberIn(report, /Non-2xx or 3xx responses: (\d+)/);
  const hasErrors = /Socket errors: connect (?!0, read 0, write 0, timeout 0)/.test(report);
  if (requests === 0 || failed > 0 || hasErrors) throw new Error(`wrk: ${report.trim()}`);
  return requests;
}

/** Loads an address by so many connections for so many seconds; answers the requests. */
export async function runWrk(
  program: string,
  url: string,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`];
  const { stdout } = await promisify(execFile)(program, [...load, url]);
  return requestsIn(stdout);
}
