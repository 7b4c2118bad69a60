import { type FileHandle, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';

/** The state of one item; the last line about it counts. */
export type ManifestLine = { readonly key: string; readonly address: string } & (
  | {
      /** Written before the save, which is repeated with the same metadata after a kill. */
      readonly state: 'uploaded';
      readonly sha256: string;
      readonly temporaryImageUrl: string;
      readonly metadata: Readonly<Record<string, string>>;
    }
  | {
      readonly state: 'saved' | 'duplicate';
      readonly sha256: string;
      readonly imageId: string;
      readonly imageUrl: string;
    }
  | { readonly state: 'failed'; readonly code: string; readonly detail: string }
);

/** The service and the source of a manifest, in its first line. */
export interface ManifestPlace {
  readonly service: string;
  readonly project: string | null;
  readonly source: string;
}

/** The record of an import on disk. */
export interface Manifest {
  /** By key, the last line. */
  readonly lines: ReadonlyMap<string, ManifestLine>;
  /** Resolves when the line is on disk. */
  add(line: ManifestLine): Promise<void>;
  close(): Promise<void>;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Two imports with one manifest would import each image twice. */
async function lock(path: string): Promise<void> {
  const take = () => writeFile(path, String(process.pid), { flag: 'wx' });
  const isTaken = await take().then(
    () => false,
    (error) => {
      if (error.code === 'EEXIST') return true;
      throw new CommandError('usage', `${path} cannot be written: ${error.message}`);
    },
  );
  if (!isTaken) return;
  const pid = Number(await readFile(path, 'utf8').catch(() => ''));
  if (pid > 0 && isAlive(pid)) {
    throw new CommandError('usage', `Process ${pid} is importing with this manifest.`);
  }
  await rm(path, { force: true }); // of a killed process
  await take();
}

function readLine(path: string, text: string, at: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError('usage', `${path}: line ${at + 1} is no JSON.`);
  }
}

function checkPlace(path: string, written: unknown, place: ManifestPlace): void {
  const found = written as Partial<ManifestPlace>;
  const names = ['service', 'project', 'source'] as const;
  const other = names.find((name) => found[name] !== place[name]);
  if (other === undefined) return;
  const detail = `${path} is of another ${other}: ${found[other] ?? 'none'}.`;
  throw new CommandError('usage', detail, 'Name another file with --manifest.');
}

/** Reads the lines of a manifest; a last line that a kill cut off is removed. */
async function readLines(path: string, place: ManifestPlace): Promise<ManifestLine[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) await truncate(path, Buffer.byteLength(whole));
  const [first, ...lines] = whole
    .split('\n')
    .slice(0, -1)
    .map((line, at) => readLine(path, line, at));
  if (first !== undefined) checkPlace(path, first, place);
  return lines as ManifestLine[];
}

/** Lines that wait together are written and synced together. */
function createWriter(file: FileHandle): (text: string) => Promise<void> {
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const write = async () => {
    const text = waiting.join('');
    [waiting, next] = [[], undefined];
    await file.appendFile(text);
    await file.datasync();
  };
  return (text) => {
    waiting.push(text);
    next ??= last.then(write);
    last = next;
    return next;
  };
}

/**
 * Opens the manifest of an import, or begins one. It is append-only. Throws a CommandError if it
 * belongs to another place, or to an import that runs.
 */
export async function openManifest(path: string, place: ManifestPlace): Promise<Manifest> {
  await lock(`${path}.lock`);
  try {
    const known = await readLines(path, place);
    const lines = new Map(known.map((line) => [line.key, line]));
    const file = await open(path, 'a', 0o600);
    const write = createWriter(file);
    if ((await file.stat()).size === 0) await write(`${JSON.stringify(place)}\n`);
    return {
      lines,
      add: async (line) => {
        await write(`${JSON.stringify(line)}\n`);
        lines.set(line.key, line);
      },
      close: async () => {
        await file.close();
        await rm(`${path}.lock`, { force: true });
      },
    };
  } catch (error) {
    await rm(`${path}.lock`, { force: true });
    throw error;
  }
}
