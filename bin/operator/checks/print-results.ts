import { styleText } from 'node:util';
import type { CheckResult } from './run-checks.ts';

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

/** A result as lines of a terminal: the state, the title, how long it took, and what was seen. */
export function describeResult(result: CheckResult): string {
  const [colour, sign] = SIGNS[result.state];
  const head = `${styleText(colour, sign)}  ${result.title}  ${styleText('dim', duration(result.durationMs))}`;
  const lines = [head, `           ${result.detail}${measuredText(result)}`];
  if (result.state === 'failed' || result.state === 'warned') {
    lines.push(`           ${styleText('bold', 'This means:')} ${result.failureMeans}`);
  }
  return lines.join('\n');
}

/** The closing line: how many ended how. */
export function describeSum(results: readonly CheckResult[]): string {
  const count = (state: CheckResult['state']) =>
    results.filter((one) => one.state === state).length;
  const all = (['passed', 'failed', 'warned', 'skipped'] as const).map(
    (state) => `${count(state)} ${state}`,
  );
  return all.join(', ');
}
