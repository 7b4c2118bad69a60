import { stackNameOf } from '../../lib/settings.ts';
import { findStack } from '../read-stack.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { checkDeploy } from './check-deploy.ts';
import { checkPassedOn, type DeployOptions, readDeployArguments } from './deploy-arguments.ts';
import { openSettings } from './open-settings.ts';
import { runCdk } from './run-cdk.ts';

/**
 * `admin deploy`: `cdk deploy` of a stage with its settings file, after a comparison with the
 * deployed settings. Credentials, region and endpoint come from where the AWS SDK looks for them.
 */
export async function runDeploy(
  root: string,
  { session, options, args }: ProgramCall<DeployOptions>,
): Promise<void> {
  checkPassedOn(args);
  const given = readDeployArguments(options);
  const { client, settings, path } = await openSettings(root, options);
  const stack = stackNameOf(settings);
  const lines = checkDeploy(await findStack(client, stack), settings, { ...given, path });
  const { tell } = session;
  for (const line of lines) tell(`${stack}: ${line}`);
  if (given.isCheckOnly) return;
  session.endWith(await runCdk(root, settings, given, ['deploy', stack, ...args]));
}
