import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqliteAuditStore } from '../../../../adapters/sqlite/accounts/audit-store.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { type Credentials, prepareDataFolder } from '../../../../local/data-folder/data-folder.ts';
import { databasePath } from '../../../../local/data-folder/data-paths.ts';
import { LOCAL_ACCOUNT_ID } from '../../../../local/data-folder/local-account.ts';
import { makeDataFolder } from '../../../support/service/start-service.ts';
import { TESTED_COMMAND } from '../../../support/service/tested-command.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let credentials: Credentials;
beforeAll(async () => {
  folder = await makeDataFolder();
  await mkdir(folder.path, { recursive: true });
  credentials = await prepareDataFolder(folder.path, 'http://127.0.0.1:8080');
});
afterAll(() => folder.remove());

async function run(...args: readonly string[]) {
  const command = [TESTED_COMMAND, 'admin', 'projects', ...args];
  const where = args.includes('--data') ? [] : ['--data', folder.path];
  const ran = promisify(execFile)(process.execPath, [...command, ...where]);
  return ran.catch((error: { code: number; stdout: string; stderr: string }) => error);
}
const printed = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, '--json')).stdout);
/** The projects, a JSON object on each line. */
const listed = async () =>
  (await run('list', '--json')).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('npx imagewell admin projects', () => {
  it('shows the oldest project, whether or not the service runs', async () => {
    expect(await printed('show')).toMatchObject({
      projectId: credentials.projectId,
      name: 'default',
      allowedWidths: null,
      requireSignature: false,
      overQuota: 'refuse',
      presets: {},
      signingSecrets: [],
    });
  });

  it('makes a further project with keys of its own, and changes that one alone', async () => {
    const result = await printed('create', 'shop');
    expect(result.apiKey).toMatch(/^private_[0-9A-Za-z]{36}$/);
    await printed('set', 'allowedWidths=320', 'overQuota=original', '--project', result.projectId);
    expect((await listed()).map(({ name }) => name)).toEqual(['default', 'shop']);
    const shown = await printed('show', '--project', result.projectId);
    expect(shown).toMatchObject({ allowedWidths: [320], overQuota: 'original' });
    expect((await printed('show')).allowedWidths).toBeNull();
  });

  it('makes no more projects than the plan holds, unless an option names another plan (quotas.projects)', async () => {
    await printed('create', 'third');
    const { stderr, code } = (await run('create', 'fourth')) as { code: number; stderr: string };
    expect([code, stderr]).toEqual([5, 'error: The plan free allows at most 3 projects.\n']);
    expect((await printed('create', 'fourth', '--plan', 'unlimited')).projectId).toMatch(/^prj_/);
    expect(await listed()).toHaveLength(4);
    await printed('set', 'name="the fourth"', '--project', (await listed())[3].projectId);
    expect((await listed())[3].name).toBe('the fourth');
  });

  it('records its changes as the operator’s, and its refusals', async () => {
    const result = await printed('create', 'audited', '--plan', 'unlimited');
    const project = ['--project', result.projectId];
    await printed('set', 'overQuota=original', ...project);
    const { secretId, secret } = await printed('create-signing-secret', ...project);
    await printed('revoke-signing-secret', secretId, ...project);
    await run('revoke-signing-secret', secretId, ...project);
    await run('set', 'overQuota=none', `${result.apiKey}=1`, ...project);
    await printed('show', ...project);
    const db = openDatabase(databasePath(folder.path));
    const query = { limit: 50, before: null, after: 0 };
    const store = createSqliteAuditStore(db);
    const events = await store.listEvents({ ...query, trail: `project#${result.projectId}` });
    const ofAccount = await store.listEvents({ ...query, trail: `account#${LOCAL_ACCOUNT_ID}` });
    db.close();
    expect(events.toReversed().map(({ action, outcome, code }) => [action, outcome, code])).toEqual(
      [
        ['project create', 'done', null],
        ['project set', 'done', null],
        ['project create-signing-secret', 'done', null],
        ['project revoke-signing-secret', 'done', null],
        ['project revoke-signing-secret', 'refused', 'signing_secret_not_found'],
        ['project set', 'refused', 'validation_failed'],
      ],
    );
    expect(events[4]).toMatchObject({ actor: { kind: 'operator' }, fields: ['overQuota'] });
    expect(events[1]?.subject).toEqual({ projectId: result.projectId, secretId });
    expect(ofAccount.at(-1)).toMatchObject({ action: 'project create', projectId: null });
    for (const hidden of [result.apiKey, result.uploadKey, secret]) {
      expect(JSON.stringify([events, ofAccount])).not.toContain(hidden);
    }
  });

  it('reports all faults together and changes nothing', async () => {
    const sent = ['allowedWidths=0,9000', 'presets={"A":"width=0"}', 'overQuota=none', 'size=3'];
    const { stdout, stderr, code } = (await run('set', ...sent)) as { code: number } & Awaited<
      ReturnType<typeof run>
    >;
    expect([code, stdout]).toEqual([2, '']);
    for (const pointer of [
      '/allowedWidths/0',
      '/allowedWidths/1',
      '/presets/A',
      '/overQuota',
      '/size',
    ]) {
      expect(stderr).toContain(`  ${pointer}: `);
    }
    expect(await printed('show')).toMatchObject({ allowedWidths: null, presets: {} });
  });

  it.each([
    [['show', '--project', 'prj_none'], 'The project prj_none does not exist'],
    [['set'], "missing required argument 'name=value'"],
    [['set', 'x'], 'NAME=VALUE'],
    [['revoke-signing-secret', 'sec_none'], 'no signing secret sec_none'],
    [['revoke-signing-secret'], "missing required argument 'secret'"],
    [['constructor'], 'unknown command'],
    [[], 'Usage:'],
    [['show', '--data', '/nonexistent'], 'npx imagewell start first'],
  ])('answers %j with the fault', async (args, message) => {
    const { stderr, stdout } = await run(...args);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
  });
});
