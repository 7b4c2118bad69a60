import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { holdLock } from '../config/file-lock.ts';
import {
  type ImageLine,
  JOURNAL_VERSION,
  type JournalHead,
  type JournalKind,
  type Place,
  readHead,
  readImageLine,
  type SavedLine,
  STATES,
  type State,
} from './image-line.ts';
import { createAppender, readLineAt, scanLines } from './line-file.ts';

/** The images of earlier runs. Only where each line stands is in memory. */
export interface JournalReader {
  /** The number of images that have one of the states now. */
  count(...states: readonly State[]): number;
  stateOf(key: string): State | undefined;
  /** The last line about an image. */
  read(key: string): Promise<ImageLine | undefined>;
  /** The keys with this state at the moment of the call. */
  keysOf(state: State): readonly string[];
  /** The last line about each image, in the order of the file. */
  lines(): AsyncGenerator<ImageLine>;
  close(): Promise<void>;
}

/** The record of a run on disk. */
export interface Journal extends JournalReader {
  /** Whether an image was saved with these bytes. */
  hasSha256(sha256: string): boolean;
  /** That image. */
  readBySha256(sha256: string): Promise<SavedLine | undefined>;
  /** Whether this run has written a line about it. */
  isOfThisRun(key: string): boolean;
  /** Resolves when the line is on disk; in a spool, when it is written. */
  add(line: ImageLine): Promise<void>;
}

/** The file of a journal, and the run that asks for it. */
export interface JournalFile {
  readonly path: string;
  readonly kind: JournalKind;
  readonly place: Place;
  /** How another file is named, for errors. */
  readonly option: string;
  /** It is deleted at the end of the run, so no line waits for the disk. */
  readonly isSpool?: boolean;
}

function refuse({ path, option }: JournalFile, why: string): never {
  throw new CommandError('usage', `${path} ${why}`, `Name another file with ${option}.`);
}

function checkHead(requested: JournalFile, head: JournalHead | undefined): void {
  const { kind, place } = requested;
  if (head?.imagewell !== kind) refuse(requested, `is no file of imagewell ${kind}.`);
  if (head.version > JOURNAL_VERSION) refuse(requested, 'is of a newer version of imagewell.');
  const other = Object.keys(place).find((name) => head[name] !== place[name]);
  if (other !== undefined) refuse(requested, `is of another ${other}: ${head[other] ?? 'none'}.`);
}

/** By its bytes, half of the length of its text. */
const shortHash = (sha256: string) => Buffer.from(sha256, 'hex').toString('latin1');
/** A safe integer holds the place in the file and, in the last digit, the state. */
const pack = (offset: number, state: State) => offset * STATES.length + STATES.indexOf(state);
const offsetOf = (packed: number) => Math.floor(packed / STATES.length);
const stateIn = (packed: number) => STATES[packed % STATES.length];

/** The places of lines, by key and by hash. */
interface Index {
  readonly byKey: Map<string, number>;
  readonly bySha256: Map<string, number>;
  /** The end of the last whole line. */
  end: number;
}

function addToIndex({ byKey, bySha256 }: Index, line: ImageLine, offset: number): void {
  byKey.set(line.key, pack(offset, line.state));
  if (line.state === 'saved' && line.sha256) bySha256.set(shortHash(line.sha256), offset);
}

/** Reads a whole file once; undefined for an empty one. */
async function readIndex(
  requested: JournalFile,
  file: FileHandle,
): Promise<{ readonly head: JournalHead; readonly index: Index } | undefined> {
  const index: Index = { byKey: new Map(), bySha256: new Map(), end: 0 };
  const scan = scanLines(file);
  let head: JournalHead | undefined;
  for (;;) {
    const { done, value } = await scan.next().catch(() => refuse(requested, 'is damaged.'));
    if (done) {
      index.end = value;
      break;
    }
    const { offset, text } = value;
    if (offset === 0) {
      head = readHead(text);
      checkHead(requested, head);
    }
    const line = offset > 0 && readImageLine(text);
    if (line) addToIndex(index, line, offset);
  }
  if (head) return { head, index };
  const { size } = await file.stat();
  const begin = await file.read(Buffer.alloc(12), 0, 12, 0);
  // the only bytes may be the begin of a first line that a kill cut off
  const isOurs = '{"imagewell"'.startsWith(begin.buffer.toString('utf8', 0, begin.bytesRead));
  if (size > 0 && !isOurs) refuse(requested, `is no file of imagewell ${requested.kind}.`);
  return undefined;
}

function createReader(file: FileHandle, index: Index): JournalReader {
  const { byKey } = index;
  const lineAt = async (offset: number) => readImageLine(await readLineAt(file, offset));
  return {
    count: (...states) =>
      [...byKey.values()].filter((packed) => states.includes(stateIn(packed) as State)).length,
    stateOf: (key) => {
      const packed = byKey.get(key);
      return packed === undefined ? undefined : stateIn(packed);
    },
    read: async (key) => {
      const packed = byKey.get(key);
      return packed === undefined ? undefined : lineAt(offsetOf(packed));
    },
    keysOf: (state) =>
      [...byKey].filter(([, packed]) => stateIn(packed) === state).map(([key]) => key),
    async *lines() {
      for await (const { offset, text } of scanLines(file)) {
        const line = offset > 0 ? readImageLine(text) : undefined;
        const packed = line && byKey.get(line.key);
        if (line && packed !== undefined && offsetOf(packed) === offset) yield line;
      }
    },
    close: () => file.close(),
  };
}

const headLine = ({ kind, place }: JournalFile) =>
  JSON.stringify({ imagewell: kind, version: JOURNAL_VERSION, ...place });

/** Writes the journal again in the present version, beside it and then in its place. */
async function upgrade(requested: JournalFile, file: FileHandle, index: Index): Promise<void> {
  const fresh = `${requested.path}.${process.pid}`;
  const copy = await open(fresh, 'w', 0o600);
  try {
    await copy.appendFile(`${headLine(requested)}\n`);
    for await (const line of createReader(file, index).lines()) {
      await copy.appendFile(`${JSON.stringify(line)}\n`);
    }
    await copy.sync();
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  } finally {
    await copy.close();
    await file.close();
  }
  await rename(fresh, requested.path);
}

async function openLocked(requested: JournalFile): Promise<Journal> {
  const { path } = requested;
  const file = await open(path, 'a+', 0o600);
  const found = await readIndex(requested, file).catch(async (error) => {
    await file.close();
    throw error;
  });
  if (found && found.head.version < JOURNAL_VERSION) {
    await upgrade(requested, file, found.index);
    return openLocked(requested);
  }
  const index = found?.index ?? { byKey: new Map(), bySha256: new Map(), end: 0 };
  await file.truncate(index.end); // the line that a kill cut off
  const append = createAppender(file, index.end, { isSynced: !requested.isSpool });
  if (!found) index.end = (await append(headLine(requested))) + 1;
  const begin = index.end;
  const reader = createReader(file, index);
  return {
    ...reader,
    hasSha256: (sha256) => index.bySha256.has(shortHash(sha256)),
    readBySha256: async (sha256) => {
      const offset = index.bySha256.get(shortHash(sha256));
      const line = offset && readImageLine(await readLineAt(file, offset));
      return line && 'imageUrl' in line ? line : undefined;
    },
    isOfThisRun: (key) => offsetOf(index.byKey.get(key) ?? 0) >= begin,
    add: async (line) => {
      const offset = await append(JSON.stringify(line)).catch((error: Error) => {
        throw new CommandError('failed', `${path} cannot be written: ${error.message}`);
      });
      addToIndex(index, line, offset);
    },
  };
}

/** An error of the file system, with the name of the file. */
function named({ path, option }: JournalFile, error: unknown): unknown {
  if (error instanceof CommandError) return error;
  const hint = `Name another file with ${option}.`;
  return new CommandError('usage', `${path} cannot be written: ${(error as Error).message}`, hint);
}

/**
 * Opens a journal to go on with it, or begins one. Throws a usage error for a file that is
 * something else, of another place, or in use by another process.
 */
export async function openJournal(requested: JournalFile): Promise<Journal> {
  const lockPath = `${requested.path}.lock`;
  const lock = await holdLock(lockPath).catch((error) => {
    throw named(requested, error);
  });
  if ('heldBy' in lock) {
    const hint = `If that process is not imagewell, delete ${lockPath}.`;
    throw new CommandError('usage', `Process ${lock.heldBy} is using ${requested.path}.`, hint);
  }
  try {
    const journal = await openLocked(requested);
    const close = async () => {
      await journal.close();
      await lock.release();
    };
    return { ...journal, close };
  } catch (error) {
    await lock.release();
    throw named(requested, error);
  }
}

/** Reads a journal that may be in use, and changes nothing; undefined where there is none. */
export async function readJournal(requested: JournalFile): Promise<JournalReader | undefined> {
  const file = await open(requested.path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    return refuse(requested, `cannot be read: ${error.message}`);
  });
  if (!file) return undefined;
  try {
    const found = await readIndex(requested, file);
    if (found) return createReader(file, found.index);
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}
