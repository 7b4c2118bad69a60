import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccessLogFolder,
  createAccessLogFolder,
} from '../../../../adapters/folder/access-logs.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { eraseImage } from '../../../../core/use-cases/deletion/erase-image.ts';
import { createHandler } from '../../../../lambdas/background/meter-access-logs.ts';
import { createAccessLog, type SentAnswer } from '../../../../local/cloudfront/access-log.ts';
import { accessLogsPath } from '../../../../local/data-folder/data-paths.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { readRows } from '../../../support/stores/snapshot-folder.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
const UNKNOWN = `img_${'z'.repeat(26)}`;

interface Day {
  readonly date: string;
  readonly requests: number;
  readonly bandwidthBytes: number;
}

let test: TestUsers;
let folder: AccessLogFolder;
let imageId: string;
beforeEach(async () => {
  test = await makeUsers();
  test.setClock(NOON);
  folder = createAccessLogFolder(accessLogsPath(test.dataDir));
  imageId = await storeImage(test, await drawJpeg(30, 20));
});
afterEach(() => test.remove());

/** A closed log of answers as the local edge writes them; its name. */
async function writeLog(...answers: readonly Partial<SentAnswer>[]): Promise<string> {
  const known = await folder.list();
  const log = createAccessLog(folder.add);
  const common = { method: 'GET', status: 200, resultType: 'Hit', requestId: 'r', now: NOON };
  for (const answer of answers) {
    log.write({ ...common, url: `/res/${imageId}.jpg`, bytes: 1, ...answer });
  }
  await log.close();
  return (await folder.list()).find((candidate) => !known.includes(candidate)) ?? '';
}

/** Meters files; how many notifications come again. */
async function meter(names: readonly string[], services: Services = test.services) {
  const Records = names.map((name, at) => {
    const body = JSON.stringify({ Records: [{ s3: { object: { key: name, eTag: '' } } }] });
    return { messageId: String(at), body };
  });
  const { batchItemFailures } = await createHandler(services)({ Records } as never);
  return batchItemFailures.length;
}

async function getUsage(of: string = imageId) {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const body = { imageId: of };
  return callAny(test.services, ENDPOINTS.getImageUsage, { headers, body });
}

/** The days of an image with requests. */
async function sentOn(of: string = imageId) {
  const { days }: { days: Day[] } = (await getUsage(of)).json;
  return days.flatMap(({ date, requests, bandwidthBytes }) =>
    requests > 0 ? [[date, requests, bandwidthBytes]] : [],
  );
}

const rowsOf = (table: string) => readRows(test.dataDir, table);

describe('get-image-usage', () => {
  it('has 31 days to today in UTC, with zeros where nothing was sent (calls.get-image-usage)', async () => {
    const { status, json } = await getUsage();
    expect([status, json.imageId, json.days.length]).toEqual([200, imageId, 31]);
    expect(json.days[0]).toEqual({ date: '2026-10-22', requests: 0, bandwidthBytes: 0 });
    expect(json.days.at(-1).date).toBe('2026-11-21');
  });

  it('counts every response at an address of the image, by its UTC day (calls.get-image-usage)', async () => {
    const other = await storeImage(test, await drawJpeg(31, 20));
    const midnight = Date.UTC(2026, 10, 21);
    const name = await writeLog(
      { bytes: 1000, now: midnight - 1 },
      { bytes: 500, status: 404, url: `/res/${imageId}.jpg?width=0` },
      { bytes: 90, status: 304, url: `/res/${imageId}.webp` },
      { bytes: 7, url: `/res/${other}.avif?width=3`, now: midnight },
    );
    await meter([name]);
    expect(await sentOn()).toEqual([
      ['2026-11-20', 1, 1000],
      ['2026-11-21', 2, 590],
    ]);
    expect(await sentOn(other)).toEqual([['2026-11-21', 1, 7]]);
  });

  it('counts a log once, in any order and after a run that was interrupted (calls.get-image-usage)', async () => {
    const ids = [imageId];
    for (let at = 1; at < 26; at += 1)
      ids.push(await storeImage(test, await drawJpeg(31 + at, 20)));
    const october = Date.UTC(2026, 9, 31);
    const lines = ids.map((id, at) => ({ url: `/res/${id}.jpg`, bytes: 2 + at }));
    const name = await writeLog(...lines, ...lines.map((line) => ({ ...line, now: october })));
    const { usage } = test.services;
    let calls = 0;
    const countImages: typeof usage.countImages = async (count) => {
      calls += 1;
      if (calls === 2) throw new Error('killed before');
      await usage.countImages(count);
      if (calls === 3) throw new Error('killed after');
    };
    const broken = { ...test.services, usage: { ...usage, countImages } };
    expect(await meter([name], broken)).toBe(1);
    expect(await meter([name], broken)).toBe(1);
    expect(await meter([name, name])).toBe(0);
    const all = await Promise.all(ids.map((id) => sentOn(id)));
    const sent = ids.map((_, at) => ['2026-10-31', '2026-11-21'].map((day) => [day, 1, 2 + at]));
    expect(all).toEqual(sent);
  });

  it('writes nothing for addresses of images that do not exist, or are deleted (calls.get-image-usage)', async () => {
    const { temporaryImageId } = (await test.services.images.getImage(imageId as ImageId)) ?? {};
    const urls = [UNKNOWN, temporaryImageId, `img_${'y'.repeat(26)}`];
    await meter([await writeLog(...urls.map((id) => ({ url: `/res/${id}.jpg` })))]);
    await test.services.images.markDeleting(imageId as ImageId, NOON);
    await meter([await writeLog({})]);
    expect(rowsOf('image_days')).toEqual([]);
    expect(rowsOf('counted_log_parts').filter((row) => row.includes('#images'))).toEqual([]);
  });

  it('has no day before the 31, and keeps none (calls.get-image-usage)', async () => {
    const name = await writeLog({ now: NOON - 31 * DAY }, { now: NOON - 30 * DAY, bytes: 5 });
    await meter([name]);
    expect(await sentOn()).toEqual([['2026-10-22', 1, 5]]);
    expect(rowsOf('image_days')).toHaveLength(1);
    test.setClock(NOON + DAY);
    expect(await sentOn()).toEqual([]);
    await meter([await writeLog({ now: NOON + DAY })]);
    expect(rowsOf('image_days')).toHaveLength(1);
  });

  it('ends with the image (calls.get-image-usage)', async () => {
    await meter([await writeLog({}, { now: NOON - 9 * DAY })]);
    expect(rowsOf('image_days')).toHaveLength(2);
    await test.services.images.markDeleting(imageId as ImageId, NOON);
    const { status, json } = await getUsage();
    expect([status, json.code]).toEqual([404, 'image_not_found']);
    test.setClock(NOON + 3_600_000);
    expect(await eraseImage(test.services, imageId as ImageId)).toBe('done');
    expect(rowsOf('image_days')).toEqual([]);
  });

  it('adds up to the bandwidth and the requests of the project, whatever the log (calls.get-image-usage)', async () => {
    const ids = [imageId];
    for (let at = 0; at < 3; at += 1) ids.push(await storeImage(test, await drawJpeg(33 + at, 20)));
    const answer = fc.record({
      url: fc.constantFrom(...ids.map((id) => `/res/${id}.jpg`), `/res/${UNKNOWN}.jpg`, '/'),
      bytes: fc.nat(100_000),
      status: fc.constantFrom(200, 206, 304, 404, 422),
      now: fc.integer({ min: NOON - 30 * DAY, max: NOON }),
    });
    let all = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 60 }), async (answers) => {
        const name = await writeLog(...answers);
        await meter([name, name]);
        all += answers.filter(({ url }) => ids.some((id) => url.includes(id))).length;
        const sums = new Map<string, number>();
        let requests = 0;
        for (const id of ids) {
          for (const [day, more, bytes] of await sentOn(id)) {
            sums.set(String(day), (sums.get(String(day)) ?? 0) + Number(bytes));
            requests += Number(more);
          }
        }
        const headers = { 'x-api-key': test.credentials.apiKey };
        const project = await callAny(test.services, ENDPOINTS.getUsageByDay, {
          headers,
          body: {},
        });
        const days: { date: string; bandwidthBytes: number }[] = project.json.days;
        for (const { date, bandwidthBytes } of days) {
          expect(sums.get(date) ?? 0).toBe(bandwidthBytes);
        }
        expect(requests).toBe(all);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a reader of the usage of an image', () => {
  it('is a member of any role; to others the project is unknown (security.foreign-as-unknown)', async () => {
    const { projectId } = test.credentials;
    await test.giveRole('ann', projectId, 'viewer');
    const own = await test.call('ann', 'getImageUsage', { projectId, imageId });
    expect([own.status, own.json.days.length]).toEqual([200, 31]);
    const foreign = await test.call('ben', 'getImageUsage', { projectId, imageId });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'project_not_found']);
  });

  it('has no image of another project (security.foreign-as-unknown)', async () => {
    const { json } = await test.call('ann', 'createProject', { name: 'shop' });
    const { projectId } = json;
    const { status, json: answer } = await test.call('ann', 'getImageUsage', {
      projectId,
      imageId,
    });
    expect([status, answer.code]).toEqual([404, 'image_not_found']);
  });
});
