import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { AccountStore } from '../../core/ports/members/account-store.ts';
import type { MembershipStore } from '../../core/ports/members/membership-store.ts';
import type { KeyStore } from '../../core/ports/projects/key-store.ts';
import type { ProjectDataCleanup } from '../../core/ports/projects/project-data-cleanup.ts';
import type { ProjectDeletions } from '../../core/ports/projects/project-deletions.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import type { SigningSecretStore } from '../../core/ports/projects/signing-secret-store.ts';
import type { UsageStore } from '../../core/ports/projects/usage-store.ts';
import type { WebhookStore } from '../../core/ports/webhooks/webhook-store.ts';
import { hashKey } from '../../core/projects/credentials.ts';
import { PLANS } from '../../core/projects/plans.ts';
import type { AskedDeletion } from '../../core/projects/project-deletion.ts';
import type { Webhook } from '../../core/webhooks/webhook.ts';
import { makeImage, makeTemporary } from './image-store.ts';

/** Stores over one set of records; two of deletions and of images, as two processes have. */
export interface ProjectDeletionsUnderTest {
  readonly deletions: readonly [ProjectDeletions, ProjectDeletions];
  readonly images: readonly [ImageStore, ImageStore];
  readonly remains: ProjectDataCleanup;
  readonly accounts: AccountStore;
  readonly memberships: MembershipStore;
  readonly projects: ProjectStore;
  readonly keys: KeyStore;
  readonly secrets: SigningSecretStore;
  readonly webhooks: WebhookStore;
  readonly usage: UsageStore;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const WEEK_MS = 7 * 24 * 3_600_000;
const WEBHOOK: Webhook = {
  webhookId: 'whk_a',
  projectId: 'prj_a',
  url: 'https://a.example',
  eventTypes: null,
  enabled: true,
  createdAt: 1,
  secrets: [],
};
/** Of two months, the last one the present. */
const DAYS = ['2026-10-31', '2026-11-01', '2026-11-21'];
const newId = () => encodeIdBytes(randomBytes(26));

/** The promises of every store of project deletions, of their images and of their data cleanup. */
export function describeProjectDeletions(
  name: string,
  create: () => Promise<ProjectDeletionsUnderTest>,
) {
  describe(`deletions of projects: ${name}`, () => {
    let test: ProjectDeletionsUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    /** An account with a default project. */
    async function makeOwner() {
      const identity = { issuer: 'https://issuer.example', subject: newId() };
      const account = { accountId: `acc_${newId()}`, identity, plan: PLANS.free, createdAt: 1 };
      const { accountId } = account;
      const projectId = `prj_${newId()}`;
      const project = { projectId, accountId, name: 'p', allowedOrigins: [], plan: PLANS.free };
      await test.accounts.openAccount(account, { ...project, createdAt: 1, isDefault: true });
      return { accountId, projectId, identity };
    }
    type Owner = Awaited<ReturnType<typeof makeOwner>>;
    const ask = (
      { accountId, projectId }: Pick<Owner, 'accountId' | 'projectId'>,
      changes: Partial<AskedDeletion> = {},
    ): AskedDeletion => ({
      projectId,
      accountId,
      kind: 'delete',
      name: 'p',
      deletionId: `del_${newId()}`,
      ownerIds: [accountId],
      requestedAt: NOW,
      purgeAt: NOW + WEEK_MS,
      ...changes,
    });

    it('closes the project once with the request, and records the request', async () => {
      const owner = await makeOwner();
      const { projectId } = owner;
      const [first, second] = test.deletions;
      const requested = ask(owner);
      expect(await first.request(requested)).toBe(true);
      expect((await test.projects.getProject(projectId))?.deletion).toEqual({
        deletedAt: NOW,
        purgeAt: NOW + WEEK_MS,
      });
      expect(await test.projects.getOpenProject(projectId)).toBeUndefined();
      expect(await test.projects.changeSettings(projectId, { name: 'x' })).toBe(false);
      expect(await second.get({ projectId, kind: 'delete' })).toEqual({
        ...requested,
        state: 'waiting',
        purgedAt: null,
        steps: {},
        counts: {},
      });
      expect(await second.get({ projectId, kind: 'empty' })).toBeUndefined();
      expect(await second.request(ask(owner))).toBe(false);
      expect((await first.get({ projectId, kind: 'delete' }))?.deletionId).toBe(
        requested.deletionId,
      );
      const unknown = { accountId: owner.accountId, projectId: `prj_${newId()}` };
      expect(await first.request(ask(unknown))).toBe(false);
      expect(await first.request(ask(unknown, { kind: 'empty' }))).toBe(false);
    });

    it('of ten concurrent requests one closes it', async () => {
      const owner = await makeOwner();
      const closed = await Promise.all(
        Array.from({ length: 10 }, (_, at) => test.deletions[at % 2 ? 1 : 0].request(ask(owner))),
      );
      expect(closed.filter(Boolean)).toHaveLength(1);
    });

    it('a waiting deletion is restored, with its account, and may be requested again', async () => {
      const owner = await makeOwner();
      const { projectId, accountId } = owner;
      const [first, second] = test.deletions;
      await first.request(ask(owner), NOW);
      expect((await test.accounts.getAccount(accountId))?.deletedAt).toBe(NOW);
      expect(await second.restore(projectId)).toBe(true);
      expect((await test.projects.getProject(projectId))?.deletion).toBeNull();
      expect((await test.accounts.getAccount(accountId))?.deletedAt).toBeUndefined();
      expect(await first.get({ projectId, kind: 'delete' })).toBeUndefined();
      expect(await first.restore(projectId)).toBe(false);
      expect(await first.listDue(NOW + WEEK_MS, 1000)).not.toContain(projectId);
      expect(await second.request(ask(owner))).toBe(true);
    });

    it('is due at its time, earlier on request, and not before', async () => {
      const owner = await makeOwner();
      const { projectId } = owner;
      const key = { projectId, kind: 'delete' } as const;
      const [first, second] = test.deletions;
      await first.request(ask(owner));
      expect(await first.listDue(NOW + WEEK_MS - 1, 1000)).not.toContain(projectId);
      expect(await second.takeUp(key, NOW + WEEK_MS - 1, NOW + WEEK_MS)).toBeUndefined();
      expect(await second.hasten(projectId, NOW + 5)).toBe(true);
      expect(await second.hasten(projectId, NOW + 9)).toBe(true);
      expect((await first.get(key))?.purgeAt).toBe(NOW + 5);
      expect((await test.projects.getProject(projectId))?.deletion?.purgeAt).toBe(NOW + 5);
      expect(await first.listDue(NOW + 5, 1000)).toContain(projectId);
      expect((await first.takeUp(key, NOW + 5, NOW + 10))?.state).toBe('purging');
      expect(await second.restore(projectId)).toBe(false);
      expect(await second.hasten(projectId, NOW)).toBe(false);
    });

    it('of a restore and many workers that begin concurrently exactly one has it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const owner = await makeOwner();
        const { projectId } = owner;
        const [first, second] = test.deletions;
        await first.request(ask(owner, { purgeAt: NOW }));
        const key = { projectId, kind: 'delete' } as const;
        const won = await Promise.all([
          second.restore(projectId),
          ...[first, second, first, second].map(
            async (store) => (await store.takeUp(key, NOW, NOW + 9)) !== undefined,
          ),
        ]);
        expect(won.filter(Boolean)).toHaveLength(1);
        const isLive = (await test.projects.getProject(projectId))?.deletion === null;
        expect(isLive).toBe(won[0]);
      }
    });

    it('one is at it until its time is over or it puts it down', async () => {
      const owner = await makeOwner();
      const key = { projectId: owner.projectId, kind: 'delete' } as const;
      const [first, second] = test.deletions;
      await first.request(ask(owner, { purgeAt: NOW }));
      const taken = await first.takeUp(key, NOW, NOW + 10);
      expect(await second.takeUp(key, NOW + 9, NOW + 20)).toBeUndefined();
      expect(await second.takeUp(key, NOW + 10, NOW + 20)).toBeDefined();
      expect(await first.takeUp(key, NOW + 11, NOW + 30)).toBeUndefined();
      if (taken) await second.putDown(taken);
      expect(await first.takeUp(key, NOW + 11, NOW + 30)).toBeDefined();
    });

    it('a clock that steps back delays no caller for as long as its step (errors.clock-steps)', async () => {
      const owner = await makeOwner();
      const key = { projectId: owner.projectId, kind: 'delete' } as const;
      const [first, second] = test.deletions;
      const early = NOW - WEEK_MS;
      await first.request(ask(owner, { purgeAt: early }));
      expect(await first.takeUp(key, NOW, NOW + 10)).toBeDefined(); // and the worker is killed
      expect(await second.takeUp(key, NOW - 10, NOW)).toBeUndefined(); // clocks that differ
      expect(await second.takeUp(key, early, early + 10)).toBeDefined();
      expect(await first.takeUp(key, early + 9, early + 19)).toBeUndefined();
    });

    it('notes each step and each count once, and ends with its receipt', async () => {
      const owner = await makeOwner();
      const key = { projectId: owner.projectId, kind: 'delete' } as const;
      const [first, second] = test.deletions;
      const requested = ask(owner, { purgeAt: NOW });
      await first.request(requested);
      await first.takeUp(key, NOW, NOW + 10);
      expect(await first.recordStep(requested, 'images_closed', NOW + 1)).toBe(true);
      expect(await second.recordStep(requested, 'images_closed', NOW + 2)).toBe(true);
      await first.recordCount(requested, 'images_closed', 7);
      await second.recordCount(requested, 'images_closed', 0);
      expect(await second.finish(requested, NOW + 3)).toBe(true);
      expect(await first.get(key)).toMatchObject({
        state: 'purged',
        purgedAt: NOW + 3,
        steps: { images_closed: NOW + 1 },
        counts: { images_closed: 7 },
      });
      expect(await first.listDue(NOW + WEEK_MS, 1000)).not.toContain(owner.projectId);
      expect(await first.takeUp(key, NOW + 20, NOW + 30)).toBeUndefined();
    });

    it('an emptying that is requested again continues as the same one, and its earlier request is no longer done', async () => {
      const owner = await makeOwner();
      const key = { projectId: owner.projectId, kind: 'empty' } as const;
      const [deletions, others] = test.deletions;
      const first = ask(owner, { kind: 'empty', purgeAt: NOW });
      await deletions.request(first);
      await deletions.takeUp(key, NOW, NOW + 10);
      await deletions.recordStep(first, 'images_closed', NOW);
      const again = ask(owner, { kind: 'empty', requestedAt: NOW + 5, purgeAt: NOW + 5 });
      expect(await others.request(again)).toBe(true);
      expect(await deletions.recordStep(first, 'images_removed', NOW + 6)).toBe(false);
      expect(await deletions.finish(first, NOW + 6)).toBe(false);
      const same = { deletionId: first.deletionId, requestedAt: NOW + 5, steps: {} };
      expect(await deletions.get(key)).toMatchObject(same);
      expect(await deletions.finish({ ...key, requestedAt: NOW + 5 }, NOW + 7)).toBe(true);
      const third = ask(owner, { kind: 'empty', requestedAt: NOW + 8 });
      await deletions.request(third);
      expect((await others.get(key))?.deletionId).toBe(third.deletionId);
      expect((await test.projects.getProject(owner.projectId))?.deletion).toBeNull();
    });

    it('the record of a project is removed once, its account counts one less, and a live project stays', async () => {
      const owner = await makeOwner();
      const { accountId, projectId } = owner;
      const [first, second] = test.deletions;
      const other = `prj_${newId()}`;
      const project = { accountId, name: 'o', allowedOrigins: [], plan: PLANS.free, createdAt: 2 };
      await test.accounts.addProject({ ...project, projectId: other }, null);
      await first.request(ask(owner));
      await test.remains.remove('members_removed', owner, NOW);
      await Promise.all([first.removeProject(projectId), second.removeProject(projectId)]);
      await first.removeProject(projectId);
      await first.removeProject(other);
      expect(await test.projects.getProject(projectId)).toBeUndefined();
      expect(await test.projects.getProject(other)).toBeDefined();
      expect(await test.accounts.countProjects(accountId)).toBe(1);
    });

    it('images that go together are marked and counted once, listed until they are purged, and not due alone (deletion.many)', async () => {
      const owner = await makeOwner();
      const { projectId, accountId } = owner;
      const [first, second] = test.images;
      const requested = ask(owner);
      const { deletionId } = requested;
      await test.deletions[0].request(requested);
      const ids = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const temporary = makeTemporary(projectId, { accountId });
          await first.addTemporaryImage(temporary, { maxCount: 9, maxBytes: 9_999 }, NOW);
          const image = makeImage(temporary, { metadata: { a: '1' } });
          await first.saveImage(image, { maxImages: null }, NOW);
          return image.imageId;
        }),
      );
      const marked = await Promise.all(
        [...ids, ...ids].map((id, at) =>
          (at % 2 ? first : second).markDeletingWith(id, NOW, deletionId),
        ),
      );
      expect(marked.filter(Boolean)).toHaveLength(4);
      expect(await first.countDeletedWith(deletionId)).toBe(4);
      const due = await second.listPurgesDue(1000, 9e15);
      expect(ids.filter((id) => due.includes(id))).toEqual([]);
      const image = await second.getImage(ids[0] ?? 'img_');
      expect(image).toMatchObject({ state: 'deleting', deletedAt: NOW });
      const query = { projectId, pair: null, limit: 10, before: null };
      expect((await first.listImages(query)).images).toEqual([]);
      expect([...(await first.listDeletingWith(deletionId, 10))].sort()).toEqual([...ids].sort());
      expect(await first.listDeletingWith(deletionId, 3)).toHaveLength(3);
      await first.recordPurgedWith(deletionId, ids.slice(0, 3));
      await second.recordPurgedWith(deletionId, ids.slice(0, 3));
      expect(await second.listDeletingWith(deletionId, 10)).toEqual(ids.slice(3));
      expect(await second.countDeletedWith(deletionId)).toBe(4);
      expect(await second.countDeletedWith(`del_${newId()}`)).toBe(0);
    });

    it('a temporary image that isn’t saved is listed, and ended before its time once (temporary.removal)', async () => {
      const { projectId, accountId } = await makeOwner();
      const [first, second] = test.images;
      const limits = { maxCount: 9, maxBytes: 9_999 };
      const [unsaved, saved] = [
        makeTemporary(projectId, { accountId }),
        makeTemporary(projectId, { accountId }),
      ];
      for (const temporary of [unsaved, saved])
        await first.addTemporaryImage(temporary, limits, NOW);
      await first.saveImage(makeImage(saved), { maxImages: null }, NOW);
      expect(await second.listUnsaved(projectId, NOW)).toEqual([unsaved.temporaryImageId]);
      expect(await second.listUnsaved(projectId, unsaved.expiresAt)).toEqual([]);
      const ended = await first.endUnsaved(unsaved.temporaryImageId, NOW + 5);
      expect(ended).toEqual({ ...unsaved, state: 'expired', expiresAt: NOW + 5 });
      expect(await second.endUnsaved(unsaved.temporaryImageId, NOW + 6)).toBeUndefined();
      expect(await second.endUnsaved(saved.temporaryImageId, NOW + 6)).toBeUndefined();
      const remaining = await second.listEnded(NOW + 5, 1000);
      expect(remaining.map((entry) => entry.temporaryImageId)).toContain(unsaved.temporaryImageId);
    });

    it('the remaining data of a project is counted and removed, of that project alone', async () => {
      const [owner, other] = [await makeOwner(), await makeOwner()];
      for (const { projectId } of [owner, other]) {
        for (const kind of ['api', 'upload'] as const) {
          const record = {
            keyId: `key_${newId()}`,
            projectId,
            name: 'n',
            lastFour: 'abcd',
            scopes: [],
            createdAt: 1,
            lastUsedAt: null,
            expiresAt: null,
            revokedAt: null,
            replacedBy: null,
            createdBy: null,
          };
          await test.keys.createKey(kind, { sha256: hashKey(record.keyId), record }, NOW);
        }
        const secret = { secretId: `sec_${newId()}`, secret: newId(), createdAt: 1 };
        await test.secrets.addSecret(projectId, secret);
        await test.webhooks.replaceWebhooks(projectId, [WEBHOOK], 0);
        for (const day of DAYS) await test.usage.countOnDay({ projectId, day, kind: 'images' });
      }
      const { projectId } = owner;
      for (const [step, count] of [
        ['keys_removed', 2],
        ['signing_secrets_removed', 1],
        ['webhooks_removed', 1],
        ['members_removed', 1],
        ['counters_removed', 0],
      ] as const) {
        expect([step, await test.remains.count(step, owner)]).toEqual([step, count]);
        await test.remains.remove(step, owner, NOW);
        await test.remains.remove(step, owner, NOW);
        expect([step, await test.remains.count(step, owner)]).toEqual([step, 0]);
      }
      const ringOf = (id: string) => ({ projectId: id, kind: 'api' as const });
      expect(await test.keys.listKeys(ringOf(projectId), NOW)).toEqual([]);
      expect(await test.secrets.listSecrets(projectId)).toEqual([]);
      expect((await test.webhooks.getWebhooks(projectId)).webhooks).toEqual([]);
      expect((await test.webhooks.getWebhooks(other.projectId)).webhooks).toHaveLength(1);
      expect(await test.memberships.listMembers(projectId)).toEqual([]);
      const savedOn = async (id: string) => {
        const days = (await test.usage.ofDays(id, DAYS)).values();
        return [...days].reduce((sum, { images }) => sum + images, 0);
      };
      expect([await savedOn(projectId), await savedOn(other.projectId)]).toEqual([0, 3]);
      expect(await test.keys.listKeys(ringOf(other.projectId), NOW)).toHaveLength(1);
      expect(await test.secrets.listSecrets(other.projectId)).toHaveLength(1);
      expect(await test.memberships.listMembers(other.projectId)).toHaveLength(1);
    });

    it('an account is removed after its last project, and its identity then makes another', async () => {
      const owner = await makeOwner();
      const { accountId, projectId, identity } = owner;
      const [deletions] = test.deletions;
      expect(await test.remains.forgetAccount(accountId)).toBe(false);
      await deletions.request(ask(owner), NOW);
      const project = { name: 'x', allowedOrigins: [], plan: PLANS.free, createdAt: 3 };
      const further = { ...project, projectId: `prj_${newId()}`, accountId };
      expect(await test.accounts.addProject(further, null)).toBe('deleting');
      expect(await test.remains.forgetAccount(accountId)).toBe(false);
      await test.remains.remove('members_removed', owner, NOW);
      await deletions.removeProject(projectId);
      expect(await test.remains.forgetAccount(accountId)).toBe(true);
      expect(await test.remains.forgetAccount(accountId)).toBe(false);
      expect(await test.accounts.getAccount(accountId)).toBeUndefined();
      expect(await test.accounts.findByIdentity(identity)).toBeUndefined();
      const account = { accountId: `acc_${newId()}`, identity, plan: PLANS.free, createdAt: 9 };
      const first = { ...project, projectId: `prj_${newId()}`, accountId: account.accountId };
      expect(await test.accounts.openAccount(account, first)).toEqual(account);
    });
  });
}
