import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { findStackDeadLetters } from '../../adapters/sqs/stack-queues.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { makeImage, makeTemporary } from '../contract/image-store.ts';
import { openTables } from '../support/cloud/open-tables.ts';
import { commandLine } from '../unit/cli/support/command-line.ts';

const stack = `admin-${randomUUID()}`;
const cloudFormation = new CloudFormationClient({});
const sqs = new SQSClient({});
let tables: Awaited<ReturnType<typeof openTables>>;

const queue = (Properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties });
const redriveTo = (dead: string) => ({
  RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [dead, 'Arn'] }, maxReceiveCount: 2 },
});
/** A stack of what `admin` reads of one: the names of tables, and queues as ours are. */
function template(names: Readonly<Record<string, string>>) {
  const outputs = Object.entries(names).map(([name, Value]) => [
    `${name.charAt(0).toUpperCase()}${name.slice(1)}Table`,
    { Value },
  ]);
  return {
    Resources: {
      PurgeDeadPurges0A1B2C3D: queue(),
      PurgeQueue12345678: queue(redriveTo('PurgeDeadPurges0A1B2C3D')),
      PurgeDeadChangesABCDEF01: queue(),
    },
    Outputs: {
      ...Object.fromEntries(outputs),
      Plans: { Value: JSON.stringify({ team: { ...PLANS.free, maxImages: 7 } }) },
    },
  };
}

const { AWS_ENDPOINT_URL = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
const run = commandLine(tmpdir(), {
  AWS_ENDPOINT_URL,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
  AWS_REGION: 'us-east-1',
});
const admin = (...args: readonly string[]) => run(['admin', ...args, '--stack', stack]);
const lines = async (...args: readonly string[]) => (await admin(...args, '--json')).lines;
const json = async (...args: readonly string[]) => (await admin(...args, '--json')).json;

beforeAll(async () => {
  tables = await openTables();
  const TemplateBody = JSON.stringify(template(tables.names));
  await cloudFormation.send(new CreateStackCommand({ StackName: stack, TemplateBody }));
  const wait = { client: cloudFormation, maxWaitTime: 60 };
  await waitUntilStackCreateComplete(wait, { StackName: stack });
});
afterAll(async () => {
  await cloudFormation.send(new DeleteStackCommand({ StackName: stack }));
  await tables.remove();
});

describe('imagewell admin over a stack', () => {
  const project = {
    projectId: `prj_${'b'.repeat(26)}`,
    accountId: `acc_${'b'.repeat(26)}`,
    name: 'shop',
    allowedOrigins: [],
    plan: PLANS.free,
    createdAt: 1,
  };
  const { projectId, accountId } = project;

  it('finds accounts, and puts one on a plan of the stack’s settings', async () => {
    await tables.projects.addProject(project);
    const accounts = await lines('accounts', 'list');
    expect(accounts).toMatchObject([{ accountId, plan: 'free' }]);
    expect(await json('accounts', 'set-plan', accountId, 'team')).toMatchObject({ plan: 'team' });
    const shown = await json('accounts', 'show', accountId);
    expect(shown).toMatchObject({ plan: 'team', usage: { images: { used: 0, limit: 7 } } });
    const refused = await admin('accounts', 'set-plan', accountId, 'gold');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('team.')]);
  });

  it('suspends and resumes a project, and has nothing to wait for without a CDN', async () => {
    await json('projects', 'suspend', projectId, '--yes', '--reason', 'spam');
    expect((await tables.projects.getProject(projectId))?.suspension?.reason).toBe('spam');
    await json('projects', 'resume', projectId);
    expect(await tables.projects.getProject(projectId)).not.toHaveProperty('suspension');
  });

  it('takes an image down and puts it back', async () => {
    const images = createDynamoImageStore(tables.first, tables.names);
    const temporary = { ...makeTemporary(projectId), accountId };
    const { createdAt: now, imageId } = temporary;
    await images.addTemporaryImage(temporary, { maxCount: 1, maxBytes: 1_000 }, now);
    await images.saveImage({ ...makeImage(temporary) }, { maxImages: null }, now);
    await json('take-down', imageId, '--yes', '--reason', 'a report');
    expect((await images.getImage(imageId))?.takenDown?.reason).toBe('a report');
    await json('put-back', temporary.temporaryImageId);
    expect(await images.getImage(imageId)).not.toHaveProperty('takenDown');
  });

  it('finds the stack’s queues of dead letters, and where their letters died', async () => {
    const queues = await findStackDeadLetters(cloudFormation, sqs, stack);
    expect(queues.map(({ name, sourceUrl }) => [name, sourceUrl !== undefined])).toEqual([
      ['purge-dead-changes', false],
      ['purge-dead-purges', true],
    ]);
    const [changes, purges] = queues;
    for (const entry of [changes, purges]) {
      await sqs.send(
        new SendMessageCommand({ QueueUrl: entry?.url, MessageBody: `in ${entry?.name}` }),
      );
    }
    const letters = await lines('dead-letters', 'list');
    expect(letters).toHaveLength(2);
    const { code, lines: outcomes } = await admin('dead-letters', 'resend', '--all', '--json');
    const outcomeOf = new Map(
      outcomes.map((entry: { id: string; outcome: string }) => [entry.id, entry.outcome]),
    );
    const expected = { 'purge-dead-purges': 'done', 'purge-dead-changes': 'kept' };
    for (const { id, queue } of letters) {
      expect(outcomeOf.get(id)).toBe(expected[queue as keyof typeof expected]);
    }
    expect(code).toBe(1);
    expect(await lines('dead-letters', 'drop', '--all', '--yes')).toHaveLength(1);
  });

  it('names a stack that isn’t there', async () => {
    const { code, stderr } = await run(['admin', 'accounts', 'list', '--stack', 'nope']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('nope')]);
    expect(stderr).toContain('AWS_REGION');
  });
});
