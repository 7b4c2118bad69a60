import type { ObjectArchive } from '../../core/ports/images/object-archive.ts';
import type { RecordReaders, RecordWriter } from '../../core/ports/moving/moved-records.ts';
import type { ConfiguredPlans } from '../../core/projects/plans.ts';

/** A data folder or a stack, as one end of a move. */
export interface MovePlace {
  /** As it is shown. */
  readonly name: string;
  readonly readers: RecordReaders;
  /** Has the originals. */
  readonly objects: ObjectArchive;
  /** Plans beside the built-in ones. */
  readonly plans: ConfiguredPlans;
  /** Lets it go again; a data folder was locked. */
  close(): void;
}

/** The end that is read. */
export interface MoveSource extends MovePlace {
  /** Distinguishes it from every other data folder and stack; no secret. */
  readonly identity: string;
}

/** The end that is written. */
export interface MoveTarget extends MovePlace {
  readonly writer: (now: number) => RecordWriter;
  /** The identity of the source of an unfinished move; undefined if there is none. */
  readMark(): Promise<string | undefined>;
  writeMark(identity: string): Promise<void>;
  /** After the last check: from here on a service may use it. */
  removeMark(): Promise<void>;
}

/** A target that a move may begin to fill. */
export interface MoveTargetPlace {
  readonly name: string;
  readonly plans: ConfiguredPlans;
  /** Whether it takes the plans of the source where it has none. */
  readonly takesPlans: boolean;
  /** Throws a CommandError if it has data that are not those of an unfinished move. */
  requireFree(): Promise<void>;
  /** Makes it where it is missing, and locks it. */
  open(sourcePlans: ConfiguredPlans): Promise<MoveTarget>;
}

/** A place as it is given: a folder's path, or `stack:NAME`. */
export type GivenPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'stack'; readonly stack: string };

const STACK = 'stack:';

/** Reads a place; a folder of such a name is given as `./stack:NAME`. */
export function readPlace(given: string): GivenPlace {
  if (given.startsWith(STACK)) return { kind: 'stack', stack: given.slice(STACK.length) };
  return { kind: 'folder', path: given };
}
