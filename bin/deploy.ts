/**
 * `npm run deploy -- [--stage NAME] [--change SETTING,…] […]`: `cdk deploy` of a stage with its
 * settings file, after a comparison with the deployed settings. Credentials, region and endpoint
 * come from where the AWS SDK looks for them.
 */
import { resolve } from 'node:path';
import { checkDeploy } from '../admin/deploy/check-deploy.ts';
import { DEPLOY_USAGE, readDeployArguments } from '../admin/deploy/deploy-arguments.ts';
import { readSettings } from '../admin/deploy/read-settings.ts';
import { runCdk } from '../admin/deploy/run-cdk.ts';
import { runProgram } from '../admin/run-program.ts';
import { findStack, openCloudFormation } from '../admin/stack-outputs.ts';
import { stackNameOf } from '../lib/settings.ts';

const ROOT = resolve(import.meta.dirname, '..');

await runProgram(DEPLOY_USAGE, async () => {
  const given = readDeployArguments(process.argv.slice(2), DEPLOY_USAGE);
  // for the comparison and for the CDK alike: never one account for the one and another for the
  // other
  if (given.profile) process.env.AWS_PROFILE = given.profile;
  const client = await openCloudFormation();
  const { settings, path } = readSettings(ROOT, given, await client.config.region());
  const stack = stackNameOf(settings);
  const lines = checkDeploy(await findStack(client, stack), settings, { ...given, path });
  for (const line of lines) console.error(`${stack}: ${line}`);
  if (given.isCheckOnly) return;
  process.exitCode = await runCdk(ROOT, settings, given, ['deploy', stack, ...given.rest]);
});
