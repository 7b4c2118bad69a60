import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import { planTakingBack, type Template } from '../../lib/kept-resources.ts';
import { type Settings, stackNameOf } from '../../lib/settings.ts';
import { findStack } from '../read-stack.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { listKept } from '../stacks/list-kept.ts';
import { findLastDeleted, importKept } from '../stacks/take-back.ts';
import { checkDeploy } from './check-deploy.ts';
import {
  type DeployArguments,
  type DeployOptions,
  readDeployArguments,
} from './deploy-arguments.ts';
import { openSettings } from './open-settings.ts';
import { runCdk } from './run-cdk.ts';

/** The template of a stack, as the CDK makes it. */
async function synthesize(
  root: string,
  settings: Settings,
  given: DeployArguments,
  stack: string,
): Promise<Template> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-take-back-'));
  try {
    const code = await runCdk(root, settings, given, [
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

/**
 * `admin take-back`: starts a new stack with the tables, buckets and users that a deleted one of
 * the same name retained (removalPolicy=retain). A deploy makes the rest around them.
 */
export async function runTakeBack(
  root: string,
  { session, options }: ProgramCall<DeployOptions>,
): Promise<void> {
  const given = readDeployArguments(options);
  const { client, settings, path } = await openSettings(root, options);
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
  const tell = (line: string) => session.tell(`${stack}: ${line}`);
  for (const line of checkDeploy(deleted, settings, { ...given, path })) tell(line);
  const kept = await listKept(client, deleted.id);
  const plan = planTakingBack(await synthesize(root, settings, given, stack), kept);
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
  tell('done; npx imagewell admin deploy creates the other resources');
}
