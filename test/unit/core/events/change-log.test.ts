import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileEventSink } from '../../../../adapters/folder/event-sink.ts';
import { createSqliteAccountStore } from '../../../../adapters/sqlite/accounts/account-store.ts';
import { type ChangeLog, createSqliteChangeLog } from '../../../../adapters/sqlite/change-log.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteImageStore } from '../../../../adapters/sqlite/images/image-store.ts';
import { createSqliteOwnershipTransfers } from '../../../../adapters/sqlite/members/ownership-transfers.ts';
import { createSqliteProjectStore } from '../../../../adapters/sqlite/projects/project-store.ts';
import { createSqliteRenditionStore } from '../../../../adapters/sqlite/renditions/rendition-store.ts';
import { createSqliteUsageStore } from '../../../../adapters/sqlite/usage/usage-store.ts';
import type { ServiceEvent } from '../../../../core/events/service-event.ts';
import { encodeIdBytes } from '../../../../core/images/ids.ts';
import type { Image } from '../../../../core/images/image-states.ts';
import { newReview } from '../../../../core/images/review.ts';
import type { RenditionClaim } from '../../../../core/ports/images/rendition-store.ts';
import type { EventSink } from '../../../../core/ports/webhooks/event-sink.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import { publishChanges } from '../../../../core/use-cases/events/publish-changes.ts';
import { startEventLoop } from '../../../../local/workers/event-loop.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { makeDataFolder } from '../../../support/service/start-service.ts';

const NOW = Date.UTC(2026, 10, 21);
const ROOM = { maxCount: 1_000, maxBytes: 1e9 };
const PROJECT = `prj_${encodeIdBytes(randomBytes(26))}`;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let dbs: ReturnType<typeof openDatabase>[];
let log: ChangeLog;
let told: ServiceEvent[];

beforeEach(async () => {
  folder = await makeDataFolder();
  dbs = [0, 1].map(() => openDatabase(join(folder.path, 'test.db')));
  log = createSqliteChangeLog(db());
  log.turn(true);
  told = [];
  await createSqliteProjectStore(db()).addProject({
    projectId: PROJECT,
    accountId: `acc_${PROJECT}`,
    name: 'p',
    allowedOrigins: [],
    plan: PLANS.free,
    createdAt: NOW,
  });
});
afterEach(async () => {
  for (const entry of dbs) entry.close();
  await folder.remove();
});

function db(at = 0) {
  const db = dbs[at % 2];
  if (!db) throw new Error('there is no database');
  return db;
}
const sink: EventSink = { send: async (events) => void told.push(...events) };
const publish = async (changes: Parameters<typeof publishChanges>[2], sinks = [sink]) =>
  publishChanges(
    { cdnUrl: 'http://cdn', projects: createSqliteProjectStore(db()) },
    sinks,
    changes,
  );
/** All logged changes, published. */
async function tell() {
  const logged = log.read(10_000);
  await publish(logged.map(({ change }) => change));
  log.removeUpTo(logged.at(-1)?.number ?? 0);
  return told.map(({ type }) => type);
}
async function store(at = 0, max: number | null = 50, changes: Partial<Image> = {}) {
  const images = createSqliteImageStore(db(at));
  const temporary = makeTemporary(PROJECT, { expiresAt: NOW + 1e9 });
  await images.addTemporaryImage(temporary, ROOM, NOW);
  const image = makeImage(temporary, changes);
  return { image, ...(await images.saveImage(image, { maxImages: max }, NOW)) };
}
const SENT = { quota: 'bandwidthBytes', month: '2026-11', limit: 1_000_000_000 };
const count = (types: readonly string[], type: string) =>
  types.filter((candidate) => candidate === type).length;

describe('the log of changes: SQLite', () => {
  it('sends the receiver of an ownership transfer the marks that the project’s images bring (quotas.warnings)', async () => {
    const user = (accountId: string) => ({
      accountId,
      plan: PLANS.free,
      createdAt: NOW,
      identity: { issuer: 'https://issuer.example', subject: accountId },
    });
    const accounts = createSqliteAccountStore(db());
    const [from, to] = ['acc_from', 'acc_to'];
    const project = (projectId: string, accountId: string) => ({
      projectId,
      accountId,
      name: 'p',
      allowedOrigins: [],
      plan: PLANS.free,
      createdAt: NOW,
    });
    await accounts.openAccount(user(from), project('prj_given', from));
    await accounts.openAccount(user(to), project('prj_own', to));
    db().exec(`INSERT INTO members (project_id, account_id, role, created_at)
      VALUES ('prj_given', '${to}', 'viewer', 0);
      INSERT INTO project_images VALUES ('prj_given', 45), ('prj_own', 2);
      UPDATE accounts SET images = 45 WHERE account_id = '${from}';
      UPDATE accounts SET images = 2 WHERE account_id = '${to}'`);
    await tell();
    const transfer = { projectId: 'prj_given', from, to, by: from, plan: PLANS.free };
    expect(await createSqliteOwnershipTransfers(db(1)).transfer(transfer)).toBe('transferred');
    told = [];
    expect(await tell()).toEqual(['quota.warning']);
    expect(told[0]?.data).toMatchObject({ accountId: to, quota: 'images', used: 47, limit: 50 });
  });

  it('publishes each turn of a review once, and nothing of its secret or its labels (moderation.pending)', async () => {
    const images = createSqliteImageStore(db(1));
    const review = newReview('a-secret-of-reviewers');
    const verdict = { reason: 'not ours', reviewedAt: NOW, reviewedBy: 'key_a' };
    const { image } = await store(0, 50, { review });
    await images.noteLabels({ ...image, ...review }, [{ name: 'Violence', confidence: 90 }]);
    await images.endReview({ ...image, ...review }, { ...verdict, state: 'approved' });
    await images.endReview({ ...image, ...review }, { ...verdict, state: 'rejected' });
    const { image: other } = await store(0, 50, { review });
    await images.endReview({ ...other, ...review }, { ...verdict, state: 'rejected' });
    expect(await tell()).toEqual([
      'temporary_image.uploaded',
      'image.pending_review',
      'image.saved',
      'image.approved',
      'temporary_image.uploaded',
      'image.pending_review',
      'image.saved',
      'image.rejected',
      'image.deleted',
    ]);
    expect(JSON.stringify(told)).not.toMatch(/a-secret|Violence|not ours/);
  });

  it('publishes new bytes of an image once, and a later change as one of its metadata (replacing.event)', async () => {
    const images = createSqliteImageStore(db());
    const { image } = await store();
    const temporary = makeTemporary(PROJECT, { expiresAt: NOW + 1e9 });
    await images.addTemporaryImage(temporary, ROOM, NOW);
    await tell();
    told = [];
    const replacement = { image, temporary, metadata: { a: 'secret' }, focalPoint: null };
    const done = await images.replaceOriginal({ ...replacement, review: undefined, now: NOW });
    expect(done).toBe('replaced');
    const next = await images.getImage(image.imageId);
    expect(next && (await images.replaceMetadata(next, {}))).toBe(true);
    expect(await tell()).toEqual(['image.replaced', 'image.metadata_updated']);
    expect(told[0]?.data).toMatchObject({
      imageId: image.imageId,
      temporaryImageId: temporary.temporaryImageId,
      version: 2,
    });
    expect(JSON.stringify(told)).not.toMatch(/secret/);
  });

  it('publishes an upload, a save, a change and a deletion, each once and in order', async () => {
    const images = createSqliteImageStore(db(1));
    const { image } = await store();
    await images.saveImage(image, { maxImages: 50 }, NOW); // again
    expect(await images.replaceMetadata(image, { a: 'secret' })).toBe(true);
    expect(await images.replaceMetadata(image, { a: 'old version' })).toBe(false);
    await images.outdateRenditions(image.imageId, NOW);
    await images.replaceFocalPoint(image.imageId, '0.3,0.7', NOW);
    expect(await images.markDeleting(image.imageId, NOW)).toBe(true);
    expect(await images.markDeleting(image.imageId, NOW)).toBe(false);
    await images.recordPurgeStep(image.imageId, 'swept', NOW);
    expect(await tell()).toEqual([
      'temporary_image.uploaded',
      'image.saved',
      'image.metadata_updated',
      'image.metadata_updated',
      'image.deleted',
    ]);
    const [, saved, changed] = told;
    expect(saved?.data).toEqual({
      imageId: image.imageId,
      imageUrl: `http://cdn/res/${image.imageId}.jpg`,
      temporaryImageId: image.temporaryImageId,
      format: 'jpg',
      width: 3,
      height: 2,
      bytes: 100,
    });
    expect(changed?.data).toMatchObject({ version: 2 });
    expect(JSON.stringify(told)).not.toMatch(/secret|brücke/);
    expect(Math.abs(Date.parse(saved?.timestamp ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await tell()).toHaveLength(5);
  });

  it('of eighty parallel saves publishes 80 % once, 100 % once, and each save (quotas.warnings)', async () => {
    const saves = await Promise.all(Array.from({ length: 80 }, (_, at) => store(at)));
    const saved = saves.filter(({ outcome }) => outcome === 'saved');
    expect(saved).toHaveLength(50);
    const types = await tell();
    expect(count(types, 'image.saved')).toBe(50);
    const marks = told.filter(({ type }) => type.startsWith('quota.'));
    expect(marks.map(({ type, data }) => [type, (data as { used: number }).used])).toEqual([
      ['quota.warning', 40],
      ['quota.exceeded', 50],
    ]);
    const images = createSqliteImageStore(db());
    for (const { image } of saved.slice(0, 12)) await images.markDeleting(image.imageId, NOW);
    for (let at = 0; at < 4; at += 1) await store(at);
    expect(count(await tell(), 'quota.warning')).toBe(2);
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });

  it('of a flood of renditions publishes 80 % and 100 % of the month, a failed one counted or not (quotas.warnings)', async () => {
    const { image } = await store();
    const claimOf = (at: number): RenditionClaim => ({
      imageId: image.imageId,
      accountId: image.accountId,
      projectId: PROJECT,
      renditionKey: `${at}.jpg`,
      owner: 'me',
      now: NOW,
      leaseMs: 1_000,
      month: '2026-11',
      maxTransformations: 100,
      maxRenditions: null,
      isSmall: true,
      version: 1,
      generation: 0,
    });
    const claims = Array.from({ length: 120 }, (_, at) => claimOf(at));
    const renditions = createSqliteRenditionStore(db());
    const claimed = await Promise.all(
      claims.map((claim, at) => createSqliteRenditionStore(db(at)).claim(claim)),
    );
    expect(claimed.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(100);
    const result = { bytes: 5, sha256: 'cd', isOriginal: false };
    await renditions.release(claimOf(0));
    await renditions.claim(claimOf(500));
    for (const at of [500, ...Array.from({ length: 99 }, (_, nth) => nth + 1)]) {
      await renditions.complete(claimOf(at), result);
    }
    // one that was made is forgotten, made again in vain, and given back
    await renditions.forget(image.imageId, '7.jpg', claimOf(7));
    await renditions.claim(claimOf(7));
    await renditions.release(claimOf(7));
    await renditions.claim(claimOf(501));
    await renditions.complete(claimOf(501), result);
    await tell();
    const marks = told.filter(({ type }) => type.startsWith('quota.'));
    expect(marks.map(({ type }) => type)).toEqual([
      'quota.warning',
      'quota.exceeded',
      'quota.exceeded',
    ]);
    // the unit that was given back and taken again reached the mark again: published under the same
    // id
    expect(new Set(marks.map(({ id }) => id)).size).toBe(2);
    expect(marks[0]?.data).toEqual({
      accountId: image.accountId,
      quota: 'transformations',
      month: '2026-11',
      used: 80,
      limit: 100,
    });
  });

  it('of bandwidth publishes the sums of the logs, of several projects too (quotas.warnings)', async () => {
    const other = `prj_${encodeIdBytes(randomBytes(26))}`;
    const accountId = `acc_${PROJECT}`;
    await createSqliteProjectStore(db()).addProject({
      projectId: other,
      accountId,
      name: 'p',
      allowedOrigins: [],
      plan: PLANS.free,
      createdAt: NOW,
    });
    const send = (part: string, projectId: string, bytes: number) =>
      createSqliteUsageStore(db()).countBandwidth({
        bytesByDay: new Map(),
        part,
        projectId,
        accountId,
        month: '2026-11',
        bytes,
        images: [],
        now: NOW,
      });
    await send('1', PROJECT, 500_000_000);
    await send('2', other, 299_999_999);
    expect(await tell()).toEqual([]);
    await send('3', other, 1);
    await send('3', other, 1); // again
    await send('4', PROJECT, 600_000_000);
    await tell();
    expect(told.map(({ type, projectId, data }) => [type, projectId, data])).toEqual([
      ['quota.warning', other, { ...SENT, accountId, used: 800_000_000 }],
      ['quota.exceeded', PROJECT, { ...SENT, accountId, used: 1_400_000_000 }],
    ]);
  });

  it('is off unless it is turned on, and keeps its entries', async () => {
    await store();
    log.turn(false);
    await store();
    expect(count(await tell(), 'image.saved')).toBe(1);
  });

  it('is rolled back with its transaction', async () => {
    const facts =
      '{"format":"jpg","width":4,"height":3,"bytes":5,"sha256":"ab","frames":1,"hasAlpha":false,"originalFilename":null}';
    db().exec('BEGIN');
    db().exec(`UPDATE change_log_switch SET is_on = 1;
      INSERT INTO images VALUES ('img_a', '${PROJECT}', 'acc', 'tmp_a', 'saved', 1, NULL, '{}', '{}', 1, '${facts}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`);
    expect(log.read(10)).toHaveLength(1);
    db().exec('ROLLBACK');
    expect(log.read(10)).toEqual([]);
  });
});

describe('the loop that publishes', () => {
  it('repeats events that a sink refused, under the same ids, and continues when it accepts them', async () => {
    await store();
    const sent: string[][] = [];
    const faults: string[] = [];
    const failing = {
      send: async (events: readonly ServiceEvent[]) => {
        sent.push(events.map(({ id }) => id));
        if (sent.length === 1) throw new Error('not now');
      },
    };
    const loop = startEventLoop({
      changeLog: log,
      publish: (changes) => publish(changes, [failing]),
      onFault: (message) => faults.push(message),
    });
    await expect.poll(() => log.read(1)).toEqual([]);
    loop.stop();
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(faults).toEqual(['publishing of events will be retried: not now']);
  });

  it('has a file get a line for each', async () => {
    await store();
    const path = join(folder.path, 'events.jsonl');
    const loop = startEventLoop({
      changeLog: log,
      publish: (changes) => publish(changes, [createFileEventSink(path)]),
      onFault: () => undefined,
    });
    await expect.poll(() => log.read(1)).toEqual([]);
    loop.stop();
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual([
      'temporary_image.uploaded',
      'image.saved',
    ]);
  });
});
