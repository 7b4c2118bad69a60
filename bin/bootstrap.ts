/**
 * `npm run --silent bootstrap -- --stack NAME [--plan NAME]`: makes the default project of a deployed stack's first account and prints its keys, once.
 * Credentials, region and endpoint come from where the AWS SDK looks for them.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createDynamoClient } from '../adapters/dynamodb-tables/dynamo-client.ts';
import { createDynamoKeyStore } from '../adapters/key-store/dynamodb.ts';
import { createDynamoProjectStore } from '../adapters/project-store/dynamodb.ts';
import { findPlan } from '../core/projects/plans.ts';
import {
  createDefaultProject,
  storeDefaultProject,
} from '../core/use-cases/store-default-project.ts';
import { readStackOutputs, readStackPlans, STACK_ACCOUNT_ID } from './operator/stack-outputs.ts';

const { values } = parseArgs({
  options: { stack: { type: 'string' }, plan: { type: 'string', default: 'free' } },
});
const USAGE =
  'usage: npm run --silent bootstrap -- --stack NAME [--plan free|unlimited|one of its own]';
if (!values.stack) {
  console.error(USAGE);
  process.exit(1);
}
const plan = findPlan(values.plan, await readStackPlans(values.stack));
if (!plan) {
  console.error(`${values.stack} has no plan ${values.plan}; ${USAGE}`);
  process.exit(1);
}
const output = await readStackOutputs(values.stack);
const client = createDynamoClient();
const projects = createDynamoProjectStore(client, output('ProjectsTable'));
const keys = createDynamoKeyStore(client, output('KeysTable'));
const [existing] = await projects.listProjects(STACK_ACCOUNT_ID);
if (existing) {
  console.error(`${values.stack} has its default project already: ${existing.projectId}`);
  process.exit(1);
}
const made = createDefaultProject(randomBytes);
const names = { accountId: STACK_ACCOUNT_ID, keyName: 'bootstrap', plan };
await storeDefaultProject({ clock: Date.now, randomBytes, projects, keys }, made, names);
console.log(
  JSON.stringify({ baseUrl: output('BaseUrl'), cdnUrl: output('CdnUrl'), ...made }, null, 2),
);
