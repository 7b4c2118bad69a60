import { appendFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The things that a client changes. Each has steps that only rise, so that a state of the service
 * is one.
 */
export type Subject =
  | 'upload'
  | 'image'
  | 'metadata'
  | 'project'
  | 'webhook'
  | 'key'
  | 'invitation'
  | 'rendition'
  | 'usage';

/** The last step of what can be removed. */
export const REMOVED = 1_000_000;

export interface Entry {
  /** The number of the client, whose project `project`, `webhook` and the like are in. */
  readonly client: number;
  readonly subject: Subject;
  /** Empty at the intent of what has no id yet. */
  readonly id: string;
  readonly step: number;
  /** `cut`: the connection ended before the whole answer. */
  readonly phase: 'intent' | 'done' | 'cut' | 'refused';
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

export function note(path: string, entry: Entry): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

/** A reader of the whole lines so far; a client that is killed may leave half of one. */
export function createJournalReader(path: string): () => Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let offset = 0;
  return async () => {
    const file = await open(path, 'r').catch(() => undefined);
    if (!file) return entries;
    try {
      const { size } = await file.stat();
      const { buffer } = await file.read(Buffer.alloc(size - offset), 0, size - offset, offset);
      const whole = buffer.subarray(0, buffer.lastIndexOf('\n') + 1);
      offset += whole.length;
      for (const line of whole.toString().split('\n')) if (line) entries.push(JSON.parse(line));
    } finally {
      await file.close();
    }
    return entries;
  };
}

/** Requests that the service had when it died: a refused connection is not noted. */
export const isHit = ({ phase }: Entry): boolean => phase === 'cut';

export const nameOf = ({ subject, id }: Pick<Entry, 'subject' | 'id'>): string =>
  `${subject} ${id}`;

/** The highest step of each subject in these phases. */
export function highestSteps(
  journal: readonly Entry[],
  phases: readonly Entry['phase'][],
): Map<string, Entry> {
  const highest = new Map<string, Entry>();
  for (const entry of journal) {
    if (entry.id === '' || !phases.includes(entry.phase)) continue;
    const known = highest.get(nameOf(entry));
    if (!known || known.step < entry.step) highest.set(nameOf(entry), entry);
  }
  return highest;
}
