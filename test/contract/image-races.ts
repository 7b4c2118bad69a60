import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { type ImageStoreUnderTest, makeImage, makeTemporary } from './image-store.ts';

const NOW = Date.UTC(2026, 10, 21);
const ANY = { maxCount: 200, maxBytes: 1_000_000 };
/** The figures of security.saved-once. */
const ROUNDS = 20;
const SAVES = 50;

/** The races of the port `ImageStore` at the figures of SECURITY.md, over two stores. */
export function describeImageRaces(name: string, create: () => Promise<ImageStoreUnderTest>): void {
  describe(`races over an image store: ${name}`, () => {
    let test: ImageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const newProject = async () => {
      const projectId = `prj_${encodeIdBytes(randomBytes(26))}`;
      await test.projects.addProject({
        projectId,
        accountId: `acc_${projectId}`,
        plan: PLANS.free,
        name: 'p',
        allowedOrigins: [],
        createdAt: NOW,
      });
      return projectId;
    };
    const storeAt = (at: number) => test.stores[at % 2 === 0 ? 0 : 1];
    const addMany = async (projectId: string, count: number) => {
      const all = Array.from({ length: count }, () => makeTemporary(projectId));
      for (const entry of all) await test.stores[0].addTemporaryImage(entry, ANY, NOW);
      return all;
    };
    const savedOf = async (projectId: string) =>
      (await test.usage.ofAccount(`acc_${projectId}`, '2026-11')).images;

    it('of 80 concurrent saves under a quota of 50 exactly 50 are made and counted (security.exact-quotas)', async () => {
      const projectId = await newProject();
      const saves = (await addMany(projectId, 80)).map((entry, at) =>
        storeAt(at).saveImage(makeImage(entry), { maxImages: 50 }, NOW),
      );
      const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome);
      expect(Object.groupBy(outcomes, (outcome) => outcome)).toEqual({
        saved: Array(50).fill('saved'),
        quota_exceeded: Array(30).fill('quota_exceeded'),
      });
      expect(await savedOf(projectId)).toBe(50);
    });

    it(`of ${SAVES} concurrent saves of one image one makes it and is counted, in ${ROUNDS} rounds (security.saved-once, security.exact-quotas)`, async () => {
      const projectId = await newProject();
      for (const [round, entry] of (await addMany(projectId, ROUNDS)).entries()) {
        const saves = Array.from({ length: SAVES }, (_, at) =>
          storeAt(at).saveImage(makeImage(entry), { maxImages: ROUNDS }, NOW),
        );
        const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome);
        expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === 'already_saved')).toHaveLength(SAVES - 1);
        expect(await savedOf(projectId)).toBe(round + 1);
      }
    });
  });
}
