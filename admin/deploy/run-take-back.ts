/**
 * `npm run take-back -- [--stage NAME]`: starts a new stack with the tables, buckets and users that
 * a deleted one of the same name retained (removalPolicy=retain). `npm run deploy` makes the rest
 * around them. Credentials, region and endpoint come from where the AWS SDK looks for them.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import { planTakingBack, type Template } from '../../lib/kept-resources.ts';
import { type Settings, stackNameOf } from '../../lib/settings.ts';
import { runProgram, usageOf } from '../run-program.ts';
import { findStack, openCloudFormation } from '../stack-outputs.ts';
import { listKept } from '../stacks/list-kept.ts';
import { findLastDeleted, importKept } from '../stacks/take-back.ts';
import { checkDeploy } from './check-deploy.ts';
import { type DeployArguments, readDeployArguments, TAKE_BACK_HELP } from './deploy-arguments.ts';
import { readSettings } from './read-settings.ts';
import { runCdk } from './run-cdk.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The template of a stack, as the CDK makes it. */
async function synthesize(
  settings: Settings,
  given: DeployArguments,
  stack: string,
): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-take-back-'));
  try {
    const code = await runCdk(ROOT, settings, given, [
      'synth',
      stack,
      '--quiet',
      '--output',
      folder,
    ]);
    if (code !== 0) throw new CommandError('failed', `cdk synth ended with ${code}.`);
    return JSON.parse(await readFile(join(folder, `${stack}.template.json`), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runProgram(TAKE_BACK_HELP, async () => {
  const given = readDeployArguments(process.argv.slice(2), usageOf(TAKE_BACK_HELP));
  const [unknown] = given.rest;
  if (unknown)
    throw new CommandError('usage', `${unknown} is not a known option.`, usageOf(TAKE_BACK_HELP));
  // for the comparison and for the CDK alike: never one account for the one and another for the
  // other
  if (given.profile) process.env.AWS_PROFILE = given.profile;
  const client = await openCloudFormation();
  const { settings, path } = readSettings(ROOT, given, await client.config.region());
  const stack = stackNameOf(settings);
  const living = await findStack(client, stack);
  if (living && living.status !== 'REVIEW_IN_PROGRESS') {
    throw new CommandError(
      'failed',
      `The stack ${stack} exists; only a deleted stack can be recovered.`,
    );
  }
  const deleted = await findLastDeleted(client, stack);
  if (!deleted) {
    const message = `No stack ${stack} was deleted in the last 90 days, the retention of CloudFormation.`;
    throw new CommandError('notFound', message, 'See docs/deploy.md for the remaining options.');
  }
  const tell = (line: string) => console.error(`${stack}: ${line}`);
  for (const line of checkDeploy(deleted, settings, { ...given, path })) tell(line);
  const kept = await listKept(client, deleted.id);
  const plan = planTakingBack(await synthesize(settings, given, stack), kept);
  if (plan.resources.length === 0) {
    throw new CommandError('notFound', `The deleted stack ${stack} retained no resources.`);
  }
  for (const { LogicalResourceId, ResourceIdentifier } of plan.resources) {
    tell(`imported: ${LogicalResourceId} ${Object.values(ResourceIdentifier)[0]}`);
  }
  for (const { logicalId, physicalId } of plan.strangers)
    tell(`not imported: ${logicalId} ${physicalId}`);
  for (const id of plan.missing) tell(`created by the next deploy: ${id}`);
  if (given.isCheckOnly) return;
  await importKept(client, stack, plan);
  tell('done; run npm run deploy to create the other resources');
});
