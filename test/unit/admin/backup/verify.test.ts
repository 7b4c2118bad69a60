import { existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  openArchive,
  readPlaceOption,
  requirePlace,
} from '../../../../admin/backup/open-archive.ts';
import { createRepair } from '../../../../admin/backup/repair.ts';
import type { StoredFaultKind } from '../../../../admin/backup/stored-faults.ts';
import { verifyBackup } from '../../../../admin/backup/verify-backup.ts';
import { ORPHAN_AGE_MS } from '../../../../admin/backup/verify-data.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { RENDITION_VERSION } from '../../../../core/images/object-keys.ts';
import { eraseImage } from '../../../../core/use-cases/deletion/erase-image.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { backupTrial, filesBelow } from './backup-trial.ts';

type Trial = Awaited<ReturnType<typeof backupTrial>>;

/** An image with one stored rendition; its ID and the rendition's key. */
async function storeRendered(trial: Trial) {
  const id = await trial.store();
  expect((await deliver(trial, `/res/${id}.webp?width=9`)).status).toBe(200);
  const db = new DatabaseSync(join(trial.dataDir, 'imagewell.db'));
  const row = db
    .prepare("SELECT rendition_key AS name FROM renditions WHERE image_id = ? AND state = 'ready'")
    .get(id);
  db.close();
  return { id, rendition: `renditions/${id}/g0/v${RENDITION_VERSION}/${row?.name}` };
}

function change(trial: Trial, sql: string): void {
  const db = new DatabaseSync(join(trial.dataDir, 'imagewell.db'));
  db.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
  db.close();
}

const objectPath = (trial: Trial, key: string) => join(trial.dataDir, 'objects', key);

function addObject(trial: Trial, key: string): void {
  mkdirSync(dirname(objectPath(trial, key)), { recursive: true });
  writeFileSync(objectPath(trial, key), 'x');
}

/** Verifies as of two days later, when every object is old. */
const late = () => Date.now() + 2 * ORPHAN_AGE_MS;

async function repair(
  trial: Trial,
  { from, clock = trial.services.clock }: { from?: string; clock?: () => number } = {},
) {
  const repairs = createRepair(trial.dataDir, {
    from,
    clock,
    objects: openArchive(trial.dataDir),
  });
  const told: string[] = [];
  try {
    const onFault = (fault: { kind: string; repair?: string }) =>
      void told.push(`${fault.kind}: ${fault.repair ?? 'not repaired'}`);
    const report = await trial.verify(trial.dataDir, { repair: repairs, onFault, clock });
    return { report, told };
  } finally {
    await repairs.close();
  }
}

it('finds nothing wrong with images, renditions, deletions and temporary images', async () => {
  const trial = await backupTrial();
  const [{ id }, deleted] = [await storeRendered(trial), await trial.store()];
  await trial.services.images.markDeleting(deleted, trial.services.clock());
  await trial.services.images.outdateRenditions(id, trial.services.clock());
  const report = await trial.verify(trial.dataDir, { clock: trial.services.clock });
  expect(report).toMatchObject({ images: 1, temporaryImages: 1, counts: {}, remaining: 0 });
});

it('finds nothing wrong with replaced images, at any time of their purge or of a deletion (replacing.purge)', async () => {
  const trial = await backupTrial();
  const { images, clock } = trial.services;
  const { id } = await storeRendered(trial);
  const other = await trial.store();
  const isWhole = async (when: string) => {
    const { counts } = await trial.verify(trial.dataDir, { clock: late });
    expect(counts, when).toEqual({});
  };
  for (const replaced of [id, other]) await trial.replace(replaced as ImageId);
  await isWhole('replaced');
  await eraseImage(trial.services, id as ImageId);
  await isWhole('purged');
  trial.setClock(clock() + 60_000);
  await eraseImage(trial.services, id as ImageId);
  await isWhole('swept');
  for (const deleted of [id, other]) await images.markDeleting(deleted as ImageId, clock());
  await isWhole('deleted');
  trial.setClock(clock() + 60_000);
  for (const erased of [id, other]) await eraseImage(trial.services, erased as ImageId);
  await isWhole('erased');
  expect(filesBelow(join(trial.dataDir, 'objects'))).toEqual([]);
});

const PLANTS: Partial<
  Record<StoredFaultKind, (trial: Trial, stored: { id: string; rendition: string }) => void>
> = {
  original_missing: (trial, { id }) => unlinkSync(trial.original(id)),
  original_damaged: (trial, { id }) => {
    const bytes = readFileSync(trial.original(id));
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    unlinkSync(trial.original(id));
    writeFileSync(trial.original(id), bytes);
  },
  original_orphaned: (trial) => addObject(trial, `img_${'b'.repeat(26)}/original`),
  rendition_missing: (trial, { rendition }) => unlinkSync(objectPath(trial, rendition)),
  rendition_damaged: (trial, { rendition }) => writeFileSync(objectPath(trial, rendition), 'x'),
  rendition_orphaned: (trial, { id }) =>
    addObject(trial, `renditions/${id}/g0/v${RENDITION_VERSION}/width_3.webp`),
  file_unknown: (trial) => addObject(trial, 'Thumbs.db'),
  count_wrong: (trial) => change(trial, 'UPDATE accounts SET images = images + 1 WHERE images > 0'),
  list_wrong: (trial, { id }) =>
    change(trial, `UPDATE images SET metadata = '{"a":"b"}' WHERE image_id = '${id}'`),
  reference_broken: (trial) =>
    change(trial, `INSERT INTO members VALUES ('prj_none', 'acc_local', 'viewer', 0, NULL, NULL)`),
};
/** Faults that stay: the operator decides. */
const STAYS = ['original_missing', 'original_damaged', 'file_unknown', 'reference_broken'];

it.each(Object.entries(PLANTS))(
  'finds %s, and repairs it or says that it stays',
  async (kind, plant) => {
    const trial = await backupTrial();
    const stored = await storeRendered(trial);
    await trial.store();
    plant(trial, stored);
    // orphans are as old as the test: a clock of later makes them old, and ends temporary images
    const clock = kind.endsWith('orphaned') ? late : trial.services.clock;
    const isExpected = (counts: object) =>
      expect(Object.entries(counts).filter(([name]) => name === kind)).toEqual([[kind, 1]]);
    isExpected((await trial.verify(trial.dataDir, { clock })).counts);
    const { told } = await repair(trial, { clock });
    const isStaying = STAYS.includes(kind);
    expect(
      told.some(
        (line) => line.startsWith(`${kind}: `) && line.endsWith('not repaired') === isStaying,
      ),
    ).toBe(true);
    const after = await trial.verify(trial.dataDir, { clock });
    expect(after.counts[kind as StoredFaultKind] ?? 0).toBe(isStaying ? 1 : 0);
  },
);

/** A row that no image has, and one that an image lacks, in each list by which images are found. */
const LIST_FAULTS = [
  "INSERT INTO image_terms SELECT project_id, '=more', created_at, image_id FROM image_terms LIMIT 1",
  "DELETE FROM image_terms WHERE term LIKE '.%'",
  "INSERT INTO image_metadata SELECT project_id, 'k', 'more', created_at, image_id FROM images",
  "UPDATE image_metadata SET value = 'other' WHERE key = 'a'",
];
it.each(LIST_FAULTS)('finds list_wrong after %s', async (fault) => {
  const trial = await backupTrial();
  const id = await trial.store();
  change(trial, `UPDATE images SET metadata = '{"a":"b"}' WHERE image_id = '${id}'`);
  await repair(trial, { clock: trial.services.clock });
  expect((await trial.verify(trial.dataDir)).counts).toEqual({});
  change(trial, fault);
  expect((await trial.verify(trial.dataDir)).counts).toEqual({ list_wrong: 1 });
});

it('removes no object that a request of this day may be about to record', async () => {
  const trial = await backupTrial();
  const key = `img_${'b'.repeat(26)}/original`;
  addObject(trial, key);
  const { report } = await repair(trial, { clock: Date.now });
  expect(report.counts).toEqual({});
  expect(existsSync(objectPath(trial, key))).toBe(true);
});

it('brings lost originals back from a backup, and lists those that it lacks', async () => {
  const trial = await backupTrial();
  const { id } = await storeRendered(trial);
  await trial.backUp({ mustCopy: true });
  const unsaved = await trial.store();
  const before = readFileSync(trial.original(id));
  for (const lost of [id, unsaved]) unlinkSync(trial.original(lost));
  const { told, report } = await repair(trial, { from: trial.dir });
  expect(told.sort()).toEqual([
    'original_missing: brought back from the backup',
    'original_missing: not repaired',
  ]);
  expect(report.remaining).toBe(1);
  expect(readFileSync(trial.original(id)).equals(before)).toBe(true);
  const lines = readFileSync(join(trial.dataDir, 'lost-originals.jsonl'), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([unsaved]);
  // the record stays, for its owner to decide
  expect((await trial.services.images.getImage(unsaved))?.state).toBe('saved');
});

it('finds a damaged database, and says no more of the folder', async () => {
  const trial = await backupTrial();
  await trial.store();
  change(trial, "PRAGMA ignore_check_constraints = ON; UPDATE keys SET kind = 'x'");
  const report = await trial.verify(trial.dataDir);
  expect(Object.keys(report.counts)).toEqual(['database_damaged']);
  expect(report.images).toBe(0);
});

it('finds damaged and missing files of a backup', async () => {
  const trial = await backupTrial();
  const [damaged, missing] = [await trial.store(), await trial.store()];
  await trial.backUp({ mustCopy: true });
  const tell = vi.fn();
  const check = () => verifyBackup(trial.dir, { tell, progress: tell, onFault: () => undefined });
  expect(await check()).toMatchObject({ images: 2, files: 6, remaining: 0 });
  writeFileSync(trial.backedUp(damaged), 'x');
  unlinkSync(trial.backedUp(missing));
  const { counts, faults } = await check();
  expect(counts).toEqual({ file_damaged: 2 });
  const found = faults.map(({ subject }) => subject.split('/').at(-1)).sort();
  expect(found).toEqual([damaged, missing].sort());
  onTestFinished(() => expect(tell).not.toHaveBeenCalled());
});

it('a quick check compares sizes, and reads no original', async () => {
  const trial = await backupTrial();
  const stored = await storeRendered(trial);
  const quick = () => trial.verify(trial.dataDir, { isQuick: true });
  PLANTS.original_damaged?.(trial, stored);
  expect((await quick()).counts).toEqual({});
  writeFileSync(trial.original(stored.id), 'x');
  expect((await quick()).counts).toEqual({ original_damaged: 1 });
  unlinkSync(trial.original(stored.id));
  expect((await quick()).counts).toEqual({ original_missing: 1 });
});

it('a place that is not the service’s is refused, and so is none (local.object-backup)', async () => {
  const { dataDir } = await backupTrial();
  const place = { bucket: 'photos', endpoint: undefined, region: 'eu-west-1', prefix: 'shop/' };
  await requirePlace(dataDir, undefined);
  await expect(requirePlace(dataDir, place)).rejects.toThrow('are in the folder itself');
  writeFileSync(join(dataDir, 'objects-place'), 's3://photos/shop/\n');
  await requirePlace(dataDir, place);
  await expect(requirePlace(dataDir, undefined)).rejects.toThrow('are in s3://photos/shop/.');
  await expect(requirePlace(dataDir, { ...place, prefix: '' })).rejects.toThrow(
    's3://photos/shop/',
  );
  expect(() => readPlaceOption('photos')).toThrow('--objects must be s3://BUCKET');
});
