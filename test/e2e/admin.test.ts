import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSqsClient } from '../../adapters/sqs/sqs-client.ts';
import { findStackDeadLetters } from '../../adapters/sqs/stack-queues.ts';
import {
  administer,
  administerList,
  hasOperator,
  makeProject,
  operatedStack,
} from '../support/e2e/operator.ts';
import { keepsNothing } from '../support/e2e/service-under-test.ts';
import { hasSignIn, signIn } from '../support/e2e/users.ts';
import type { Answer } from '../support/http/client.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { untilKept } from '../support/waits/until-kept.ts';

const REASON = 'It was reported';
const told = ({ status, json }: Answer) => json?.code ?? status;
if (hasOperator && operatedStack === undefined) {
  console.warn('skipped: a data folder has no dead letters to send again or to drop');
}
/** In the cloud a command waits until nothing is in flight. */
const SLOW = 120_000;

describe.skipIf(!hasOperator)('imagewell admin: an image (operator.takedown)', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let image: Awaited<ReturnType<typeof project.client.store>>;
  const get = async (url: string) => told(await project.client.get(url));
  const addresses = () => [
    image.imageUrl,
    `${image.imageUrl}?width=90`,
    image.imageUrl.replace('.jpg', '.auto'),
    image.temporaryImageUrl,
  ];

  beforeAll(async () => {
    project = await makeProject();
    image = await project.client.store(await drawJpeg(300, 200));
    for (const address of addresses()) expect(await get(address)).toBe(200);
    if (keepsNothing) return;
    const { headers } = await untilKept(() => project.client.get(image.imageUrl));
    expect(headers.get('x-cache')).toMatch(/^Hit/);
  });

  it('is blocked by one of its URLs, at origin and edge immediately, in every form', {
    timeout: SLOW,
  }, async () => {
    const down = await administer(
      'take-down',
      `${image.imageUrl}?width=7`,
      '--yes',
      '--reason',
      REASON,
    );
    expect(down).toMatchObject({ imageId: image.imageId, takenDown: { reason: REASON } });
    const codes = await Promise.all(addresses().map(get));
    expect(codes).toEqual([
      'image_not_found',
      'image_not_found',
      'image_not_found',
      'temporary_image_not_found',
    ]);
    const { json } = await project.client.call('get-image', { imageId: image.imageId });
    expect(json.takenDown).toEqual(down.takenDown);
    const { temporaryImageUrl } = image;
    const again = await project.client.call('save-temporary-image', { temporaryImageUrl });
    expect(told(again)).toBe('image_taken_down');
  });

  it('is unblocked, and served as it was as soon as no cache keeps the 404', async () => {
    await administer('put-back', image.imageId);
    for (const address of addresses()) {
      await expect.poll(() => get(address), { interval: 500 }).toBe(200);
    }
  });

  it('that is unknown is an error with its exit code', async () => {
    const id = `img_${'a'.repeat(26)}`;
    const run = administer('take-down', id, '--yes', '--reason', REASON);
    await expect(run).rejects.toMatchObject({ code: 4 });
  });
});

describe.skipIf(!hasOperator)('imagewell admin: a project (operator.suspension)', () => {
  it('is suspended immediately, for its keys and at the edge, and resumed as it was', {
    timeout: SLOW,
  }, async () => {
    const { client, projectId } = await makeProject();
    const imageBytes = await drawJpeg(120, 80);
    const image = await client.store(imageBytes);
    const all = async () => [
      told(await client.get(image.imageUrl)),
      told(await client.get(`${image.imageUrl}?width=60`)),
      told(await client.call('get-image', { imageId: image.imageId })),
      told(await client.upload(imageBytes)),
    ];
    expect(await all()).toEqual([200, 200, 200, 200]);
    await administer('projects', 'suspend', projectId, '--yes', '--reason', REASON);
    expect(await all()).toEqual(Array(4).fill('project_suspended'));
    const shown = await administer('projects', 'show', projectId);
    expect(shown.suspension).toMatchObject({ reason: REASON });
    await administer('projects', 'resume', projectId);
    expect(await all()).toEqual([200, 200, 200, 200]);
  });
});

describe.skipIf(!hasOperator)('imagewell admin: a limit of uploads (operator.upload-limit)', () => {
  const raise = (projectId: string, ...more: readonly string[]) =>
    administer('projects', 'raise-upload-limit', projectId, '--reason', 'An import', ...more);

  it('is raised until a time, shown and audited, and reset', async () => {
    const { client, projectId } = await makeProject();
    const raised = await raise(projectId, '--per-minute', '600', '--until', '2h');
    expect(raised.raisedUploads).toMatchObject({ perMinute: 600, reason: 'An import' });
    const shown = await administer('projects', 'show', projectId);
    expect(shown.raisedUploads).toEqual(raised.raisedUploads);
    expect(told(await client.upload(await drawJpeg(40, 30)))).toBe(200);
    await administer('projects', 'reset-upload-limit', projectId);
    expect((await administer('projects', 'show', projectId)).raisedUploads).toBeNull();
  });

  it('has bounds: of the number, and of the time', async () => {
    const { projectId } = await makeProject();
    for (const [perMinute = '', until = ''] of [
      ['3001', '2h'],
      ['119', '2h'],
      ['600', '8d'],
      ['600', '2020-01-01T00:00:00Z'],
    ]) {
      const run = raise(projectId, '--per-minute', perMinute, '--until', until);
      await expect(run).rejects.toMatchObject({ code: 2 });
    }
    expect((await administer('projects', 'show', projectId)).raisedUploads).toBeNull();
  });
});

describe.skipIf(!hasOperator || !hasSignIn)('imagewell admin: an account', () => {
  it('is found in the list, shown, and put on another plan from its next request on', async () => {
    const ann = await signIn();
    const [project] = (await ann.call('list-projects')).json.projects;
    const { accountId } = await administer('projects', 'show', project.projectId);
    const accounts = await administerList('accounts', 'list', '--limit', '1000');
    const listed = accounts.map((account) => account.accountId);
    expect(listed.filter((candidate) => candidate === accountId)).toHaveLength(1);
    const limit = async () => (await ann.call('get-usage')).json.images.limit;
    expect(await limit()).toBe(50);
    await administer('accounts', 'set-plan', accountId, 'unlimited');
    expect(await limit()).toBeNull();
    const shown = await administer('accounts', 'show', accountId);
    expect(shown).toMatchObject({ accountId, plan: 'unlimited', usage: { images: { used: 0 } } });
    expect(shown.projects).toMatchObject([{ projectId: project.projectId, suspension: null }]);
    const run = administer('accounts', 'set-plan', accountId, 'gold');
    await expect(run).rejects.toMatchObject({ code: 2 });
  });

  it('reads the operator’s acts on its project and on itself', { timeout: SLOW }, async () => {
    const ann = await signIn();
    const [{ projectId }] = (await ann.call('list-projects')).json.projects;
    await administer('projects', 'suspend', projectId, '--yes', '--reason', REASON);
    await administer('projects', 'resume', projectId);
    const { json } = await ann.call('list-audit-events', { projectId });
    expect(json.events.slice(0, 2)).toMatchObject([
      { action: 'resume-project', outcome: 'done', actor: { kind: 'operator' } },
      { action: 'suspend-project', outcome: 'done', actor: { kind: 'operator' } },
    ]);
    expect(JSON.stringify(json)).not.toContain(REASON);
  });
});

describe.skipIf(!hasOperator)('imagewell admin: dead letters', () => {
  it('are listed', async () => {
    expect((await administerList('dead-letters', 'queues')).length).toBeGreaterThan(0);
    expect(await administerList('dead-letters', 'list')).toBeInstanceOf(Array);
  });

  it.skipIf(operatedStack === undefined)(
    'of a stack are shown, sent again and dropped',
    { timeout: SLOW },
    async () => {
      const [sqs, stack] = [createSqsClient(), operatedStack ?? ''];
      const queues = await findStackDeadLetters(new CloudFormationClient({}), sqs, stack);
      const queue = queues.find(({ name }) => name === 'purge-dead-purges');
      expect(queue?.sourceUrl).toBeDefined();
      // an id without a purge: the worker takes it and is done
      for (const name of ['one', 'two']) {
        const MessageBody = JSON.stringify({ imageId: name });
        await sqs.send(new SendMessageCommand({ QueueUrl: queue?.url, MessageBody }));
      }
      const inQueue = ['--queue', 'purge-dead-purges'];
      const [first, second] = await administerList('dead-letters', 'list', ...inQueue);
      expect(await administer('dead-letters', 'show', first.id)).toEqual(first);
      expect(await administer('dead-letters', 'resend', first.id)).toEqual({
        id: first.id,
        outcome: 'done',
      });
      expect(await administer('dead-letters', 'drop', second.id, '--yes')).toEqual({
        id: second.id,
        outcome: 'done',
      });
      expect(await administerList('dead-letters', 'list', ...inQueue)).toEqual([]);
    },
  );
});
