import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { Takedowns } from '../../core/ports/images/takedowns.ts';
import type { AccountDirectory } from '../../core/ports/members/account-directory.ts';
import type { ProjectMarks } from '../../core/ports/projects/project-marks.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { makeImage, makeTemporary } from './image-store.ts';

/** The operator's ports and those of the service over one set of records, as two processes have. */
export interface OperatorStoresUnderTest {
  readonly directory: AccountDirectory;
  readonly projectMarks: ProjectMarks;
  readonly takeDowns: Takedowns;
  readonly projects: ProjectStore;
  readonly images: ImageStore;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 50, maxBytes: 100_000 };
const FREE = { maxImages: null };
const newId = () => encodeIdBytes(randomBytes(26));
const takenDown = { reason: 'a “report” 😀', takenDownAt: NOW + 5 };

/** The promises of every store by which an operator suspends and blocks. */
export function describeOperatorStores(
  name: string,
  create: () => Promise<OperatorStoresUnderTest>,
) {
  let test: OperatorStoresUnderTest;
  beforeAll(async () => {
    test = await create();
  });
  afterAll(() => test.remove());

  async function addProject(owner?: string) {
    const projectId = `prj_${newId()}`;
    const accountId = owner ?? `acc_${projectId}`; // that of makeTemporary
    const project = { projectId, accountId, name: 'p', allowedOrigins: [], createdAt: 1 };
    await test.projects.addProject({ ...project, plan: PLANS.free });
    return { projectId, accountId };
  }
  async function addTemporary() {
    const temporary = makeTemporary((await addProject()).projectId);
    await test.images.addTemporaryImage(temporary, LIMITS, NOW);
    return temporary;
  }
  async function addImage() {
    const temporary = await addTemporary();
    await test.images.saveImage(makeImage(temporary), FREE, NOW);
    return { imageId: temporary.imageId, temporaryImageId: temporary.temporaryImageId };
  }

  describe(`suspended projects: ${name}`, () => {
    it('are known as suspended to readers of the project and to delivery, until they are resumed', async () => {
      const { projectId } = await addProject();
      const suspension = { reason: 'phishing “😀”', suspendedAt: NOW };
      const before = await test.projects.getProject(projectId);
      expect(before).not.toHaveProperty('suspension');
      expect(await test.projectMarks.suspend(projectId, suspension)).toBe(true);
      expect(await test.projects.getProject(projectId)).toEqual({ ...before, suspension });
      const { plan: _, deletion: __, ...open } = before ?? {};
      expect(await test.projects.getOpenProject(projectId)).toEqual({ ...open, suspension });
      const again = { reason: 'more', suspendedAt: NOW + 1 };
      expect(await test.projectMarks.suspend(projectId, again)).toBe(true);
      expect((await test.projects.getProject(projectId))?.suspension).toEqual(again);
      expect(await test.projectMarks.suspend(projectId, null)).toBe(true);
      expect(await test.projects.getProject(projectId)).toEqual(before);
      expect(await test.projects.getOpenProject(projectId)).toEqual(open);
      expect(await test.projectMarks.suspend(projectId, null)).toBe(true);
    });

    it('keep changes that are made meanwhile, and leave others alone', async () => {
      const { projectId, accountId } = await addProject();
      const other = await addProject(accountId);
      await test.projectMarks.suspend(projectId, { reason: 'r', suspendedAt: NOW });
      await test.projects.changeSettings(projectId, { requireSignature: true });
      const [first, second] = await test.projects.listProjects(accountId);
      const suspended = [first, second].filter((project) => project?.suspension);
      expect(suspended.map((project) => project?.projectId)).toEqual([projectId]);
      expect((await test.projects.getProject(projectId))?.settings.requireSignature).toBe(true);
      expect(await test.projects.getProject(other.projectId)).not.toHaveProperty('suspension');
    });

    it('are none where no such project exists', async () => {
      const [suspension, none] = [{ reason: 'r', suspendedAt: NOW }, `prj_${newId()}`];
      expect(await test.projectMarks.suspend(none, suspension)).toBe(false);
      expect(await test.projectMarks.suspend(none, null)).toBe(false);
      expect(await test.projects.getProject(none)).toBeUndefined();
    });
  });

  describe(`raised limits of uploads: ${name}`, () => {
    it('are read with the project until they are reset, and change nothing else', async () => {
      const { projectId } = await addProject();
      const raised = { perMinute: 600, until: NOW + 60_000, reason: 'an “import” 😀' };
      const before = await test.projects.getProject(projectId);
      expect(before).not.toHaveProperty('raisedUploads');
      expect(await test.projectMarks.raiseUploads(projectId, raised)).toBe(true);
      await test.projects.changeSettings(projectId, { requireSignature: false });
      expect(await test.projects.getProject(projectId)).toEqual({
        ...before,
        raisedUploads: raised,
      });
      expect((await test.projects.getOpenProject(projectId))?.settings).toEqual(before?.settings);
      const more = { ...raised, perMinute: 900 };
      expect(await test.projectMarks.raiseUploads(projectId, more)).toBe(true);
      expect((await test.projects.getProject(projectId))?.raisedUploads).toEqual(more);
      expect(await test.projectMarks.raiseUploads(projectId, null)).toBe(true);
      expect(await test.projects.getProject(projectId)).toEqual(before);
    });

    it('are none where no such project exists', async () => {
      const [raised, none] = [{ perMinute: 600, until: NOW, reason: 'r' }, `prj_${newId()}`];
      expect(await test.projectMarks.raiseUploads(none, raised)).toBe(false);
      expect(await test.projectMarks.raiseUploads(none, null)).toBe(false);
    });
  });

  describe(`blocked images: ${name}`, () => {
    it('are so by either id, the image and its temporary image, and put back as they were', async () => {
      const [first, second] = [await addImage(), await addImage()];
      for (const [ids, id] of [
        [first, first.imageId],
        [second, second.temporaryImageId],
      ] as const) {
        const read = async () => [
          await test.images.getImage(ids.imageId),
          await test.images.getTemporaryImage(ids.temporaryImageId),
        ];
        const before = await read();
        expect(await test.takeDowns.block(id, takenDown)).toEqual(ids);
        expect(await read()).toEqual(before.map((record) => ({ ...record, takenDown })));
        expect(await test.takeDowns.unblock(id)).toEqual(ids);
        expect(await read()).toEqual(before);
      }
    });

    it('are not saved while they are blocked', async () => {
      const temporary = await addTemporary();
      const save = () => test.images.saveImage(makeImage(temporary), FREE, NOW);
      await test.takeDowns.block(temporary.temporaryImageId, takenDown);
      expect(await save()).toEqual({ outcome: 'taken_down' });
      expect(await test.images.getImage(temporary.imageId)).toBeUndefined();
      await test.takeDowns.unblock(temporary.temporaryImageId);
      expect(await save()).toMatchObject({ outcome: 'saved' });
    });

    it('are so whichever of take-down and save comes first', async () => {
      for (let round = 0; round < 10; round += 1) {
        const temporary = await addTemporary();
        const [saved, taken] = await Promise.all([
          test.images.saveImage(makeImage(temporary), FREE, NOW),
          test.takeDowns.block(temporary.temporaryImageId, takenDown),
        ]);
        expect(taken?.imageId).toBe(temporary.imageId);
        const image = await test.images.getImage(temporary.imageId);
        const held = await test.images.getTemporaryImage(temporary.temporaryImageId);
        expect(held?.takenDown).toEqual(takenDown);
        if (saved.outcome === 'saved') expect(image?.takenDown).toEqual(takenDown);
        else expect([saved.outcome, image]).toEqual(['taken_down', undefined]);
      }
    });

    it('are those that there are: not deleted ones, not unknown ones', async () => {
      const ids = await addImage();
      await test.images.markDeleting(ids.imageId, NOW);
      expect(await test.takeDowns.block(ids.imageId, takenDown)).toBeNull();
      expect(await test.images.getImage(ids.imageId)).not.toHaveProperty('takenDown');
      expect(await test.takeDowns.block(`img_${newId()}`, takenDown)).toBeNull();
      expect(await test.takeDowns.block(`tmp_${newId()}`, takenDown)).toBeNull();
      expect(await test.takeDowns.unblock(`img_${newId()}`)).toBeNull();
    });

    it('stay so in the bin and through a restore, blocked before or in it (keeping.blocked)', async () => {
      const kept = { since: NOW, until: NOW + 9, secret: 's' };
      for (const isEarly of [true, false]) {
        const { imageId } = await addImage();
        if (isEarly) await test.takeDowns.block(imageId, takenDown);
        expect(await test.images.moveToBin(imageId, kept)).toBe(true);
        const binned = await test.images.getImage(imageId);
        if (!binned) throw new Error('it is in the bin');
        // after the restore has read it
        if (!isEarly) expect(await test.takeDowns.block(imageId, takenDown)).not.toBeNull();
        expect(await test.images.restoreFromBin(binned, FREE, NOW + 1)).toBe('restored');
        const restored = await test.images.getImage(imageId);
        expect(restored).toMatchObject({ state: 'saved', takenDown });
      }
    });

    it('show no former bytes again (keeping.blocked)', async () => {
      const { imageId } = await addImage();
      const image = await test.images.getImage(imageId);
      if (!image) throw new Error('it was saved');
      const temporary = makeTemporary(image.projectId);
      await test.images.addTemporaryImage(temporary, LIMITS, NOW);
      const kept = { since: NOW, until: NOW + 9, secret: 's' };
      const change = { metadata: {}, focalPoint: null, review: undefined, kept, now: NOW };
      expect(await test.images.replaceOriginal({ image, temporary, ...change })).toBe('replaced');
      const [version] = await test.images.listVersions(imageId);
      const shown = await test.images.getImage(imageId);
      if (!version || !shown) throw new Error('it was replaced');
      await test.takeDowns.block(imageId, takenDown);
      const restore = { image: shown, version, kept, review: undefined, now: NOW + 1 };
      expect(await test.images.restoreVersion(restore)).toBe('changed');
      expect(await test.images.getImage(imageId)).toEqual({ ...shown, takenDown });
      await test.takeDowns.unblock(imageId);
      expect(await test.images.restoreVersion(restore)).toBe('restored');
    });

    it('can be deleted, and stay so while their metadata change', async () => {
      const ids = await addImage();
      await test.takeDowns.block(ids.imageId, takenDown);
      const image = await test.images.getImage(ids.imageId);
      expect(image && (await test.images.replaceMetadata(image, { a: '1' }))).toBe(true);
      expect((await test.images.getImage(ids.imageId))?.takenDown).toEqual(takenDown);
      expect(await test.images.markDeleting(ids.imageId, NOW)).toBe(true);
    });
  });

  describe(`the list of accounts: ${name}`, () => {
    it('has each account once, however small the pages are', async () => {
      const added = [];
      for (let at = 0; at < 5; at += 1) added.push(await addProject());
      await addProject(added[0]?.accountId);
      for (const limit of [1, 2, 100]) {
        const listed = [];
        let after: string | null = null;
        do {
          const page = await test.directory.listAccounts(limit, after);
          expect(page.accounts.length).toBeLessThanOrEqual(limit);
          listed.push(...page.accounts.map(({ accountId }) => accountId));
          after = page.next;
        } while (after !== null);
        expect(new Set(listed).size).toBe(listed.length);
        expect(listed).toEqual(expect.arrayContaining(added.map(({ accountId }) => accountId)));
      }
    });

    it('C7 sets a plan with effect on the next read of its projects, and of no other account', async () => {
      const [first, other] = [await addProject(), await addProject()];
      expect(await test.directory.setPlan(first.accountId, 'unlimited')).toBe(true);
      expect((await test.projects.getProject(first.projectId))?.plan).toEqual(PLANS.unlimited);
      expect((await test.projects.getProject(other.projectId))?.plan).toEqual(PLANS.free);
      const { accounts } = await test.directory.listAccounts(1_000, null);
      const listed = accounts.find(({ accountId }) => accountId === first.accountId);
      expect(listed).toMatchObject({ plan: 'unlimited', identity: null });
      expect(await test.directory.setPlan(`acc_${newId()}`, 'unlimited')).toBe(false);
    });
  });
}
