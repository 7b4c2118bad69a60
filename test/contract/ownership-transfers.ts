import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Image } from '../../core/images/image-states.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { RenditionClaim, RenditionStore } from '../../core/ports/images/rendition-store.ts';
import type { OwnershipTransferOutcome } from '../../core/ports/members/ownership-transfers.ts';
import type { ProjectDeletions } from '../../core/ports/projects/project-deletions.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import type { UsageStore } from '../../core/ports/projects/usage-store.ts';
import { PLANS, type Plan } from '../../core/projects/plans.ts';
import type { AskedDeletion } from '../../core/projects/project-deletion.ts';
import { makeImage, makeTemporary } from './image-store.ts';
import { join, newId, openPerson, type TeamStoresUnderTest } from './team-stores.ts';

/** The stores of teams and of counts, over one set of records. */
export interface TransfersUnderTest extends TeamStoresUnderTest {
  readonly images: readonly [ImageStore, ImageStore];
  readonly renditions: RenditionStore;
  readonly projects: ProjectStore;
  readonly usage: UsageStore;
  readonly deletions: ProjectDeletions;
}

const NOW = Date.UTC(2026, 10, 21);
const MONTH = '2026-11';
const MADE = { bytes: 5, sha256: 'cd', isOriginal: false };

/** The promises of every store that moves projects between accounts. */
export function describeOwnershipTransfers(
  name: string,
  create: () => Promise<TransfersUnderTest>,
) {
  describe(`ownership transfer: ${name}`, () => {
    let test: TransfersUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const open = () => openPerson(test.accounts[0]);
    /** A project of one owner, and another who is its admin. */
    const makePair = async () => {
      const { projectId, accountId: from } = await open();
      const receiver = await open();
      const to = receiver.accountId;
      await join(test.invitations[0], { projectId, accountId: from }, to, 'admin');
      return { projectId, from, to, receiversProject: receiver.projectId };
    };
    type Pair = Awaited<ReturnType<typeof makePair>>;
    const transfer = (
      { projectId, from, to }: Pick<Pair, 'projectId' | 'from' | 'to'>,
      { by = from, plan = PLANS.free, at = 0 }: { by?: string; plan?: Plan; at?: number } = {},
    ) => (test.transfers[at % 2] ?? test.transfers[0]).transfer({ projectId, from, to, by, plan });
    const back = ({ projectId, from, to }: Pair) => ({ projectId, from: to, to: from });
    const save = async (projectId: string, accountId: string, maxImages: number | null = null) => {
      const temporary = makeTemporary(projectId, { accountId });
      await test.images[0].addTemporaryImage(temporary, { maxCount: 99, maxBytes: 99_999 }, NOW);
      const image = makeImage(temporary);
      return { image, ...(await test.images[1].saveImage(image, { maxImages }, NOW)) };
    };
    const saveMany = async (projectId: string, accountId: string, count: number) => {
      const images: Image[] = [];
      for (let at = 0; at < count; at += 1) images.push((await save(projectId, accountId)).image);
      return images;
    };
    const countOf = async (accountId: string) =>
      (await test.usage.ofAccount(accountId, MONTH)).images;
    const partOf = async (projectId: string, accountId: string) =>
      (await test.usage.ofProject({ projectId, accountId }, MONTH)).images;
    const rolesOf = async ({ projectId, from, to }: Pair) =>
      Promise.all(
        [from, to].map(
          async (id) => (await test.memberships[1].getMembership(projectId, id))?.role,
        ),
      );

    it('the project is on the account of the receiver, who becomes an owner; the former owner becomes an admin (members.ownership-transfer)', async () => {
      const pair = await makePair();
      expect(await transfer(pair)).toBe('transferred');
      expect((await test.projects.getProject(pair.projectId))?.accountId).toBe(pair.to);
      expect(await rolesOf(pair)).toEqual(['admin', 'owner']);
      const { projectId } = pair;
      const by = { accountId: pair.to, role: 'owner' } as const;
      const leaving = { projectId, role: null, by } as const;
      const [, memberships] = test.memberships;
      expect(
        await memberships.changeMember({ ...leaving, accountId: pair.from, previous: 'admin' }),
      ).toBe('changed');
      expect(
        await memberships.changeMember({ ...leaving, accountId: pair.to, previous: 'owner' }),
      ).toBe('last_owner');
    });

    it('its images count to the receiver and no longer to the former account, and back again (quotas.images, members.ownership-transfer)', async () => {
      const pair = await makePair();
      const { projectId, from, to } = pair;
      await saveMany(projectId, from, 3);
      await saveMany(pair.receiversProject, to, 2);
      expect(await transfer(pair)).toBe('transferred');
      expect([await countOf(from), await countOf(to)]).toEqual([0, 5]);
      expect(await partOf(projectId, to)).toBe(3);
      await saveMany(projectId, to, 1);
      expect(await transfer(back(pair))).toBe('transferred');
      expect([await countOf(from), await countOf(to)]).toEqual([4, 2]);
      expect(await partOf(projectId, from)).toBe(4);
      await saveMany(projectId, from, 1);
      expect(await countOf(from)).toBe(5);
    });

    it('a save for the former account counts nowhere, and is refused (quotas.images, members.ownership-transfer)', async () => {
      const pair = await makePair();
      await transfer(pair);
      const { outcome, image } = await save(pair.projectId, pair.from);
      expect(outcome).toBe('quota_exceeded');
      expect(await test.images[0].getImage(image.imageId)).toBeUndefined();
      expect([await countOf(pair.from), await countOf(pair.to)]).toEqual([0, 0]);
      expect((await save(pair.projectId, pair.to)).outcome).toBe('saved');
    });

    it('a delete of an image that was saved before a transfer lowers the count of the present account (deletion.steps, quotas.images, members.ownership-transfer)', async () => {
      const pair = await makePair();
      const { projectId, from, to } = pair;
      const [first, second, third] = await saveMany(projectId, from, 3);
      const remove = (image: Image | undefined) =>
        test.images[0].markDeleting(image?.imageId ?? 'img_', NOW);
      await transfer(pair);
      expect(await remove(first)).toBe(true);
      expect([await countOf(from), await countOf(to)]).toEqual([0, 2]);
      const last = await open();
      await join(test.invitations[0], { projectId, accountId: to }, last.accountId, 'viewer');
      await transfer({ projectId, from: to, to: last.accountId });
      expect(await remove(second)).toBe(true);
      expect(await countOf(last.accountId)).toBe(1);
      await transfer({ projectId, from: last.accountId, to: from });
      expect(await remove(third)).toBe(true);
      expect(await Promise.all([from, to, last.accountId].map(countOf))).toEqual([0, 0, 0]);
      expect(await remove(third)).toBe(false);
    });

    it('the receiver’s plan holds the images, to the last one, or nothing is changed (quotas.images, members.ownership-transfer)', async () => {
      const pair = await makePair();
      const { projectId, from, to } = pair;
      await saveMany(projectId, from, 2);
      await saveMany(pair.receiversProject, to, 3);
      const plan = (maxImages: number | null) => ({ plan: { ...PLANS.free, maxImages } });
      expect(await transfer(pair, plan(4))).toBe('images_exceeded');
      expect(await rolesOf(pair)).toEqual(['owner', 'admin']);
      expect((await test.projects.getProject(projectId))?.accountId).toBe(from);
      expect([await countOf(from), await countOf(to)]).toEqual([2, 3]);
      expect(await transfer(pair, plan(5))).toBe('transferred');
      expect((await save(projectId, to, 5)).outcome).toBe('quota_exceeded');
    });

    it('a receiver without images is held to the plan too; a project without images fits in every plan (quotas.images, members.ownership-transfer)', async () => {
      const pair = await makePair();
      await saveMany(pair.projectId, pair.from, 2);
      const limits = { plan: { ...PLANS.free, maxImages: 1 } };
      expect(await transfer(pair, limits)).toBe('images_exceeded');
      const empty = await makePair();
      await saveMany(empty.receiversProject, empty.to, 2);
      expect(await transfer(empty, limits)).toBe('transferred');
    });

    it('the receiver’s plan holds one project more, also of several concurrent transfers (quotas.projects)', async () => {
      const receiver = await open();
      const to = receiver.accountId;
      const pairs = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const { projectId, accountId: from } = await open();
          await join(test.invitations[0], { projectId, accountId: from }, to, 'viewer');
          return { projectId, from, to };
        }),
      );
      const outcomes = await Promise.all(pairs.map((pair, at) => transfer(pair, { at })));
      // and the default one
      expect(outcomes.filter((outcome) => outcome === 'transferred')).toHaveLength(2);
      expect(outcomes.filter((outcome) => outcome === 'projects_exceeded')).toHaveLength(2);
      const given = pairs.find((_, at) => outcomes[at] === 'transferred');
      const refused = pairs.find((_, at) => outcomes[at] !== 'transferred');
      if (!given || !refused) throw new Error('none of one kind');
      expect(await transfer({ ...given, from: to, to: given.from })).toBe('transferred');
      expect(await transfer(refused)).toBe('transferred');
    });

    it('a transferred default project is an ordinary one of the receiver', async () => {
      const { from, to } = await makePair();
      const projectId = `prj_${newId()}`;
      const facts = { name: 'default', allowedOrigins: [], plan: PLANS.free, createdAt: NOW };
      const project = { ...facts, projectId, accountId: from, isDefault: true };
      await test.accounts[0].addProject(project, null);
      await join(test.invitations[0], { projectId, accountId: from }, to, 'admin');
      expect((await test.projects.getProject(projectId))?.isDefault).toBe(true);
      expect(await transfer({ projectId, from, to })).toBe('transferred');
      expect((await test.projects.getProject(projectId))?.isDefault).toBe(false);
    });

    it('a project under deletion stays where it is, and a transferred one outlives the former account', async () => {
      const askFor = ({ projectId, from }: Pair): AskedDeletion => ({
        projectId,
        kind: 'delete',
        accountId: from,
        name: 'default',
        ownerIds: [from],
        deletionId: projectId.replace('prj_', 'del_'),
        requestedAt: NOW,
        purgeAt: NOW + 5,
      });
      const deleted = await makePair();
      expect(await test.deletions.request(askFor(deleted))).toBe(true);
      expect(await transfer(deleted)).toBe('outdated');
      const given = await makePair();
      await transfer(given);
      expect(await test.deletions.request(askFor(given), NOW)).toBe(false);
      expect((await test.projects.getProject(given.projectId))?.deletion).toBeNull();
      expect((await test.accounts[1].getAccount(given.from))?.deletedAt).toBeUndefined();
    });

    it('ownership stays if one of the records that it read has changed', async () => {
      const pair = await makePair();
      const stranger = await open();
      const { accountId } = stranger;
      const outcomes: OwnershipTransferOutcome[] = [
        await transfer({ ...pair, from: pair.to, to: pair.from }, { by: pair.from }),
        await transfer({ ...pair, to: accountId }),
        await transfer(pair, { by: accountId }),
        await transfer(pair, { by: pair.to }),
      ];
      expect(new Set(outcomes)).toEqual(new Set(['outdated']));
      expect(await rolesOf(pair)).toEqual(['owner', 'admin']);
      expect((await test.projects.getProject(pair.projectId))?.accountId).toBe(pair.from);
    });

    it('another owner may give it away, or take it', async () => {
      const { projectId, from, to } = await makePair();
      const second = await open();
      const invite = { projectId, accountId: from };
      await join(test.invitations[0], invite, second.accountId, 'owner');
      expect(await transfer({ projectId, from, to }, { by: second.accountId })).toBe('transferred');
      const taking = { projectId, from: to, to: second.accountId };
      expect(await transfer(taking, { by: second.accountId })).toBe('transferred');
      const owner = { projectId, accountId: second.accountId, role: 'owner' };
      expect(await test.memberships[0].getMembership(projectId, second.accountId)).toMatchObject(
        owner,
      );
    });

    it('of two concurrent ownership transfers one is carried out', async () => {
      const pair = await makePair();
      const third = await open();
      const invite = { projectId: pair.projectId, accountId: pair.from };
      await join(test.invitations[0], invite, third.accountId, 'viewer');
      await saveMany(pair.projectId, pair.from, 2);
      const outcomes = await Promise.all([
        transfer(pair, { at: 0 }),
        transfer({ ...pair, to: third.accountId }, { at: 1 }),
      ]);
      expect([...outcomes].sort()).toEqual(['outdated', 'transferred']);
      const winner = outcomes[0] === 'transferred' ? pair.to : third.accountId;
      expect((await test.projects.getProject(pair.projectId))?.accountId).toBe(winner);
      expect(await countOf(winner)).toBe(2);
      expect(await countOf(pair.from)).toBe(0);
    });

    it('saves and deletes during ownership transfers to and fro lose no count and count nothing twice (quotas.images, members.ownership-transfer)', async () => {
      const pair = await makePair();
      const { projectId, from, to } = pair;
      const old = await saveMany(projectId, from, 12);
      const kept = await saveMany(pair.receiversProject, to, 1);
      const payer = async () => (await test.projects.getProject(projectId))?.accountId ?? '';
      /** As the call does: on the plan that the project is on now. */
      const saveNow = async (): Promise<void> => {
        const { outcome } = await save(projectId, await payer());
        if (outcome !== 'saved') await saveNow();
      };
      const transferNow = async (at: number): Promise<void> => {
        const now = await payer();
        const pairNow = { projectId, from: now, to: now === from ? to : from };
        if ((await transfer(pairNow, { at })) === 'outdated') await transferNow(at);
      };
      const work = old
        .slice(0, 8)
        .flatMap((image, at) => [
          () => test.images[at % 2 ? 1 : 0].markDeleting(image.imageId, NOW),
          saveNow,
          ...(at % 3 === 0 ? [() => transferNow(at)] : []),
        ]);
      await Promise.all(work.map((entry) => entry()));
      const last = await payer();
      const other = last === from ? to : from;
      const own = kept.length;
      expect(await partOf(projectId, last)).toBe(12);
      expect(await countOf(last)).toBe(12 + (last === to ? own : 0));
      expect(await countOf(other)).toBe(other === to ? own : 0);
    });

    it('transformations stay where they were counted, are given back there, and new ones count to the receiver (quotas.transformations)', async () => {
      const pair = await makePair();
      const { projectId, from, to } = pair;
      const [image] = await saveMany(projectId, from, 1);
      if (!image) throw new Error('no image');
      const claim = (changes: Partial<RenditionClaim>): RenditionClaim => ({
        imageId: image.imageId,
        accountId: from,
        projectId,
        renditionKey: 'a.jpg',
        version: 1,
        generation: 0,
        owner: 'me',
        now: NOW,
        leaseMs: 100,
        month: MONTH,
        maxTransformations: 9,
        maxRenditions: null,
        isSmall: true,
        ...changes,
      });
      const used = async (accountId: string, month = MONTH) => [
        await test.usage.countTransformations(accountId, month),
        (await test.usage.ofProject({ projectId, accountId }, month)).transformations,
      ];
      const { renditions } = test;
      const lost = claim({ renditionKey: 'b.jpg' });
      await renditions.claim(claim({}));
      await renditions.complete(claim({}), MADE);
      // counted, and being made again
      await renditions.claim(lost);
      await renditions.complete(lost, MADE);
      await renditions.forget(image.imageId, 'b.jpg', lost);
      await renditions.claim(lost);
      expect(await used(from)).toEqual([2, 2]);
      await transfer(pair);
      await renditions.release(lost);
      expect([await used(from), await used(to)]).toEqual([
        [1, 1],
        [0, 0],
      ]);
      const theirs = claim({ accountId: to, renditionKey: 'c.jpg' });
      await renditions.claim(theirs);
      await renditions.complete(theirs, MADE);
      expect([await used(from), await used(to)]).toEqual([
        [1, 1],
        [1, 1],
      ]);
      // made again in a later month it is the receiver's, and so is what a failure gives back
      await renditions.forgetAll(image.imageId);
      const later = claim({ accountId: to, month: '2026-12' });
      await renditions.claim(later);
      await renditions.complete(later, MADE);
      expect(await used(to, '2026-12')).toEqual([1, 1]);
      await renditions.forget(image.imageId, 'a.jpg', later);
      await renditions.claim(later);
      await renditions.release(later);
      expect(await used(to, '2026-12')).toEqual([0, 0]);
      expect(await used(from, '2026-12')).toEqual([0, 0]);
      expect(await used(from)).toEqual([1, 1]);
    });
  });
}
