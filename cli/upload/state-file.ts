import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../command-error.ts';
import type { FoundFile } from './find-files.ts';

/** The address of an uploaded file. */
export type Uploaded =
  | { readonly temporaryImageUrl: string; readonly expiresAt: string }
  | { readonly imageId: string; readonly imageUrl: string };

/** Where the files of a state file go: others never continue it. */
export interface Destination {
  readonly baseUrl: string;
  /** Null where an API key says which project it is. */
  readonly projectId: string | null;
  readonly isTemporary: boolean;
}

/** A file in the state file: received by the service, or done with. */
interface Line {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Null where a run was cut off that kept no state file. */
  readonly sha256: string | null;
  readonly received?: Uploaded;
  readonly done?: Uploaded;
}

/** The record of earlier runs about a file. */
export type Earlier =
  | { readonly done: Uploaded }
  /** The service has its bytes, but the answer to its save was not seen. */
  | { readonly received: Uploaded }
  | undefined;

/** The files that were uploaded, in a file that only grows. */
export interface StateFile {
  readonly path: string;
  earlier(file: FoundFile): Promise<Earlier>;
  record(file: FoundFile, what: 'received' | 'done', uploaded: Uploaded): Promise<void>;
  /** Like record, without reading the file. */
  recordUnread(file: FoundFile, uploaded: Uploaded): Promise<void>;
  close(): Promise<void>;
}

const VERSION = 1;

/** The state file unless another is named. */
export const DEFAULT_STATE_FILE = 'imagewell-upload.jsonl';

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a killed run may leave half a line: that file is uploaded again
  }
}

function refuse(path: string, why: string): never {
  const hint = 'Name another state file with --resume=FILE.';
  throw new CommandError('usage', `${path} ${why}`, hint);
}

function checkHead(path: string, text: string, wanted: Destination): void {
  const [first = ''] = text.split('\n', 1);
  const head = parseLine(first) as (Destination & { imagewellUpload?: number }) | undefined;
  if (head?.imagewellUpload !== VERSION) refuse(path, 'is not a state file of imagewell upload.');
  const isSame =
    head.baseUrl === wanted.baseUrl &&
    head.projectId === wanted.projectId &&
    head.isTemporary === wanted.isTemporary;
  if (isSame) return;
  const where = head.projectId === null ? head.baseUrl : `${head.baseUrl}, ${head.projectId}`;
  refuse(path, `is of uploads to ${where}${head.isTemporary ? ', temporary' : ''}.`);
}

async function readState(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    return refuse(path, `cannot be read: ${error.message}`);
  });
}

async function openToAppend(path: string): Promise<FileHandle> {
  return open(path, 'a', 0o600).catch((error) =>
    refuse(path, `cannot be written: ${error.message}`),
  );
}

/**
 * Opens or makes a state file. Throws a usage error for a file that is something else or is of
 * another destination.
 */
export async function openStateFile(path: string, to: Destination): Promise<StateFile> {
  const text = await readState(path);
  if (text !== '') checkHead(path, text, to);
  const known = new Map<string, Line>();
  for (const line of text.split('\n').slice(1).map(parseLine)) if (line) known.set(line.path, line);
  const folder = dirname(resolve(path));
  // relative and with slashes, so that a state file can be moved with its images
  const nameOf = (file: FoundFile) =>
    relative(folder, resolve(file.path)).split(sep).join('/') || file.path;
  const handle = await openToAppend(path);
  if (text === '') await handle.write(`${JSON.stringify({ imagewellUpload: VERSION, ...to })}\n`);
  else if (!text.endsWith('\n')) await handle.write('\n');
  const hashes = new Map<string, string>();
  const write = (line: Line) =>
    handle.write(`${JSON.stringify(line)}\n`).catch((error: Error) => {
      throw new CommandError('failed', `${path} cannot be written: ${error.message}`);
    });

  return {
    path,
    async earlier(file) {
      const line = known.get(nameOf(file));
      if (line?.size !== file.size) return undefined;
      if (line.mtimeMs !== file.mtimeMs && line.sha256 !== (await hashFile(file.path))) {
        return undefined;
      }
      if (line.done) return { done: line.done };
      return line.received && { received: line.received };
    },
    async record(file, what, uploaded) {
      const { size, mtimeMs } = file;
      const name = nameOf(file);
      const sha256 = hashes.get(name) ?? (await hashFile(file.path));
      if (what === 'done') hashes.delete(name);
      else hashes.set(name, sha256);
      await write({ path: name, size, mtimeMs, sha256, [what]: uploaded });
    },
    async recordUnread(file, uploaded) {
      const { size, mtimeMs } = file;
      await write({ path: nameOf(file), size, mtimeMs, sha256: null, done: uploaded });
    },
    async close() {
      await handle.sync();
      await handle.close();
    },
  };
}
