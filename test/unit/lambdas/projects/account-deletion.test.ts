import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { hashKey } from '../../../../core/projects/credentials.ts';
import { eraseProject } from '../../../../core/use-cases/deletion/erase-project.ts';
import { makeUsers, type PersonsCall } from '../../../support/identity/users.ts';
import { addKeys, storeImages } from '../../../support/stores/project-contents.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

let test: Awaited<ReturnType<typeof makeUsers>>;
let ann: PersonsCall;
let now: number;
beforeEach(async () => {
  test = await makeUsers();
  now = NOON;
  ann = test.signIn('ann', NOON);
});
afterEach(() => test.remove());

function pass(ms: number): void {
  now += ms;
  test.setClock(now);
}

const idsOf = async (as: PersonsCall) =>
  (await as('listProjects')).json.projects.map(({ projectId }: { projectId: string }) => projectId);

async function purgeAll(projectIds: readonly string[]): Promise<void> {
  for (let run = 0; run < 5; run += 1) {
    for (const projectId of projectIds) await eraseProject(test.services, projectId);
    pass(20_000);
  }
}

describe('delete-account', () => {
  it('deletes every project of it, and the account with the last: the same identity is then a new user (accounts.deletion)', async () => {
    const before = (await ann('getAccount')).json;
    await ann('createProject', { name: 'shop' });
    const projectIds: string[] = await idsOf(ann);
    const [first = ''] = projectIds;
    const { apiKey } = await addKeys(test.services, first);
    await storeImages(test.services, first, 2);
    const { status, json } = await ann('deleteAccount', { confirm: true });
    expect([status, json.message]).toEqual([200, 'account_marked_for_deletion']);
    expect(json.projectIds.sort()).toEqual([...projectIds].sort());
    expect(json.purgeAt).toBe(new Date(NOON + LIMITS.projectRestoreMs).toISOString());
    expect((await ann('createProject', { name: 'x' })).json.code).toBe('account_deleting');
    expect((await ann('deleteAccount', { confirm: true })).json).toEqual(json);
    expect((await ann('getAccount')).json.deletedAt).toBe(new Date(NOON).toISOString());
    pass(LIMITS.projectRestoreMs);
    await purgeAll(projectIds);
    const { services } = test;
    expect(await services.accounts.getAccount(before.accountId)).toBeUndefined();
    expect(await services.memberships.listProjectsOf(before.accountId)).toEqual([]);
    expect(await services.keys.findApiKey(hashKey(apiKey))).toBeUndefined();
    const after = (await ann('getAccount')).json;
    expect(after.accountId).not.toBe(before.accountId);
    const anew: string[] = await idsOf(ann);
    expect(anew).toHaveLength(1);
    expect(projectIds).not.toContain(anew[0]);
  });

  it('restoring one of its projects calls it off (accounts.deletion)', async () => {
    const [own] = await idsOf(ann);
    const { accountId } = (await ann('getAccount')).json;
    await ann('createProject', { name: 'shop' });
    const projectIds: string[] = await idsOf(ann);
    await ann('deleteAccount', { confirm: true });
    expect((await ann('restoreProject', { projectId: own })).status).toBe(200);
    pass(LIMITS.projectRestoreMs);
    await purgeAll(projectIds);
    expect((await ann('getAccount')).json.accountId).toBe(accountId);
    expect(await idsOf(ann)).toEqual([own]);
    expect((await ann('createProject', { name: 'x' })).status).toBe(200);
  });

  it('is refused while others belong to a project of it, and names these (accounts.deletion)', async () => {
    const [projectId] = await idsOf(ann);
    const bob = test.signIn('bob', NOON);
    const { accountId } = (await bob('getAccount')).json;
    await ann('createProject', { name: 'shop' });
    const { listMembers } = test.services.memberships;
    const shared: typeof listMembers = async (id) => {
      const members = await listMembers(id);
      const guest = { projectId: id, accountId, role: 'viewer', createdAt: 1 } as const;
      return id === projectId ? [...members, guest] : members;
    };
    Object.assign(test.services.memberships, { listMembers: shared });
    const { status, json } = await ann('deleteAccount', { confirm: true });
    expect([status, json.code]).toEqual([409, 'account_shares_projects']);
    expect(json.projectIds).toEqual([projectId]);
    expect((await ann('exportAccount')).json.account.deletedAt).toBeNull();
  });

  it.each([undefined, NOON - LIMITS.freshSignInMs])(
    'takes a sign-in of the last five minutes, and not one of %s (accounts.deletion)',
    async (at) => {
      const { status, json } = await test.signIn('ann', at)('deleteAccount', { confirm: true });
      expect([status, json.code]).toEqual([403, 'sign_in_too_old']);
    },
  );

  it('requires confirm: true (accounts.deletion)', async () => {
    for (const body of [{}, { confirm: false }]) {
      const { status, json } = await ann('deleteAccount', body);
      expect([status, json.code]).toEqual([400, 'validation_failed']);
    }
  });

  it('with `now` nothing waits, and an account without a project ends too (accounts.deletion)', async () => {
    const { accountId } = (await ann('getAccount')).json;
    const [own = ''] = await idsOf(ann);
    await ann('createProject', { name: 'shop' });
    const shop = (await idsOf(ann)).find((id: string) => id !== own) ?? '';
    await ann('deleteAccount', { confirm: true });
    await ann('restoreProject', { projectId: shop });
    pass(LIMITS.projectRestoreMs);
    await purgeAll([own]);
    const fresh = () => test.signIn('ann', now);
    await fresh()('deleteProject', { projectId: shop, name: 'shop', now: true });
    await purgeAll([shop]);
    expect(await idsOf(ann)).toEqual([]);
    const { json } = await fresh()('deleteAccount', { confirm: true, now: true });
    await purgeAll(json.projectIds);
    expect(await test.services.accounts.getAccount(accountId)).toBeUndefined();
  });
});

describe('export-account', () => {
  it('describes the account, its projects with settings, members, keys and usage, and never a key (accounts.export)', async () => {
    const { accountId } = (await ann('getAccount')).json;
    const [projectId = ''] = await idsOf(ann);
    const response = await ann('createApiKey', { projectId, name: 'shop' });
    await storeImages(test.services, projectId, 2);
    const today = new Date(NOON).toISOString().slice(0, 10);
    await test.services.usage.countOnDay({ projectId, day: today, kind: 'images' });
    const { status, json } = await ann('exportAccount');
    expect(status).toBe(200);
    expect(json.projects[0].usageByDay.at(-1)).toMatchObject({ date: today, images: 1 });
    expect(json).toMatchObject({
      account: { accountId, issuer: 'https://issuer.example', subject: 'ann', plan: 'free' },
      usage: { images: { used: 2, limit: 50 } },
      cursor: null,
    });
    expect(json.projects).toHaveLength(1);
    const project = (await ann('getProject', { projectId })).json;
    expect(json.projects[0]).toMatchObject({
      project,
      usage: { images: { used: 2, limit: 50 } },
      members: [{ accountId, role: 'owner' }],
      apiKeys: [{ name: 'shop' }],
      uploadKeys: [],
    });
    expect(JSON.stringify(json)).not.toContain(response.json.apiKey);
  });

  it('is answered in pages, each project once (accounts.export)', async () => {
    const { accountId, plan } =
      (await test.services.accounts.findByIdentity({
        issuer: 'https://issuer.example',
        subject: 'ann',
      })) ?? (await ann('getAccount')).json;
    for (let at = 0; at < 21; at += 1) {
      const projectId = `prj_${String.fromCharCode(97 + at).repeat(26)}`;
      const project = { projectId, accountId, name: `p${at}`, allowedOrigins: [], plan };
      await test.services.accounts.addProject({ ...project, createdAt: NOON + (at % 3) }, null);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await ann('exportAccount', cursor === null ? {} : { cursor });
      expect(json.projects.length).toBeLessThanOrEqual(LIMITS.maxExportedProjects);
      for (const { project } of json.projects) seen.push(project.projectId);
      cursor = json.cursor;
    } while (cursor);
    expect([...seen].sort()).toEqual((await idsOf(ann)).sort());
    const broken = await ann('exportAccount', { cursor: 'x' });
    expect([broken.status, broken.json.errors[0].code]).toEqual([400, 'invalid_cursor']);
  });
});
