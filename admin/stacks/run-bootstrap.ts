/**
 * `npm run --silent bootstrap -- --stack NAME [--plan NAME]`: makes the default project of a
 * deployed stack's first account and prints its keys, in the first run only. Credentials, region
 * and endpoint come from where the AWS SDK looks for them.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
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
import { STACK_OPTION } from '../program-options.ts';
import { runProgram, usageOf } from '../run-program.ts';
import {
  findStackOutputs,
  readStackOutputs,
  readStackPlans,
  STACK_ACCOUNT_ID,
} from '../stack-outputs.ts';
import { writeParameter } from './write-parameter.ts';

const OPTIONS = {
  stack: STACK_OPTION,
  plan: {
    type: 'string',
    default: 'free',
    value: 'NAME',
    meaning: 'The plan of the account: free, unlimited, or a plan of the settings.',
  },
} as const;
const HELP = {
  usage: 'npm run --silent bootstrap -- --stack NAME [--plan NAME]',
  summary: 'Makes the first project of a deployed stack and prints its keys, this one time.',
  options: OPTIONS,
  examples: ['npm run --silent bootstrap -- --stack imagewell > credentials.json'],
} as const;

await runProgram(HELP, async () => {
  const { values } = parseArgs({ options: OPTIONS });
  const { stack } = values;
  if (!stack)
    throw new CommandError('usage', 'No stack is given; use --stack NAME.', usageOf(HELP));
  const output = await readStackOutputs(stack);
  const tables = { projects: output('ProjectsTable'), keys: output('KeysTable') };
  const plan = findPlan(values.plan, await readStackPlans(stack));
  if (!plan) throw new CommandError('usage', `${stack} has no plan ${values.plan}.`, usageOf(HELP));
  const client = createDynamoClient();
  const projects = createDynamoProjectStore(client, tables.projects);
  const keys = createDynamoKeyStore(client, tables.keys);
  const [existing] = await projects.listProjects(STACK_ACCOUNT_ID);
  if (existing) {
    const message = `${stack} already has its default project: ${existing.projectId}`;
    throw new CommandError('failed', message);
  }
  const result = createDefaultProject(randomBytes);
  const names = { accountId: STACK_ACCOUNT_ID, keyName: 'bootstrap', plan };
  await storeDefaultProject({ clock: Date.now, randomBytes, projects, keys }, result, names);
  const urls = { baseUrl: output('BaseUrl'), cdnUrl: output('CdnUrl') };
  const parameter = (await findStackOutputs(stack))('UploadKeyParameter');
  if (parameter !== undefined) {
    const { projectId, uploadKey } = result;
    const apiKey = await storeUploadApiKey({ clock: Date.now, randomBytes, keys }, projectId);
    await writeParameter(parameter, JSON.stringify({ ...urls, projectId, uploadKey, apiKey }));
  }
  console.log(JSON.stringify({ ...urls, ...result }, null, 2));
});
