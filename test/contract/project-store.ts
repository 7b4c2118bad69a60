import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import type { SigningSecretStore } from '../../core/ports/projects/signing-secret-store.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { DEFAULT_SETTINGS } from '../../core/projects/project-settings.ts';

/** Two of each store over one set of records, as two processes have. */
export interface ProjectStoresUnderTest {
  readonly stores: readonly [ProjectStore, ProjectStore];
  readonly secrets: readonly [SigningSecretStore, SigningSecretStore];
  remove(): Promise<void>;
}

const FALLBACK = `img_${'b'.repeat(26)}` as const;

const newId = () => encodeIdBytes(randomBytes(26));
const makeSecret = (createdAt: number) => ({
  secretId: `sec_${newId()}`,
  secret: newId(),
  createdAt,
});

/** The promises of every store of projects' settings and signing secrets. */
export function describeProjectStore(name: string, create: () => Promise<ProjectStoresUnderTest>) {
  describe(`a project's settings: ${name}`, () => {
    let test: ProjectStoresUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    async function addProject(): Promise<string> {
      const projectId = `prj_${newId()}`;
      const of = { accountId: `acc_${newId()}`, name: 'p', allowedOrigins: [] };
      await test.stores[0].addProject({ ...of, projectId, plan: PLANS.free, createdAt: 1 });
      return projectId;
    }

    it('are the defaults until they are named (projects.settings)', async () => {
      const projectId = await addProject();
      expect((await test.stores[1].getOpenProject(projectId))?.settings).toEqual(DEFAULT_SETTINGS);
      expect((await test.stores[1].getProject(projectId))?.settings).toEqual(DEFAULT_SETTINGS);
    });

    it('are beside a note that the bandwidth of a month is used up, the last one (quotas.bandwidth-refusal)', async () => {
      const projectId = await addProject();
      const [first, second] = test.stores;
      const before = await first.getProject(projectId);
      expect(before).not.toHaveProperty('spentBandwidth');
      await first.noteSpentBandwidth(projectId, { month: '2026-10', bytes: 7 });
      const spentBandwidth = { month: '2026-11', bytes: 9_007_199_254_740_991 };
      await second.noteSpentBandwidth(projectId, spentBandwidth);
      await second.changeSettings(projectId, { requireSignature: false });
      expect(await first.getProject(projectId)).toEqual({ ...before, spentBandwidth });
      expect(await first.getOpenProject(projectId)).toMatchObject({ spentBandwidth });
      const none = `prj_${newId()}`;
      await first.noteSpentBandwidth(none, spentBandwidth);
      expect(await second.getProject(none)).toBeUndefined();
    });

    it('are set one by one, each whole, null too, and read immediately (projects.settings)', async () => {
      const projectId = await addProject();
      const [first, second] = test.stores;
      const lists = { allowedWidths: [320, 640], allowedHeights: [] };
      expect(await first.changeSettings(projectId, { ...lists, requireSignature: true })).toBe(
        true,
      );
      await second.changeSettings(projectId, { presets: { a: 'width=1', b: 'height=2' } });
      await first.changeSettings(projectId, { presets: { b: 'height=3' }, overQuota: 'original' });
      await second.changeSettings(projectId, { allowedWidths: null });
      await second.changeSettings(projectId, { quotaMode: 'log', temporaryLifeHours: 1 });
      await first.changeSettings(projectId, { browserMaxAge: 0, overBandwidth: 'refuse' });
      await second.changeSettings(projectId, { defaultVisibility: 'private' });
      await second.changeSettings(projectId, { watermark: 'overlay=a' });
      await first.changeSettings(projectId, { watermark: null });
      await first.changeSettings(projectId, { watermark: 'overlay=b' });
      await second.changeSettings(projectId, { fallbackImage: FALLBACK, moderation: 'webhook' });
      await first.changeSettings(projectId, { hdr: true, keepDays: 7 });
      await second.changeSettings(projectId, {
        focalPoints: 'rekognition',
        gamut: 'keep',
        credit: 'keep',
      });
      await second.changeSettings(projectId, {});
      const settings = {
        allowedWidths: null,
        allowedHeights: [],
        presets: { b: 'height=3' },
        requireSignature: true,
        overQuota: 'original',
        quotaMode: 'log',
        temporaryLifeHours: 1,
        browserMaxAge: 0,
        defaultVisibility: 'private',
        overBandwidth: 'refuse',
        watermark: 'overlay=b',
        keepDays: 7,
        fallbackImage: FALLBACK,
        moderation: 'webhook',
        focalPoints: 'rekognition',
        gamut: 'keep',
        hdr: true,
        credit: 'keep',
      };
      expect((await first.getOpenProject(projectId))?.settings).toEqual(settings);
      expect((await first.getProject(projectId))?.settings).toEqual(settings);
      expect((await first.getProject(projectId))?.allowedOrigins).toEqual([]);
    });

    it('name and allowed origins are set with them, and a renamed project is the default one still (projects.settings)', async () => {
      const [first, second] = test.stores;
      const of = { accountId: `acc_${newId()}`, name: 'default', allowedOrigins: [] };
      const projectId = `prj_${newId()}`;
      const isDefault = true;
      await first.addProject({ ...of, projectId, plan: PLANS.free, createdAt: 1, isDefault });
      const allowedOrigins = ['https://a.example'];
      await second.changeSettings(projectId, {
        name: 'shop',
        allowedOrigins,
        overQuota: 'original',
      });
      expect(await first.getProject(projectId)).toMatchObject({
        name: 'shop',
        allowedOrigins,
        isDefault: true,
        settings: { overQuota: 'original', requireSignature: false },
      });
      await first.changeSettings(projectId, { requireSignature: true });
      expect(await second.getProject(projectId)).toMatchObject({ name: 'shop', allowedOrigins });
    });

    it('projects of one account are counted, and concurrent calls make no more than the plan permits (quotas.projects)', async () => {
      const accountId = `acc_${newId()}`;
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          test.stores[at % 2 ? 1 : 0].addProject(
            {
              projectId: `prj_${newId()}`,
              accountId,
              name: 'p',
              allowedOrigins: [],
              plan: PLANS.free,
              createdAt: at,
            },
            3,
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3);
      expect(await test.stores[0].listProjects(accountId)).toHaveLength(3);
    });

    it('of a project that is not there are neither read nor set (projects.settings)', async () => {
      const [store] = test.stores;
      expect(await store.changeSettings('prj_none', { requireSignature: true })).toBe(false);
      expect(await store.changeSettings('prj_none', {})).toBe(false);
      expect(await store.getOpenProject('prj_none')).toBeUndefined();
      expect(await store.getProject('prj_none')).toBeUndefined();
    });

    it('has two signing secrets at most, oldest first, also of many concurrent calls (signing.secrets)', async () => {
      const projectId = await addProject();
      const [first, second] = test.secrets;
      const all = Array.from({ length: 6 }, (_, at) => makeSecret(at));
      const added = await Promise.all(
        all.map((secret, at) => (at % 2 ? first : second).addSecret(projectId, secret)),
      );
      const kept = all.filter((_, at) => added[at]);
      expect(kept).toHaveLength(2);
      expect(await first.listSecrets(projectId)).toEqual(kept);
      expect(await first.listSecrets(await addProject())).toEqual([]);
    });

    it('forgets a revoked secret once, and then takes another (signing.secrets)', async () => {
      const projectId = await addProject();
      const [store] = test.secrets;
      const [first, second, third] = [makeSecret(1), makeSecret(2), makeSecret(3)];
      await store.addSecret(projectId, first);
      await store.addSecret(projectId, second);
      expect(await store.removeSecret(await addProject(), first.secretId)).toBe(false);
      expect(await store.removeSecret(projectId, first.secretId)).toBe(true);
      expect(await store.removeSecret(projectId, first.secretId)).toBe(false);
      expect(await store.addSecret(projectId, third)).toBe(true);
      expect(await store.listSecrets(projectId)).toEqual([second, third]);
    });
  });
}
