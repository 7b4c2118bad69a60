import { styleText } from 'node:util';
import { type Check, type CheckResult, runChecks } from './run-checks.ts';

const SIGNS = {
  passed: ['green', '✓ passed '],
  failed: ['red', '✗ failed '],
  warned: ['yellow', '! warning'],
  skipped: ['gray', '- skipped'],
} as const;

const SECOND_MS = 1000;

function duration(ms: number): string {
  return ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(1)} s`;
}

function measuredText({ measured = {} }: CheckResult): string {
  const parts = Object.entries(measured).map(([name, value]) => `${name} ${value}`);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

/** A result as lines of a terminal: the state, the title, the duration, and the finding. */
function describeResult(result: CheckResult): string {
  const [colour, sign] = SIGNS[result.state];
  const head = `${styleText(colour, sign)}  ${result.title}  ${styleText('dim', duration(result.durationMs))}`;
  const lines = [head, `           ${result.detail}${measuredText(result)}`];
  if (result.state === 'failed' || result.state === 'warned') {
    lines.push(`           ${styleText('bold', 'This means:')} ${result.failureMeans}`);
  }
  return lines.join('\n');
}

/** The closing line: how many ended how. */
function describeSum(results: readonly CheckResult[]): string {
  const count = (state: CheckResult['state']) =>
    results.filter((result) => result.state === state).length;
  const all = (['passed', 'failed', 'warned', 'skipped'] as const).map(
    (state) => `${count(state)} ${state}`,
  );
  return all.join(', ');
}

/**
 * Runs the checks and prints each result as it ends, or with `json` all of them at the end, beside
 * the members of `head`. Answers whether none failed.
 */
export async function printResults<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  { json, head }: { readonly json: boolean; readonly head: Readonly<Record<string, string>> },
): Promise<boolean> {
  const results = await runChecks(checks, subject, {
    now: () => performance.now(),
    onResult: (result) => json || console.log(describeResult(result)),
  });
  console.log(json ? JSON.stringify({ ...head, results }, null, 2) : `\n${describeSum(results)}`);
  return !results.some(({ state }) => state === 'failed');
}
