import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '../../cli/command-error.ts';
import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { facts } from '../../cli/output/table.ts';
import type { Session } from '../../cli/session.ts';
import type { ObjectsPlace } from '../../local/settings/objects-place.ts';
import { backUp } from '../backup/back-up.ts';
import { isBackupFolder, requireManifest } from '../backup/backup-folder.ts';
import { readPlaceOption, requirePlace, withArchive, withBucket } from '../backup/open-archive.ts';
import { createRepair, lostOriginalsPath, NO_REPAIR } from '../backup/repair.ts';
import { restore } from '../backup/restore.ts';
import { describeCounts, describeStoredFault, type StoredFault } from '../backup/stored-faults.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { type VerifyReport, verifyData } from '../backup/verify-data.ts';
import { dataDirOf as findDataDir } from '../data-dir.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import type { BackupCall, BackupCommandOptions } from './backup-call.ts';

const MEGABYTE = 1e6;
/** Further faults are counted only, unless they are repaired. */
const MAX_REPORTED = 100;

function sizeText(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function dataDirOf({ session, options }: BackupCall): string {
  return resolve(findDataDir(session, options));
}

/** Of `--objects`, or of the variable by which the service has it. */
function placeOf({ session, options }: BackupCall): ObjectsPlace | undefined {
  return readPlaceOption(options.objects ?? session.machine.env.IMAGEWELL_OBJECTS);
}

/** The folder of a backup; the operator may name it by a link. */
function folderOf({ folder = '' }: BackupCall): string {
  const path = resolve(folder);
  return existsSync(path) ? realpathSync(path) : path;
}

/** `backup DIR`. */
export async function runBackup(call: BackupCall): Promise<void> {
  const { session, options } = call;
  const dir = folderOf(call);
  const [dataDir, place] = [dataDirOf(call), placeOf(call)];
  requireDataFolder(dataDir);
  await requirePlace(dataDir, place);
  const report = await withArchive(dataDir, place, (objects) =>
    backUp(dataDir, dir, {
      mustCopy: options.copy ?? false,
      objects,
      version: session.machine.version,
      clock: Date.now,
      tell: session.tell,
    }),
  );
  const { faults, added, kept, removed } = report;
  for (const fault of faults.first) session.tell(describeStoredFault(fault));
  session.print(report, () =>
    facts({
      backup: dir,
      'all before': report.startedAt,
      images: report.images,
      'temporary images': report.temporaryImages,
      originals: sizeText(report.bytes),
      'new by hard link': added.linked,
      'new by copy': added.copied,
      'kept of the last backup': kept,
      removed,
      faults: describeCounts(faults.counts).join('; ') || 'none',
      secrets: report.secrets.join(' '),
    }),
  );
  if (Object.keys(faults.counts).length > 0) session.endWith(EXIT_CODES.findings.code);
}

/** `restore DIR --data NEW`. */
export async function runRestore(call: BackupCall): Promise<void> {
  const { session, options } = call;
  if (options.data === undefined) {
    throw new CommandError('usage', 'Give the new data folder with --data.');
  }
  const place = placeOf(call);
  const settings = {
    mustCopy: options.copy ?? false,
    skipsDamaged: options.skipDamaged ?? false,
    tell: session.tell,
  };
  const [dir, target] = [folderOf(call), dataDirOf(call)];
  const report = await (place === undefined
    ? restore(dir, target, settings)
    : withBucket(place, (objects) =>
        restore(dir, target, { ...settings, bucket: { place, objects } }),
      ));
  const { backup, dataDir, linked, copied, kept, skipped } = report;
  session.print(report, () =>
    facts({
      restored: dataDir,
      'all before': backup.startedAt,
      images: backup.images,
      'temporary images': backup.temporaryImages,
      'files by hard link': linked,
      'files by copy': copied,
      'kept of an earlier run': kept,
      skipped,
      next: `npx imagewell start --data ${dataDir}${place ? ' --objects …' : ''}`,
    }),
  );
  if (skipped > 0) session.endWith(EXIT_CODES.findings.code);
}

function tellFaults(session: Session, isAll: boolean): (fault: StoredFault) => void {
  let reported = 0;
  return (fault) => {
    reported += 1;
    if (isAll || reported <= MAX_REPORTED) session.tell(describeStoredFault(fault));
  };
}

async function runVerifyStack(session: Session, options: BackupCommandOptions): Promise<void> {
  const { stack = '', only, baseUrl, cdnUrl, json = false } = options;
  const { verifyStack } = await import('../verify/verify-stack.ts');
  const isPassed = await verifyStack({ stack, only, baseUrl, cdnUrl, json });
  if (!isPassed) session.endWith(EXIT_CODES.failed.code);
}

async function verifyDataFolder(call: BackupCall, dataDir: string): Promise<VerifyReport> {
  const { session, options } = call;
  const from = options.from === undefined ? undefined : folderOf({ ...call, folder: options.from });
  if (from) requireManifest(from);
  requireDataFolder(dataDir); // before a repair would make its database
  const place = placeOf(call);
  await requirePlace(dataDir, place);
  return withArchive(dataDir, place, async (objects) => {
    const repair = options.repair
      ? createRepair(dataDir, { from, objects, clock: Date.now })
      : NO_REPAIR;
    try {
      return await verifyData(dataDir, {
        clock: Date.now,
        progress: session.progress,
        onFault: tellFaults(session, options.repair ?? false),
        objects,
        isQuick: options.quick ?? false,
        repair,
      });
    } finally {
      await repair.close();
    }
  });
}

async function verifyFolder(call: BackupCall): Promise<VerifyReport> {
  const { session, options } = call;
  const folder = call.folder === undefined ? dataDirOf(call) : resolve(call.folder);
  if (!(await isBackupFolder(folder))) return verifyDataFolder(call, folder);
  if (options.repair) {
    const hint = 'Run npx imagewell backup again: it brings what the backup lacks.';
    throw new CommandError('usage', 'A backup is not repaired.', hint);
  }
  const { tell, progress } = session;
  return verifyBackup(folderOf(call), { tell, progress, onFault: tellFaults(session, false) });
}

/** The next step after faults that stay. */
function nextStepOf({ counts }: VerifyReport, { repair }: BackupCommandOptions): string {
  if (counts.file_damaged) return 'Next: npx imagewell backup, into a new folder.';
  const isBeyondRepair =
    repair || counts.database_damaged || counts.reference_broken || counts.record_file_damaged;
  return isBeyondRepair
    ? 'Next: npx imagewell restore BACKUP --data NEW, or the step that a line above names.'
    : 'Next: the same command with --repair, and --from BACKUP for lost originals.';
}

/** `verify`, of a data folder, a backup or a stack. */
export async function runVerify(call: BackupCall): Promise<void> {
  const { session, options, folder } = call;
  if (options.from !== undefined && !options.repair) {
    throw new CommandError('usage', '--from requires --repair.');
  }
  if (options.stack !== undefined) {
    if (folder === undefined && options.data === undefined && !options.repair) {
      return runVerifyStack(session, options);
    }
    throw new CommandError('usage', 'Give either --stack or a folder.');
  }
  const report = await verifyFolder(call);
  const { counts, remaining, bytes, folder: checked } = report;
  session.print(report, () =>
    facts({
      checked,
      images: report.images,
      'temporary images': report.temporaryImages,
      renditions: report.renditions,
      files: report.files,
      originals: sizeText(bytes),
      faults: describeCounts(counts).join('; ') || 'none',
      'not repaired': remaining,
    }),
  );
  if (options.repair && (counts.original_missing || counts.original_damaged)) {
    session.tell(`Lost originals are listed in ${lostOriginalsPath(report.folder)}.`);
  }
  if (remaining === 0) return;
  session.tell(nextStepOf(report, options));
  session.endWith(EXIT_CODES.findings.code);
}
