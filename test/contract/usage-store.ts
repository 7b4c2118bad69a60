import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes, type ImageId } from '../../core/images/ids.ts';
import type { BandwidthCount, UsageStore } from '../../core/ports/projects/usage-store.ts';

/** Two usage stores over one set of records, as two processes have. */
export interface UsageStoreUnderTest {
  readonly stores: readonly [UsageStore, UsageStore];
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const newId = () => encodeIdBytes(randomBytes(26));

/**
 * The rules of the port `UsageStore` on bandwidth; its other counts are held by the suites of those
 * who keep them.
 */
export function describeUsageStore(name: string, create: () => Promise<UsageStoreUnderTest>) {
  describe(`the bandwidth of a month: ${name}`, () => {
    let test: UsageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    /** Two projects of one account, and counts of theirs. */
    function makeProjects() {
      const accountId = `acc_${newId()}`;
      const [first, second] = [`prj_${newId()}`, `prj_${newId()}`];
      const count = (changes: Partial<BandwidthCount>): BandwidthCount => ({
        part: newId(),
        projectId: first,
        accountId,
        month: '2026-11',
        bytes: 5,
        images: [],
        now: NOW,
        ...changes,
      });
      const used = async (month = '2026-11') => {
        const [store] = test.stores;
        const all = await Promise.all([
          store.ofAccount(accountId, month),
          ...[first, second].map((projectId) => store.ofProject({ projectId, accountId }, month)),
        ]);
        return all.map(({ bandwidthBytes }) => bandwidthBytes);
      };
      return { accountId, firstProject: first, secondProject: second, count, used };
    }

    it('is nothing before a log has come (quotas.bandwidth)', async () => {
      const { accountId, used } = makeProjects();
      expect(await used()).toEqual([0, 0, 0]);
      const { topImages } = await test.stores[1].ofAccount(accountId, '2026-11');
      expect(topImages).toEqual([]);
    });

    it('is counted to project and account, by the month, and each part of a log once (quotas.bandwidth)', async () => {
      const { firstProject, secondProject, count, used } = makeProjects();
      const [first, second] = test.stores;
      const part = newId();
      const counted = { isNew: true, usedByAccount: 7 };
      expect(await first.countBandwidth(count({ part, bytes: 7 }))).toEqual(counted);
      expect(await second.countBandwidth(count({ part, bytes: 7 }))).toEqual({
        isNew: false,
        usedByAccount: 7,
      });
      const other = await second.countBandwidth(
        count({ part, projectId: secondProject, bytes: 20 }),
      );
      expect(other).toEqual({ isNew: true, usedByAccount: 27 });
      await first.countBandwidth(count({ part, month: '2026-12', bytes: 300 }));
      await first.countBandwidth(count({ part: newId(), projectId: firstProject, bytes: 1 }));
      expect(await used()).toEqual([28, 8, 20]);
      expect(await used('2026-12')).toEqual([300, 300, 0]);
    });

    it('is exact for any number of concurrent counts, in any order and repeated (quotas.bandwidth)', async () => {
      const { firstProject, secondProject, count, used } = makeProjects();
      const all = Array.from({ length: 12 }, (_, at) =>
        count({ bytes: 2 ** at, projectId: at % 3 ? firstProject : secondProject }),
      );
      const twice = [...all, ...all.toReversed()];
      const done = await Promise.all(
        twice.map((each, at) => (test.stores[at % 2] ?? test.stores[0]).countBandwidth(each)),
      );
      expect(done.filter(({ isNew }) => isNew)).toHaveLength(12);
      const ofTwo = all.reduce(
        (sum, { projectId, bytes }) => sum + (projectId === secondProject ? bytes : 0),
        0,
      );
      expect(await used()).toEqual([4095, 4095 - ofTwo, ofTwo]);
    });

    it('lists the five images with the most bytes sent, of the project and of the account (calls.get-usage)', async () => {
      const { accountId, firstProject, secondProject, count } = makeProjects();
      const ids = Array.from({ length: 6 }, (): ImageId => `img_${newId()}`).sort();
      const traffic = (at: number, bytes: number, requests = 1) => ({
        imageId: ids[at] as ImageId,
        bytes,
        requests,
      });
      const [first, second] = test.stores;
      const own = [0, 1, 2, 3, 4].map((at) => traffic(at, 10 + at));
      await first.countBandwidth(count({ images: own }));
      await second.countBandwidth(count({ images: [traffic(0, 100, 7)] }));
      await first.countBandwidth(count({ projectId: secondProject, images: [traffic(5, 50)] }));
      const top = async (projectId: string) =>
        (await second.ofProject({ projectId, accountId }, '2026-11')).topImages;
      const [best, ...rest] = [traffic(0, 110, 8), traffic(4, 14), traffic(3, 13), traffic(2, 12)];
      expect(await top(firstProject)).toEqual([best, ...rest, traffic(1, 11)]);
      expect(await top(secondProject)).toEqual([traffic(5, 50)]);
      const { topImages } = await first.ofAccount(accountId, '2026-11');
      expect(topImages).toEqual([best, traffic(5, 50), ...rest]);
    });
  });
}
