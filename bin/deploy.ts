/**
 * `npm run deploy -- [--stage NAME] [--change SETTING,…] […]`: `cdk deploy` of a stage with its settings file, once these were held against what is
 * deployed. Credentials, region and endpoint come from where the AWS SDK looks for them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { CommandError } from '../cli/command-error.ts';
import { DEFAULT_STAGE, parseSettings, type Settings, stackNameOf } from '../lib/settings.ts';
import { readSettingsFile } from '../lib/settings-file.ts';
import { checkDeploy } from './operator/deploy/check-deploy.ts';
import {
  DEPLOY_USAGE,
  type DeployArguments,
  readDeployArguments,
} from './operator/deploy/deploy-arguments.ts';
import { runProgram } from './operator/run-program.ts';
import { findStack, openCloudFormation } from './operator/stack-outputs.ts';

const ROOT = resolve(import.meta.dirname, '..');

interface ReadSettings {
  readonly settings: Settings;
  /** Of the settings file, whether there is one or not. */
  readonly path: string;
}

/** The settings of this deploy, as the app will read them; throws a CommandError with every fault. */
function readSettings({ stage, context }: DeployArguments, region: string): ReadSettings {
  const named = stage ?? context.stage ?? DEFAULT_STAGE;
  if (stage !== undefined && context.stage !== undefined && stage !== context.stage) {
    throw new CommandError('usage', `--stage ${stage} and -c stage=${context.stage}: which one?`);
  }
  try {
    const { target } = context;
    const { path, values, passedOver } = readSettingsFile(ROOT, { stage: named, target });
    if (passedOver) console.error(passedOver);
    const settings = parseSettings({ ...context, stage: named }, { file: values, region });
    return { settings, path };
  } catch (error) {
    throw new CommandError('usage', (error as Error).message);
  }
}

/** The CDK's own command line; on an emulator the one that finds it. Answers its exit code. */
async function runCdk({ target, stage }: Settings, args: readonly string[]): Promise<number> {
  const program = join(ROOT, 'node_modules/.bin', target === 'aws' ? 'cdk' : 'cdklocal');
  const child = spawn(program, [...args, '-c', `stage=${stage}`], { cwd: ROOT, stdio: 'inherit' });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal) throw new CommandError('interrupted', `cdk deploy was ended by ${signal}.`);
  return code ?? 1;
}

await runProgram(DEPLOY_USAGE, async () => {
  const given = readDeployArguments(process.argv.slice(2));
  const client = await openCloudFormation();
  const { settings, path } = readSettings(given, await client.config.region());
  const stack = stackNameOf(settings);
  const lines = checkDeploy(await findStack(client, stack), settings, { ...given, path });
  for (const line of lines) console.error(`${stack}: ${line}`);
  if (given.isCheckOnly) return;
  const context = Object.entries(given.context)
    .filter(([name]) => name !== 'stage')
    .flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  process.exitCode = await runCdk(settings, ['deploy', stack, ...given.rest, ...context]);
});
