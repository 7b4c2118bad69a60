import { randomBytes } from 'node:crypto';
import { createDynamoClient } from '../../adapters/dynamodb/client/dynamo-client.ts';
import { createDynamoKeyStore } from '../../adapters/dynamodb/keys/key-store.ts';
import { createDynamoProjectStore } from '../../adapters/dynamodb/projects/project-store.ts';
import { CommandError } from '../../cli/command-error.ts';
import { findPlan } from '../../core/projects/plans.ts';
import {
  createDefaultProject,
  storeDefaultProject,
  storeUploadApiKey,
} from '../../core/use-cases/projects/store-default-project.ts';
import { readStack, STACK_ACCOUNT_ID } from '../read-stack.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { requireStackName } from './require-stack-name.ts';
import { writeParameter } from './write-parameter.ts';

/**
 * `admin bootstrap`: makes the default project of a deployed stack's first account and prints its
 * keys as JSON, in the first run only. Credentials, region and endpoint come from where the AWS SDK
 * looks for them.
 */
export async function runBootstrap(call: ProgramCall<{ readonly plan: string }>): Promise<void> {
  const { session, options } = call;
  const stack = requireStackName(options);
  const { find, output, table, plans } = await readStack(stack);
  const plan = findPlan(options.plan, plans);
  if (!plan) throw new CommandError('usage', `${stack} has no plan ${options.plan}.`);
  const client = createDynamoClient('command');
  const projects = createDynamoProjectStore(client, table('projects'));
  const keys = createDynamoKeyStore(client, table('keys'));
  const [existing] = await projects.listProjects(STACK_ACCOUNT_ID);
  if (existing) {
    const message = `${stack} already has its default project: ${existing.projectId}`;
    throw new CommandError('failed', message);
  }
  const result = createDefaultProject(randomBytes);
  const names = { accountId: STACK_ACCOUNT_ID, keyName: 'bootstrap', plan };
  await storeDefaultProject({ clock: Date.now, randomBytes, projects, keys }, result, names);
  const urls = { baseUrl: output('BaseUrl'), cdnUrl: output('CdnUrl') };
  const parameter = find('UploadKeyParameter');
  if (parameter !== undefined) {
    const { projectId, uploadKey } = result;
    const apiKey = await storeUploadApiKey({ clock: Date.now, randomBytes, keys }, projectId);
    await writeParameter(parameter, JSON.stringify({ ...urls, projectId, uploadKey, apiKey }));
  }
  // JSON with and without --json: it is made to be kept in a file
  const printed = { ...urls, ...result };
  session.print(printed, () => JSON.stringify(printed, null, 2));
}
