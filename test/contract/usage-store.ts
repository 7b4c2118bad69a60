import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes, type ImageId } from '../../core/images/ids.ts';
import { reportedDays } from '../../core/metering/usage-days.ts';
import {
  type BandwidthCount,
  type ImageDays,
  MAX_IMAGES_COUNTED_TOGETHER,
  type UsageStore,
} from '../../core/ports/projects/usage-store.ts';

/** Two usage stores over one set of records, as two processes have. */
export interface UsageStoreUnderTest {
  readonly stores: readonly [UsageStore, UsageStore];
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const newId = () => encodeIdBytes(randomBytes(26));

/**
 * The rules of the port `UsageStore` on bandwidth, on days and on images. Its other counts are held
 * by the suites of those who keep them.
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
      const count = (changes: Partial<BandwidthCount>): BandwidthCount => {
        const { month = '2026-11', bytes = 5 } = changes;
        return {
          part: newId(),
          projectId: first,
          accountId,
          month,
          bytes,
          bytesByDay: new Map([[`${month}-21`, bytes]]),
          images: [],
          now: NOW,
          ...changes,
        };
      };
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

  describe(`the days of a project: ${name}`, () => {
    let test: UsageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const DAYS = ['2026-10-31', '2026-11-01', '2026-11-20', '2026-11-21'];
    const NOTHING = { images: 0, transformations: 0, bandwidthBytes: 0 };
    const newCount = (projectId: string, bytesByDay: ReadonlyMap<string, number>) => ({
      part: newId(),
      projectId,
      accountId: `acc_${projectId}`,
      month: '2026-11',
      bytes: [...bytesByDay.values()].reduce((sum, bytes) => sum + bytes, 0),
      bytesByDay,
      images: [],
      now: NOW,
    });
    /** The asked days of a project that have usage. */
    const usedOn = async (projectId: string, days: readonly string[] = DAYS) => {
      const found = await test.stores[1].ofDays(projectId, days);
      return Object.fromEntries(
        [...found].filter(([, used]) => Object.values(used).some((count) => count > 0)),
      );
    };

    it('have nothing at first, and each has the bytes that were counted on it (calls.get-usage-by-day)', async () => {
      const [projectId, other] = [`prj_${newId()}`, `prj_${newId()}`];
      expect(await usedOn(projectId)).toEqual({});
      const [first, second] = test.stores;
      const day = '2026-11-01';
      await first.countOnDay({ projectId, day: '2026-10-31', kind: 'images' });
      await second.countOnDay({ projectId, day, kind: 'images' });
      await first.countOnDay({ projectId, day, kind: 'transformations' });
      await second.countOnDay({ projectId, day, kind: 'transformations' });
      await first.countOnDay({ projectId: other, day, kind: 'images' });
      expect(await usedOn(projectId)).toEqual({
        '2026-10-31': { ...NOTHING, images: 1 },
        '2026-11-01': { ...NOTHING, images: 1, transformations: 2 },
      });
      expect(await usedOn(projectId, ['2026-10-31'])).toEqual({
        '2026-10-31': { ...NOTHING, images: 1 },
      });
      expect(await usedOn(other)).toEqual({ '2026-11-01': { ...NOTHING, images: 1 } });
    });

    it('lose none of many counts at the same time (calls.get-usage-by-day)', async () => {
      const projectId = `prj_${newId()}`;
      const [day = ''] = DAYS;
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          test.stores[at % 2 ? 1 : 0].countOnDay({ projectId, day, kind: 'transformations' }),
        ),
      );
      expect(await usedOn(projectId)).toEqual({ [day]: { ...NOTHING, transformations: 20 } });
    });

    it('have the bytes of each part of a log once, beside what else was counted (quotas.bandwidth, calls.get-usage-by-day)', async () => {
      const projectId = `prj_${newId()}`;
      const [first, second] = test.stores;
      const day = '2026-11-21';
      const both = newCount(
        projectId,
        new Map([
          ['2026-11-20', 5],
          [day, 7],
        ]),
      );
      await first.countBandwidth(both);
      await first.countOnDay({ projectId, day, kind: 'images' });
      await second.countBandwidth(both);
      await second.countBandwidth(newCount(projectId, new Map([[day, 100]])));
      expect(await usedOn(projectId)).toEqual({
        '2026-11-20': { ...NOTHING, bandwidthBytes: 5 },
        '2026-11-21': { ...NOTHING, images: 1, bandwidthBytes: 107 },
      });
    });
  });

  describe(`the days of an image: ${name}`, () => {
    let test: UsageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const newImage = (): ImageId => `img_${newId()}`;
    /** One image's traffic of a day. */
    const sent = (imageId: ImageId, day: string, requests: number, bytes: number): ImageDays => ({
      imageId,
      month: day.slice(0, 7),
      days: new Map([[day, { requests, bytes }]]),
    });
    const reported = async (imageId: ImageId, now = NOW) =>
      Object.fromEntries(await test.stores[1].ofImage(imageId, reportedDays(now)));

    it('are added up, of two months too, and no other image has them (calls.get-image-usage)', async () => {
      const [imageId, other, unknown] = [newImage(), newImage(), newImage()];
      const [first, second] = test.stores;
      const october = sent(imageId, '2026-10-31', 3, 30);
      const days = new Map([
        ['2026-11-20', { requests: 1, bytes: 7 }],
        ['2026-11-21', { requests: 2, bytes: 0 }],
      ]);
      const november = { imageId, month: '2026-11', days };
      const images = [october, november, sent(other, '2026-11-21', 1, 5)];
      await first.countImages({ part: newId(), images, now: NOW });
      const more = [sent(imageId, '2026-11-20', 1, 100)];
      await second.countImages({ part: newId(), images: more, now: NOW });
      expect(await reported(imageId)).toEqual({
        '2026-10-31': { requests: 3, bytes: 30 },
        '2026-11-20': { requests: 2, bytes: 107 },
        '2026-11-21': { requests: 2, bytes: 0 },
      });
      expect(await reported(other)).toEqual({ '2026-11-21': { requests: 1, bytes: 5 } });
      expect(await reported(unknown)).toEqual({});
    });

    it('have each part of a log once, at the same time too (calls.get-image-usage)', async () => {
      const imageId = newImage();
      const counts = Array.from({ length: 6 }, (_, at) => ({
        part: newId(),
        images: [sent(imageId, '2026-11-21', 1, 10 ** at)],
        now: NOW,
      }));
      const twice = [...counts, ...counts.toReversed()];
      await Promise.all(
        twice.map((count, at) => (test.stores[at % 2] ?? test.stores[0]).countImages(count)),
      );
      expect(await reported(imageId)).toEqual({ '2026-11-21': { requests: 6, bytes: 111_111 } });
    });

    it('are counted of as many images as one write may have', async () => {
      const ids = Array.from({ length: MAX_IMAGES_COUNTED_TOGETHER }, newImage);
      const images = ids.map((imageId, at) => sent(imageId, '2026-11-21', 1, at));
      await test.stores[0].countImages({ part: newId(), images, now: NOW });
      const found = await Promise.all(ids.map((imageId) => reported(imageId)));
      expect(found.map((days) => days['2026-11-21']?.bytes)).toEqual(ids.map((_, at) => at));
    });

    it('end with the image, and other images keep theirs (calls.get-image-usage)', async () => {
      const [imageId, other] = [newImage(), newImage()];
      const [first, second] = test.stores;
      const oldest = reportedDays(NOW)[0] ?? '';
      const images = [
        sent(imageId, oldest, 1, 1),
        sent(imageId, '2026-11-21', 1, 2),
        sent(other, '2026-11-21', 1, 4),
      ];
      await first.countImages({ part: newId(), images, now: NOW });
      expect(await reported(imageId)).toMatchObject({ [oldest]: { bytes: 1 } });
      await second.forgetImage(imageId, NOW);
      await second.forgetImage(imageId, NOW);
      expect(await reported(imageId)).toEqual({});
      expect(await reported(other)).toEqual({ '2026-11-21': { requests: 1, bytes: 4 } });
    });
  });
}
