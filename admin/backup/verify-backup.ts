import { join } from 'node:path';
import { digestFile } from '../../adapters/folder/backup/digest-file.ts';
import { mapWithConcurrency } from '../../core/foundation/map-with-concurrency.ts';
import { openToRead, requireManifest } from './backup-folder.ts';
import { createProgress } from './progress.ts';
import { createFaultList } from './stored-faults.ts';
import { readSums } from './sums-file.ts';
import type { VerifyOptions, VerifyReport } from './verify-data.ts';

const MAX_AT_ONCE = 8;

interface BackupVerifyOptions extends Pick<VerifyOptions, 'progress' | 'onFault'> {
  readonly tell: (line: string) => void;
}

/** Reads every file of a backup and compares its checksum with the backup's own list. */
export async function verifyBackup(
  dir: string,
  { tell, progress, onFault }: BackupVerifyOptions,
): Promise<VerifyReport> {
  const backup = requireManifest(dir);
  const lock = await openToRead(dir);
  const list = createFaultList(onFault);
  let [files, bytes] = [0, 0];
  const addDone = createProgress(progress, 'files are checked');
  try {
    for (const [kind, count] of Object.entries(backup.faults.counts)) {
      tell(`The data folder had ${count} × ${kind} when this backup was made.`);
    }
    for await (const group of readSums(dir, backup)) {
      const found = await mapWithConcurrency(group, MAX_AT_ONCE, ({ path }) =>
        digestFile({ root: dir, path: join(dir, path) }),
      );
      for (const [at, { path, sha256 }] of group.entries()) {
        if (found[at]?.sha256 !== sha256) list.add({ kind: 'file_damaged', subject: path });
        bytes += found[at]?.bytes ?? 0;
      }
      files += group.length;
      addDone(group.length);
    }
  } finally {
    lock.release();
  }
  const { images, temporaryImages } = backup;
  const { counts, first: faults, remaining } = list;
  return {
    folder: dir,
    images,
    temporaryImages,
    renditions: 0,
    files,
    bytes,
    counts,
    faults,
    remaining,
  };
}
