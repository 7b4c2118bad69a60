import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageId } from '../../../core/images/ids.ts';
import { deliver, storeImage } from '../../support/http/deliver.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../support/stores/make-services.ts';
import { commandHere } from './support/command-here.ts';

const configDir = mkdtempSync(join(tmpdir(), 'imagewell-cli-'));
const NONE = 'a'.repeat(26);
let test: TestServices;
let imageId: ImageId;
let run: ReturnType<typeof commandHere>;

const admin = (...args: readonly string[]) => run(['admin', ...args]);
const lines = async (...args: readonly string[]) => (await admin(...args, '--json')).lines;
const json = async (...args: readonly string[]) => (await admin(...args, '--json')).json;
const codeAt = async (path: string) => (await deliver(test, `/res/${path}`)).code ?? 'served';

beforeAll(async () => {
  test = await makeServices();
  imageId = (await storeImage(test, await drawJpeg(60, 40))) as ImageId;
  run = commandHere(configDir, { DATA_DIR: test.dataDir });
});
afterAll(async () => {
  rmSync(configDir, { recursive: true });
  await test.remove();
});

describe('imagewell admin over a data folder', () => {
  it('lists and shows accounts, as a table or as JSON', async () => {
    const accounts = await lines('accounts', 'list');
    const [{ accountId }] = accounts;
    expect(accounts).toMatchObject([{ plan: 'free', identity: null }]);
    const { code, stdout } = await admin('accounts', 'list', '--data', test.dataDir);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ACCOUNT +PLAN +OPENED +ISSUER +SUBJECT\nacc_\S+ +free +- +- +-\n$/);
    const shown = await json('accounts', 'show', accountId);
    expect(shown).toMatchObject({
      accountId,
      plan: 'free',
      createdAt: null,
      usage: { images: { used: 1, limit: 50 } },
      projects: [{ projectId: test.credentials.projectId, name: 'default', suspension: null }],
    });
    const { stdout: human } = await admin('accounts', 'show', accountId);
    expect(human).toMatch(/\nimages +1 of 50\n/);
  });

  it('sets a plan that there is, and no other', async () => {
    const { accountId } = await json('projects', 'show', test.credentials.projectId);
    const refused = await admin('accounts', 'set-plan', accountId, 'constructor');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('Known plans: free, unlimited.');
    const answer = await json('accounts', 'set-plan', accountId, 'unlimited');
    expect(answer).toEqual({ accountId, plan: 'unlimited', planBefore: 'free' });
    const project = await test.services.projects.getProject(test.credentials.projectId);
    expect(project?.plan.name).toBe('unlimited');
    await json('accounts', 'set-plan', accountId, 'free');
  });

  it('suspends a project, shows it, and resumes it', async () => {
    const { projectId } = test.credentials;
    const suspended = await json('projects', 'suspend', projectId, '--yes', '--reason', ' spam ');
    expect(suspended.suspension).toMatchObject({ reason: 'spam' });
    expect(await codeAt(`${imageId}.jpg`)).toBe('project_suspended');
    const { stdout } = await admin('projects', 'show', projectId);
    expect(stdout).toMatch(/\nreason +spam\n/);
    expect((await json('projects', 'resume', projectId)).suspension).toBeNull();
    expect(await codeAt(`${imageId}.jpg`)).toBe('served');
    const { stdout: again } = await admin('projects', 'resume', projectId);
    expect(again).toBe(`${projectId} was not suspended.\n`);
  });

  it('takes an image down by a URL of any host, and puts it back by its id', async () => {
    const url = `https://images.example.com/res/${imageId}.webp?width=5#x`;
    const down = await json('take-down', url, '--yes', '--reason', 'a report');
    expect(down).toMatchObject({ imageId, takenDown: { reason: 'a report' } });
    expect(await codeAt(`${imageId}.jpg`)).toBe('image_not_found');
    expect(await json('put-back', imageId)).toMatchObject({ imageId, takenDown: null });
    expect(await codeAt(`${imageId}.jpg`)).toBe('served');
  });

  it('records its acts in the audit trail, after a confirmation, without the reason', async () => {
    const { projectId } = test.credentials;
    const trail = `project#${projectId}` as const;
    const query = { trail, limit: 100, before: null, after: 0 };
    const before = (await test.services.audit.listEvents(query)).length;
    await admin('take-down', imageId, '--reason', 'a secret word'); // nobody says yes
    await json('take-down', imageId, '--yes', '--reason', 'a secret word');
    await json('put-back', imageId);
    const events = await test.services.audit.listEvents(query);
    expect(events.length - before).toBe(2);
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'put-back', outcome: 'done', subject: { projectId, imageId }, fields: [] },
      { action: 'take-down', outcome: 'done', subject: { projectId, imageId }, fields: ['reason'] },
    ]);
    expect(events[0]?.actor).toEqual({ kind: 'operator' });
    expect(JSON.stringify(events)).not.toContain('secret word');
  });

  it('has as dead letters the purges that should long be done, and keeps them', async () => {
    const queues = await lines('dead-letters', 'queues');
    expect(queues).toEqual([{ name: 'purges', count: 0, isResendable: false }]);
    const gone = (await storeImage(test, await drawJpeg(10, 10))) as ImageId;
    await test.services.images.markDeleting(gone, Date.now() - 60_000);
    expect(await lines('dead-letters', 'list')).toEqual([]);
    const stuck = (await storeImage(test, await drawJpeg(10, 10))) as ImageId;
    const since = Date.now() - 121_000;
    await test.services.images.markDeleting(stuck, since);
    const letters = await lines('dead-letters', 'list');
    expect(letters).toMatchObject([
      { id: stuck, queue: 'purges', since: new Date(since).toISOString() },
    ]);
    expect(JSON.parse((await json('dead-letters', 'show', stuck)).body)).toEqual({
      imageId: stuck,
      done: ['marked'],
    });
    for (const act of [
      ['resend', '--all'],
      ['drop', stuck, '--yes'],
    ]) {
      const { code, stdout } = await admin('dead-letters', ...act);
      expect([code, stdout]).toEqual([1, expect.stringContaining('kept: ')]);
    }
    expect(await lines('dead-letters', 'list')).toHaveLength(1);
  });

  it('does nothing without a confirmation, and can’t ask for one without a terminal', async () => {
    const { projectId } = test.credentials;
    const { code, stderr } = await admin('projects', 'suspend', projectId, '--reason', 'r');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Add --yes')]);
    expect((await admin('take-down', imageId, '--reason', 'r')).code).toBe(2);
    expect(await codeAt(`${imageId}.jpg`)).toBe('served');
  });

  it.each([
    [['accounts', 'show', `acc_${NONE}`], 4, 'does not exist'],
    [['accounts', 'set-plan', `acc_${NONE}`, 'free'], 4, 'does not exist'],
    [['accounts', 'list', '--limit', '0'], 2, 'an integer from'],
    [['accounts', 'list', '--cursor', '%'], 2, 'not one that this list returned'],
    [['projects', 'show', `prj_${NONE}`], 4, 'does not exist'],
    [['projects', 'suspend', `prj_${NONE}`, '--reason', 'r', '--yes'], 4, 'does not exist'],
    [['projects', 'suspend', 'p', '--yes'], 2, '--reason'],
    [['projects', 'suspend', 'p', '--yes', '--reason', ' '], 2, '--reason must have'],
    [['projects', 'suspend', 'p', '--yes', '--reason', 'x'.repeat(501)], 2, '--reason must have'],
    [['take-down', `img_${NONE}`, '--reason', 'r', '--yes'], 4, 'image_not_found'],
    [
      ['take-down', 'https://example.com/x.jpg', '--reason', 'r', '--yes'],
      2,
      'is not the URL or ID of an image',
    ],
    [['put-back', `tmp_${NONE}`], 4, 'temporary_image_not_found'],
    [['dead-letters', 'show', 'x'], 4, 'The dead letter x does not exist'],
    [['dead-letters', 'resend'], 2, 'or --all'],
    [['dead-letters', 'drop', 'x', '--all', '--yes'], 2, 'or --all'],
    [['dead-letters', 'list', '--queue', 'x'], 2, 'Known queues: purges'],
    [['accounts', 'list', '--data', '/nonexistent'], 4, 'npx imagewell start first'],
    [['accounts', 'list', '--data', '/nonexistent', '--stack', 's'], 2, 'either --stack or --data'],
    [['accounts', 'list', '--stack', 's'], 3, 'AWS_REGION'],
  ])('answers %j with the exit code %i and the fault', async (args, code, message) => {
    const ended = await admin(...args);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(message);
  });
});
