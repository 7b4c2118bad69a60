import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import type { Settings } from '../../lib/settings.ts';
import type { DeployArguments } from './deploy-arguments.ts';

/** Run by Node: on Windows `.bin` has no files that can be started without a shell. */
const CDK = 'aws-cdk/bin/cdk';
const CDK_LOCAL = 'aws-cdk-local/bin/cdklocal';

/**
 * Runs the CDK's own command line with the settings of `-c`; on an emulator the one that finds it.
 * Answers its exit code.
 */
export async function runCdk(
  root: string,
  { target, stage }: Settings,
  { context }: Pick<DeployArguments, 'context'>,
  args: readonly string[],
): Promise<number> {
  const program = join(root, 'node_modules', target === 'aws' ? CDK : CDK_LOCAL);
  const settings = Object.entries({ ...context, stage }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(process.execPath, [program, ...args, ...settings], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal) throw new CommandError('interrupted', `${args[0]} was ended by ${signal}.`);
  return code ?? 1;
}
