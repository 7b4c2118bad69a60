/**
 * `npm run --silent bootstrap -- --stack NAME [--plan free|unlimited]`: makes the default project of a deployed stack's first account and prints its keys, once.
 * Credentials, region and endpoint come from where the AWS SDK looks for them.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { createDynamoClient } from '../adapters/dynamodb-tables/dynamo-client.ts';
import { createDynamoKeyStore } from '../adapters/key-store/dynamodb.ts';
import { createDynamoProjectStore } from '../adapters/project-store/dynamodb.ts';
import { PLANS, type PlanName } from '../core/projects/plans.ts';
import {
  createDefaultProject,
  storeDefaultProject,
} from '../core/use-cases/store-default-project.ts';

/** The account of those who deployed the stack. */
const ACCOUNT_ID = 'acc_operator';

async function readOutputs(stack: string): Promise<(name: string) => string> {
  const client = new CloudFormationClient({});
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
  const outputs = Stacks[0]?.Outputs ?? [];
  return (name) => {
    const value = outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    if (!value) throw new Error(`the stack ${stack} has no output ${name}: is it deployed whole?`);
    return value;
  };
}

const { values } = parseArgs({
  options: { stack: { type: 'string' }, plan: { type: 'string', default: 'free' } },
});
const plan = PLANS[values.plan as PlanName];
if (!values.stack || !plan) {
  console.error('usage: npm run --silent bootstrap -- --stack NAME [--plan free|unlimited]');
  process.exit(1);
}
const output = await readOutputs(values.stack);
const client = createDynamoClient();
const projects = createDynamoProjectStore(client, output('ProjectsTable'));
const keys = createDynamoKeyStore(client, output('KeysTable'));
const [existing] = await projects.listProjects(ACCOUNT_ID);
if (existing) {
  console.error(`${values.stack} has its default project already: ${existing.projectId}`);
  process.exit(1);
}
const made = createDefaultProject(randomBytes);
const names = { accountId: ACCOUNT_ID, keyName: 'bootstrap', plan };
await storeDefaultProject({ clock: Date.now, randomBytes, projects, keys }, made, names);
console.log(
  JSON.stringify({ baseUrl: output('BaseUrl'), cdnUrl: output('CdnUrl'), ...made }, null, 2),
);
