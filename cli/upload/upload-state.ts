import { createReadStream } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileVersion, type ImageLine } from '../journal/image-line.ts';
import { openJournal } from '../journal/open-journal.ts';
import { keyOfFile } from './file-paths.ts';
import type { FoundFile } from './find-files.ts';
import { sha256Of } from './sha256-of.ts';

/** The address of an uploaded file. */
export type Uploaded =
  | { readonly temporaryImageUrl: string; readonly expiresAt: string }
  | { readonly imageId: string; readonly imageUrl: string };

/** Where the files of a state file go: others never continue it. */
export type Destination = {
  readonly service: string;
  /** Null where an API key says which project it is. */
  readonly project: string | null;
  readonly isTemporary: boolean;
};

/** The record of earlier runs about a file. */
export type Earlier =
  | { readonly done: Uploaded }
  /** The service has its bytes, but the answer to its save was not seen. */
  | { readonly received: Uploaded }
  | undefined;

/** The files that were uploaded, in a journal. */
export interface UploadState {
  readonly path: string;
  earlier(file: FoundFile): Promise<Earlier>;
  record(file: FoundFile, what: 'received' | 'done', uploaded: Uploaded): Promise<void>;
  /** Takes every line of another state whose paths begin at the same folder. */
  takeOver(other: UploadState): Promise<void>;
  lines(): AsyncGenerator<ImageLine>;
  close(): Promise<void>;
}

/** The state file unless another is named. */
export const DEFAULT_STATE_FILE = 'imagewell-upload.jsonl';

const hashFile = (path: string) => sha256Of(createReadStream(path));

/** One line about a file; a hash is null where the file is not read for it. */
function lineOf(
  named: { readonly key: string; readonly version: string },
  what: 'received' | 'done',
  { uploaded, sha256 }: { readonly uploaded: Uploaded; readonly sha256: string | null },
): ImageLine {
  if ('imageUrl' in uploaded) return { ...named, state: 'saved', sha256, ...uploaded };
  if (what === 'done') return { ...named, state: 'temporary', sha256, ...uploaded };
  return { ...named, state: 'uploaded', sha256: sha256 ?? '', ...uploaded };
}

function earlierOf(line: ImageLine): Earlier {
  if (line.state === 'failed') return undefined;
  if ('imageUrl' in line) return { done: { imageId: line.imageId, imageUrl: line.imageUrl } };
  const { temporaryImageUrl, expiresAt = '' } = line;
  const uploaded = { temporaryImageUrl, expiresAt };
  return line.state === 'temporary' ? { done: uploaded } : { received: uploaded };
}

interface StateOptions {
  /** Paths are relative to it; the folder of the state file unless given. */
  readonly folder?: string;
  /**
   * A file that its own run deletes. It has no hashes, for which each file would be read again, and
   * waits for no disk.
   */
  readonly isSpool?: boolean;
}

/**
 * Opens or makes a state file. Throws a usage error for a file that is something else, is of
 * another destination or is in use.
 */
export async function openUploadState(
  path: string,
  to: Destination,
  { folder = dirname(resolve(path)), isSpool = false }: StateOptions = {},
): Promise<UploadState> {
  const journal = await openJournal({
    path,
    kind: 'upload',
    place: to,
    option: '--resume=FILE',
    isSpool,
  });
  const hashes = new Map<string, string>();
  return {
    path,
    async earlier(file) {
      const line = await journal.read(keyOfFile(folder, file.path));
      if (!line || line.state === 'failed') return undefined;
      const isSame = line.version === fileVersion(file);
      return isSame || line.sha256 === (await hashFile(file.path)) ? earlierOf(line) : undefined;
    },
    async record(file, what, uploaded) {
      const key = keyOfFile(folder, file.path);
      const known = isSpool ? null : hashes.get(key);
      const sha256 = known === undefined ? await hashFile(file.path) : known;
      if (what === 'done') hashes.delete(key);
      else if (sha256 !== null) hashes.set(key, sha256);
      await journal.add(lineOf({ key, version: fileVersion(file) }, what, { uploaded, sha256 }));
    },
    async takeOver(other) {
      let last: Promise<void> | undefined;
      for await (const line of other.lines()) last = journal.add(line); // written together
      await last;
    },
    lines: journal.lines,
    close: journal.close,
  };
}
