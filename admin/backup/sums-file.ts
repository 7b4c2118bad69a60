import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { digestFile } from '../../adapters/folder/backup/digest-file.ts';
import { CommandError } from '../../cli/command-error.ts';
import { type BackupManifest, sumsPath } from './backup-folder.ts';

/** One line of a file of sums: the path is relative to the backup. */
export interface Sum {
  readonly sha256: string;
  readonly path: string;
}

/** A new file of sums, in the form of `sha256sum`. */
export interface SumsWriter {
  add(sums: readonly Sum[]): Promise<void>;
  /** Ends it, durably; answers its own SHA-256. */
  finish(): Promise<string>;
  /** Closes it unfinished; after `finish` it does nothing. */
  leave(): Promise<void>;
}

export async function createSumsFile(path: string): Promise<SumsWriter> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  return {
    add: async (sums) => {
      const text = sums.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
      hash.update(text);
      await file.appendFile(text);
    },
    finish: async () => {
      await file.sync().finally(() => file.close());
      return hash.digest('hex');
    },
    leave: () => file.close().catch(() => undefined),
  };
}

const NEW_BACKUP = 'Make another with npx imagewell backup, into a new folder.';
const GROUP = 500;
const LINE = /^([0-9a-f]{64}) {2}((?:originals|snapshots)\/\w[\w.-]*\/\w[\w.-]*)$/;

/**
 * The lines of a file of sums, in groups. Throws a CommandError if the file isn't the expected one:
 * no path of it is used before that.
 */
export async function* readSums(
  dir: string,
  { snapshot, sums }: Pick<BackupManifest, 'snapshot' | 'sums'>,
): AsyncGenerator<readonly Sum[]> {
  const path = sumsPath(dir, snapshot);
  if ((await digestFile({ root: dir, path }))?.sha256 !== sums) {
    const message = `${path} is missing or damaged; the backup can't be proven.`;
    throw new CommandError('findings', message, NEW_BACKUP);
  }
  let group: Sum[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [, sha256 = '', at = ''] = LINE.exec(line) ?? [];
    if (at === '')
      throw new CommandError('findings', `${path} has a line that is no sum.`, NEW_BACKUP);
    group.push({ sha256, path: at });
    if (group.length === GROUP) {
      yield group;
      group = [];
    }
  }
  yield group;
}
