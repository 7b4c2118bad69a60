/** THE kinds of faults of stored data, and their meaning. */
export const STORED_FAULTS = {
  database_damaged: 'the database is damaged',
  reference_broken: 'a record refers to a missing one',
  count_wrong: 'a counter differs from the records',
  list_wrong: 'the list of metadata differs from the images',
  original_missing: 'the original of an image is missing',
  original_damaged: 'the original of an image has another size or checksum',
  original_orphaned: 'an original has no record',
  rendition_missing: 'a stored rendition is missing; it is made again when requested',
  rendition_damaged: 'a stored rendition has another size',
  rendition_orphaned: 'a rendition has no record',
  record_file_damaged: 'the service can’t read the file',
  file_unknown: 'a file is none of the service',
  file_damaged: 'a file of the backup is missing or has another checksum',
} as const satisfies Readonly<Record<string, string>>;
export type StoredFaultKind = keyof typeof STORED_FAULTS;

export function isStoredFaultKind(name: string): name is StoredFaultKind {
  return Object.hasOwn(STORED_FAULTS, name);
}

export interface StoredFault {
  readonly kind: StoredFaultKind;
  /** An image's ID, an object's key or a record's ID. */
  readonly subject: string;
  readonly detail?: string;
  /** The repair that was done. */
  readonly repair?: string;
}

/** The number of faults of each kind that occurred. */
export type FaultCounts = Readonly<Partial<Record<StoredFaultKind, number>>>;

/** The faults that a list has at most; the others are counted. */
const MAX_LISTED = 100;

/** Faults as they are found: all are counted, and the first are listed. */
export interface FaultList {
  add(fault: StoredFault): void;
  readonly counts: FaultCounts;
  readonly first: readonly StoredFault[];
  /** Those without a repair. */
  readonly remaining: number;
}

export function createFaultList(onFault: (fault: StoredFault) => void = () => {}): FaultList {
  const counts: Partial<Record<StoredFaultKind, number>> = {};
  const first: StoredFault[] = [];
  let remaining = 0;
  return {
    add: (fault) => {
      counts[fault.kind] = (counts[fault.kind] ?? 0) + 1;
      if (fault.repair === undefined) remaining += 1;
      if (first.length < MAX_LISTED) first.push(fault);
      onFault(fault);
    },
    counts,
    first,
    get remaining() {
      return remaining;
    },
  };
}

/** A fault as one line. */
export function describeStoredFault({ kind, subject, detail, repair }: StoredFault): string {
  const words = [`${subject}: ${STORED_FAULTS[kind]}`, detail && ` (${detail})`];
  return `${words.filter(Boolean).join('')}${repair === undefined ? '' : `; ${repair}`}`;
}

/** The faults by kind, a line each. */
export function describeCounts(counts: FaultCounts): string[] {
  return Object.entries(counts).map(
    ([kind, count]) => `${count} × ${STORED_FAULTS[kind as StoredFaultKind]}`,
  );
}
