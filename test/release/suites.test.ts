import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../support/workflows/workflow.ts';

/** Of a whole run, whose two lanes share the suites. */
const MAX_MINUTES = 45;
const LANES = 2;
const listed = execFileSync('bash', ['-c', `. .ci/suites && printf "%s\\n" "\${SUITES[@]}"`]);
const suites = listed
  .toString()
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([name = '', minutes = '']) => ({ name, minutes: Number(minutes) }));

describe('the suites of .ci/run', () => {
  it('have budgets that two lanes spend in less than 45 minutes', () => {
    const minutes = suites.map((suite) => suite.minutes);
    expect(minutes.filter((one) => !(one > 0))).toEqual([]);
    expect(minutes.reduce((sum, one) => sum + one, 0)).toBeLessThan(LANES * MAX_MINUTES);
  });

  it('have a function each', () => {
    const names = suites.map(({ name }) => `suite_${name}`);
    const { status, stdout } = spawnSync('bash', [
      '-c',
      `. .ci/suites && declare -F ${names.join(' ')}`,
    ]);
    expect([status, stdout.toString().trim().split('\n')]).toEqual([0, names]);
  });

  it('are the jobs of the workflow, so that a contributor sees the same result', () => {
    const { suite } = readWorkflow('.github/workflows/ci.yml').jobs;
    expect(suite?.strategy?.matrix.suite).toEqual(suites.map(({ name }) => name));
    const commands = suite?.steps?.flatMap(({ run }) => run ?? []);
    expect(commands).toEqual([`bash .ci/run \${{ matrix.suite }}`]);
  });
});
