import { resolve } from 'node:path';
import { type Ran, run } from './python-tools.ts';
import { TESTED_COMMAND } from './tested-command.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * Variables by which the AWS SDK finds this developer's own account, none of which a test may use.
 */
const OF_AWS = /^(AWS_|CDK_)/;

/** Runs a program of a clone; its environment has only the given variables of AWS. */
export function runOperatorProgram(
  program: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const own = Object.entries(process.env).filter(([variable]) => !OF_AWS.test(variable));
  const nowhere = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' };
  const quick = { AWS_EC2_METADATA_DISABLED: 'true', AWS_MAX_ATTEMPTS: '1', NO_COLOR: '1' };
  const [file = '', ...names] = program;
  const path = file === 'cli' ? TESTED_COMMAND : resolve(ROOT, `bin/${file}.ts`);
  return run(process.execPath, [path, ...names, ...args], {
    cwd: ROOT,
    env: { ...Object.fromEntries(own), ...nowhere, ...quick, ...env },
  });
}
