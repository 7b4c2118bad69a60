import { appendFileSync } from 'node:fs';
import { runInChain } from '../../adapters/aws-calls/message-chains.ts';
import { ENVIRONMENT, findEnvironment, ownFunctionName } from '../environment.ts';

/**
 * Runs a function. If the deploy requested it, a line states the number of its runs that led to
 * this one, from which loops are found.
 */
export function recordedRun<T>(event: unknown, run: () => T): T {
  const path = findEnvironment(ENVIRONMENT.recordCallsTo);
  if (path === undefined) return run();
  const functionName = ownFunctionName();
  const note = (runs: number) =>
    appendFileSync(`${path}.chains`, `${JSON.stringify({ functionName, runs })}\n`);
  return runInChain(functionName, event, note, run);
}
