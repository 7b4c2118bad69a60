/**
 * `delete`: the project goes, after the time in which it can be restored; `empty`: its images go
 * now, and it stays.
 */
export const DELETION_KINDS = ['delete', 'empty'] as const;

export type DeletionKind = (typeof DELETION_KINDS)[number];

/** In their order; an emptying ends with `edge_swept`. */
export const PROJECT_PURGE_STEPS = [
  'marked',
  'images_closed',
  'edge_invalidated',
  'images_removed',
  'temporary_ended',
  'edge_swept',
  'keys_removed',
  'signing_secrets_removed',
  'webhooks_removed',
  'members_removed',
  'counters_removed',
  'project_removed',
] as const;

export type ProjectPurgeStep = (typeof PROJECT_PURGE_STEPS)[number];

/** Steps that a deletion of this kind has. */
export function stepsOf(kind: DeletionKind): readonly ProjectPurgeStep[] {
  if (kind === 'delete') return PROJECT_PURGE_STEPS;
  return PROJECT_PURGE_STEPS.slice(0, PROJECT_PURGE_STEPS.indexOf('edge_swept') + 1);
}

/**
 * What is to be deleted of a project, how far that has come, and its receipt. Times are
 * milliseconds of the Unix epoch.
 */
export interface ProjectDeletion {
  readonly projectId: string;
  readonly kind: DeletionKind;
  /** `del_…`; images that are deleted with it are noted by it. */
  readonly deletionId: string;
  /** Whose plan the project was on when this was asked for. */
  readonly accountId: string;
  readonly name: string;
  /** Who may see the receipt when nobody is a member any more. */
  readonly ownerIds: readonly string[];
  readonly state: 'waiting' | 'purging' | 'purged';
  readonly requestedAt: number;
  /** When the purge begins; until it does, a deletion can be taken back. */
  readonly purgeAt: number;
  readonly purgedAt: number | null;
  /** When each step was done. */
  readonly steps: Partial<Readonly<Record<ProjectPurgeStep, number>>>;
  /** How many there were of what a step removed. */
  readonly counts: Partial<Readonly<Record<ProjectPurgeStep, number>>>;
}

/** A deletion as it is asked for. */
export type AskedDeletion = Omit<ProjectDeletion, 'state' | 'purgedAt' | 'steps' | 'counts'>;

/** Which deletion of a project is meant. */
export type DeletionKey = Pick<ProjectDeletion, 'projectId' | 'kind'>;

/** Which request of it: one that was asked for anew meanwhile is another. */
export type DeletionRequest = DeletionKey & Pick<ProjectDeletion, 'requestedAt'>;

/** Whether a deletion was finished so long ago that its receipt is no longer shown. */
export function isReceiptOver(
  { purgedAt }: Pick<ProjectDeletion, 'purgedAt'>,
  now: number,
  keptMs: number,
): boolean {
  return purgedAt !== null && purgedAt + keptMs <= now;
}
