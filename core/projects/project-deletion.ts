/**
 * `delete`: the project is deleted, after the time for restoring it; `empty`: its images are
 * deleted now, and it stays.
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
 * A deletion of a project: its scope, its progress, and its receipt. Times are milliseconds of the
 * Unix epoch.
 */
export interface ProjectDeletion {
  readonly projectId: string;
  readonly kind: DeletionKind;
  /** `del_…`; the images of this deletion refer to it. */
  readonly deletionId: string;
  /** The account that the project had when this was requested. */
  readonly accountId: string;
  readonly name: string;
  /** The users who may see the receipt when the project has no members any more. */
  readonly ownerIds: readonly string[];
  readonly state: 'waiting' | 'purging' | 'purged';
  readonly requestedAt: number;
  /** The start of the purge; until then, a deletion can be cancelled. */
  readonly purgeAt: number;
  readonly purgedAt: number | null;
  /** The time of each completed step. */
  readonly steps: Partial<Readonly<Record<ProjectPurgeStep, number>>>;
  /** The number of items that a step removed. */
  readonly counts: Partial<Readonly<Record<ProjectPurgeStep, number>>>;
}

/** A deletion as it is requested. */
export type AskedDeletion = Omit<ProjectDeletion, 'state' | 'purgedAt' | 'steps' | 'counts'>;

/** A deletion of a project, by its kind. */
export type DeletionKey = Pick<ProjectDeletion, 'projectId' | 'kind'>;

/** The request of a deletion: a repeated one differs. */
export type DeletionRequest = DeletionKey & Pick<ProjectDeletion, 'requestedAt'>;

/** Whether the receipt of a finished deletion is no longer shown. */
export function isReceiptOver(
  { purgedAt }: Pick<ProjectDeletion, 'purgedAt'>,
  now: number,
  keptMs: number,
): boolean {
  return purgedAt !== null && purgedAt + keptMs <= now;
}
