import {
  type AskedDeletion,
  type DeletionKey,
  PROJECT_PURGE_STEPS,
  type ProjectDeletion,
  type ProjectPurgeStep,
} from '../../../core/projects/project-deletion.ts';

/** The value of `purge`, by which an index finds those that are due. */
export const DUE = 'due';

const PREFIXES = { delete: 'deletion', empty: 'emptying' } as const;

/** The key of a deletion's record. */
export function deletionKey({ projectId, kind }: DeletionKey): { entity: string } {
  return { entity: `${PREFIXES[kind]}#${projectId}` };
}

/** The attributes that hold when a step was done, and how many it removed. */
export const stepAttribute = (step: ProjectPurgeStep) => `step_${step}`;
export const countAttribute = (step: ProjectPurgeStep) => `count_${step}`;

/** A deletion that was asked for as its item. */
export function deletionItem(asked: AskedDeletion): Record<string, unknown> {
  return { ...deletionKey(asked), ...asked, state: 'waiting', purge: DUE };
}

function noted(item: Record<string, unknown>, attribute: (step: ProjectPurgeStep) => string) {
  const there = PROJECT_PURGE_STEPS.filter((step) => item[attribute(step)] !== undefined);
  return Object.fromEntries(there.map((step) => [step, item[attribute(step)] as number]));
}

/** An item as the deletion that it holds; undefined where it was taken back. */
export function deletionOfItem(item: Record<string, unknown>): ProjectDeletion | undefined {
  if (item.state === 'restored') return undefined;
  const found = item as unknown as ProjectDeletion;
  const { projectId, kind, deletionId, accountId, name, ownerIds } = found;
  const { state, requestedAt, purgeAt, purgedAt = null } = found;
  return {
    projectId,
    kind,
    deletionId,
    accountId,
    name,
    ownerIds,
    state,
    requestedAt,
    purgeAt,
    purgedAt,
    steps: noted(item, stepAttribute),
    counts: noted(item, countAttribute),
  };
}
