import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OVER_BANDWIDTH } from '../../../core/use-cases/usage/note-bandwidth.ts';
import { all, get, synthesize } from './support/template.ts';

/**
 * A function's output of three lines, in a process with Lambda's own variables of its log settings.
 */
async function printLines(): Promise<string[]> {
  const program = `
    const { createLog } = await import('./lambdas/composition/services.ts');
    const log = createLog();
    log.info(${JSON.stringify(OVER_BANDWIDTH)}, { accountId: 'acc_a' });
    log.warn('w');
    log.error('e');`;
  const lambda = { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'INFO' };
  const how = ['--input-type=module', '-e', program];
  const env = { ...process.env, ...lambda, POWERTOOLS_DEV: undefined };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, how, { env });
  return `${stdout}${stderr}`.trim().split('\n');
}

describe('the log of a function, in JSON', () => {
  it('has each line of ours once, from INFO on, as the metric filter looks for it (security.logs-and-alarms)', async () => {
    const lines = (await printLines()).map((line) => JSON.parse(line));
    expect(lines.map(({ level }) => level).sort()).toEqual(['ERROR', 'INFO', 'WARN']);
    expect(lines.find(({ level }) => level === 'INFO')).toMatchObject({ message: OVER_BANDWIDTH });
    const [[, filter] = []] = all(synthesize(), 'AWS::Logs::MetricFilter');
    expect(get(filter, 'Properties.FilterPattern')).toBe(`{ $.message = "${OVER_BANDWIDTH}" }`);
  });
});
