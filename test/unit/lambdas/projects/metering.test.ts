import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccessLogFolder,
  createAccessLogFolder,
} from '../../../../adapters/folder/access-logs.ts';
import { createSqliteChangeLog } from '../../../../adapters/sqlite/change-log.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { createHandler as createApiKeyCalls } from '../../../../lambdas/api/api-key-calls.ts';
import { createHandler } from '../../../../lambdas/background/meter-access-logs.ts';
import { createAccessLog, type SentAnswer } from '../../../../local/cloudfront/access-log.ts';
import { accessLogsPath, databasePath } from '../../../../local/data-folder/data-paths.ts';
import { LOCAL_ACCOUNT_ID } from '../../../../local/data-folder/local-account.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const UNKNOWN = `img_${'z'.repeat(26)}`;
const RECEIVER = `acc_${'r'.repeat(26)}`;
const GIGABYTE = 1_000_000_000;
let test: TestServices;
let folder: AccessLogFolder;
let imageId: string;

/** Gives the project to another account, as its images' records don't say. */
function transferProject(): void {
  const db = openDatabase(databasePath(test.dataDir));
  db.exec(`INSERT INTO accounts (account_id, plan, images) VALUES ('${RECEIVER}', 'free', 0)`);
  db.exec(`UPDATE projects SET account_id = '${RECEIVER}'`);
  db.close();
}

beforeEach(async () => {
  test = await makeServices();
  folder = createAccessLogFolder(accessLogsPath(test.dataDir));
  imageId = await storeImage(test, await drawJpeg(30, 20));
});
afterEach(() => test.remove());

/** A closed log of answers as the local edge writes them; its name. */
async function writeLog(...answers: readonly Partial<SentAnswer>[]): Promise<string> {
  return writeLogOf(answers);
}

async function writeLogOf(answers: readonly Partial<SentAnswer>[]): Promise<string> {
  const known = await folder.list();
  const log = createAccessLog(folder.add);
  const common = { method: 'GET', status: 200, resultType: 'Hit', requestId: 'r', now: NOON };
  for (const answer of answers) {
    log.write({ ...common, url: `/res/${imageId}.jpg`, bytes: 1, ...answer });
  }
  await log.close();
  const [name = ''] = (await folder.list()).filter((candidate) => !known.includes(candidate));
  return name;
}

/** The function's answer to notifications of these files: the messages that come again. */
async function meter(names: readonly string[], services: Services = test.services) {
  const Records = names.map((name, at) => {
    const body = JSON.stringify({ Records: [{ s3: { object: { key: name, eTag: '' } } }] });
    return { messageId: String(at), body };
  });
  const { batchItemFailures } = await createHandler(services)({ Records } as never);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

async function getUsage() {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS.getUsage, { headers, body: '{}' });
  const { body } = await createApiKeyCalls(test.services as never)(event, makeContext());
  return JSON.parse(body);
}
/** The days of get-usage-by-day with bandwidth, and their bytes. */
async function sentByDay() {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS.getUsageByDay, { headers, body: '{}' });
  const { body } = await createApiKeyCalls(test.services as never)(event, makeContext());
  const days: { date: string; bandwidthBytes: number }[] = JSON.parse(body).days;
  return days.flatMap(({ date, bandwidthBytes: sent }) => (sent > 0 ? [[date, sent]] : []));
}
const used = async (): Promise<number> => (await getUsage()).bandwidthBytes.used;

const OWNERS: readonly (readonly [string, string, () => void])[] = [
  ['in the account that stored the images', LOCAL_ACCOUNT_ID, () => {}],
  ['after an ownership transfer', RECEIVER, transferProject],
];

describe.each(OWNERS)('metering %s', (_, accountId, begin) => {
  beforeEach(() => begin());

  it('counts all bytes that were sent of a project’s images, errors too, and get-usage shows them (quotas.bandwidth, calls.get-usage)', async () => {
    const other = await storeImage(test, await drawJpeg(31, 20));
    const name = await writeLog(
      { bytes: 1000 },
      { bytes: 500, status: 404, url: `/res/${imageId}.jpg?width=0` },
      { bytes: 2000, url: `/res/${other}.webp?width=3` },
      { bytes: 70, url: `/res/${UNKNOWN}.jpg` },
      { bytes: 9, url: '/favicon.ico' },
    );
    expect(await meter([name])).toEqual([]);
    expect(await getUsage()).toMatchObject({
      bandwidthBytes: { used: 3500, limit: GIGABYTE },
      topImages: [
        { imageId: other, bandwidthBytes: 2000, requests: 1 },
        { imageId, bandwidthBytes: 1500, requests: 2 },
      ],
    });
    const [line = ''] = test.logged.filter((candidate) => candidate.includes('access log metered'));
    expect(JSON.parse(line)).toMatchObject({
      lines: 5,
      malformed: 0,
      ownerlessBytes: 70,
      otherBytes: 9,
    });
  });

  it('counts each file once, in any order and for any number of notifications (quotas.bandwidth, calls.get-usage-by-day)', async () => {
    const names = [await writeLog({ bytes: 1 }), await writeLog({ bytes: 10 })];
    names.push(await writeLog({ bytes: 100 }, { bytes: 1000 }));
    await meter([...names.toReversed(), ...names]);
    await Promise.all(names.map((name) => meter([name])));
    expect(await used()).toBe(1111);
    expect(await sentByDay()).toEqual([['2026-11-21', 1111]]);
  });

  it('continues a run that was interrupted, and loses nothing (quotas.bandwidth)', async () => {
    const ids = [imageId, await storeImage(test, await drawJpeg(31, 20))];
    const month = Date.UTC(2026, 11, 1);
    const name = await writeLog(
      { bytes: 5 },
      { bytes: 7, now: month },
      { bytes: 70, now: month, url: `/res/${ids[1]}.jpg` },
    );
    const { usage } = test.services;
    let calls = 0;
    const countBandwidth: typeof usage.countBandwidth = async (count) => {
      calls += 1;
      if (calls === 1) return usage.countBandwidth(count);
      if (calls === 2) throw new Error('killed before');
      await usage.countBandwidth(count);
      throw new Error('killed after');
    };
    const broken = { ...test.services, usage: { ...usage, countBandwidth } };
    expect(await meter([name], broken)).toEqual(['0']);
    expect(await meter([name], broken)).toEqual(['0']);
    expect(await meter([name])).toEqual([]);
    expect(await meter([name])).toEqual([]);
    expect(await used()).toBe(5);
    test.setClock(month);
    expect(await used()).toBe(77);
  });

  it('counts to the month in which it was sent, to the last millisecond, whenever the log comes (quotas.month, quotas.bandwidth, calls.get-usage-by-day)', async () => {
    const first = Date.UTC(2026, 11, 1);
    const name = await writeLog({ bytes: 3, now: first - 1 }, { bytes: 40, now: first });
    test.setClock(first + 3_600_000);
    await meter([name]);
    expect(await sentByDay()).toEqual([
      ['2026-11-30', 3],
      ['2026-12-01', 40],
    ]);
    expect(await getUsage()).toMatchObject({
      month: '2026-12',
      resetsAt: '2027-01-01T00:00:00.000Z',
      bandwidthBytes: { used: 40 },
    });
    test.setClock(first - 1);
    expect(await getUsage()).toMatchObject({
      month: '2026-11',
      resetsAt: '2026-12-01T00:00:00.000Z',
      bandwidthBytes: { used: 3 },
      topImages: [{ imageId, bandwidthBytes: 3 }],
    });
  });

  it('counts sent bytes of an image that is deleted since, and of a temporary one (quotas.bandwidth)', async () => {
    const { temporaryImageId } = (await test.services.images.getImage(imageId as ImageId)) ?? {};
    const name = await writeLog({ bytes: 5 }, { bytes: 6, url: `/res/${temporaryImageId}.jpg` });
    await test.services.images.markDeleting(imageId as ImageId, NOON);
    await meter([name]);
    const { bandwidthBytes, topImages } = await getUsage();
    expect([bandwidthBytes.used, topImages]).toEqual([
      11,
      [{ imageId, bandwidthBytes: 5, requests: 1 }],
    ]);
  });

  it('serves above the limit too, and reports it with every log that adds to it (quotas.bandwidth)', async () => {
    await meter([await writeLog({ bytes: GIGABYTE - 1 })]);
    expect(
      test.logged.filter((candidate) => candidate.includes('bandwidth over the plan')),
    ).toEqual([]);
    await meter([await writeLog({ bytes: 1 })]);
    const told = test.logged.filter((candidate) => candidate.includes('bandwidth over the plan'));
    expect(told.map((entry) => JSON.parse(entry))).toMatchObject([
      { plan: 'free', month: '2026-11', used: GIGABYTE, limit: GIGABYTE },
    ]);
    expect((await deliver(test, `/res/${imageId}.jpg`)).status).toBe(200);
    expect((await deliver(test, `/res/${imageId}.webp?width=9`)).status).toBe(200);
  });

  it('each growth of the account’s count is one change that makes events (quotas.warnings)', async () => {
    const db = openDatabase(databasePath(test.dataDir));
    const changes = createSqliteChangeLog(db);
    changes.turn(true);
    const names = [await writeLog({ bytes: 500 }), await writeLog({ bytes: 20 })];
    await meter([...names, ...names]);
    const growths = changes.read(9).map(({ change }) => 'growth' in change && change.growth);
    db.close();
    const { projectId } = test.credentials;
    const of = {
      quota: 'bandwidthBytes',
      month: '2026-11',
      accountId: accountId,
      projectId,
    };
    expect(growths).toEqual([
      { ...of, before: 0, after: 500 },
      { ...of, before: 500, after: 520 },
    ]);
  });

  it('skips removed files, names of other objects, and messages without any', async () => {
    const names = ['../imagewell.db', 'cdn/E1.2026-11-21-12.abc.gz', `${'0'.repeat(14)}-x.log`];
    expect(await meter(names)).toEqual([]);
    const Records = [{ messageId: '1', body: '{"Event":"s3:TestEvent"}' }];
    const { batchItemFailures } = await createHandler(test.services)({ Records } as never);
    expect(batchItemFailures).toEqual([]);
    const broken = [{ messageId: '1', body: 'no JSON' }];
    const answer = await createHandler(test.services)({ Records: broken } as never);
    expect(answer.batchItemFailures).toHaveLength(1);
  });

  it('reads the record of each image once a file, and never holds a whole file', async () => {
    let requested = 0;
    const { images } = test.services;
    const getImage: typeof images.getImage = (id) => {
      requested += 1;
      return images.getImage(id);
    };
    const lines = Array.from({ length: 250_000 }, () => ({ bytes: 2 }));
    const name = await writeLogOf([...lines, { bytes: 1, url: `/res/${UNKNOWN}.jpg` }]);
    const services = { ...test.services, images: { ...images, getImage } };
    expect(await meter([name], services)).toEqual([]);
    expect([requested, await used()]).toEqual([2, 500_000]);
  });
});

describe('the log of the local edge', () => {
  it('stores only addresses of images, no query, and no viewer (security.no-key-in-clear)', async () => {
    const { uploadKey } = test.credentials;
    const name = await writeLog(
      { url: `/res/${imageId}.jpg?signature=secret` },
      { url: `/res/${uploadKey}.jpg`, status: 404 },
      { url: `/apo/v1/upload-temporary-image/${uploadKey}`, status: 404 },
    );
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await folder.open({ name, etag: '' })) ?? []) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    expect(text).toContain(`\t/res/${imageId}.jpg\t`);
    expect(text).not.toContain(uploadKey);
    expect(text).not.toMatch(/signature|127\.0\.0\.1/);
  });
});
