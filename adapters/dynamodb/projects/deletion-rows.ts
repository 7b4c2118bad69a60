import {
  type AskedDeletion,
  type DeletionKey,
  PROJECT_PURGE_STEPS,
  type ProjectDeletion,
  type ProjectPurgeStep,
} from '../../../core/projects/project-deletion.ts';
import { list, number, optional, text, wordOf } from '../../rows/columns.ts';
import { DELETION } from '../../rows/deletion-columns.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';

const readDeletion = dynamoItem('projects', { ...DELETION, ownerIds: list(text) });

/** The value of `purge`, by which an index finds due ones. */
export const DUE = 'due';

const PREFIXES = { delete: 'deletion', empty: 'emptying' } as const;

/** The key of a deletion's record. */
export function deletionKey({ projectId, kind }: DeletionKey): { entity: string } {
  return { entity: `${PREFIXES[kind]}#${projectId}` };
}

/** The attributes with the time of a step, and the number of items that it removed. */
export const stepAttribute = (step: ProjectPurgeStep) => `step_${step}`;
export const countAttribute = (step: ProjectPurgeStep) => `count_${step}`;

/** A requested deletion as its item. */
export function deletionItem(requested: AskedDeletion): Record<string, unknown> {
  return { ...deletionKey(requested), ...requested, state: 'waiting', purge: DUE };
}

function noted(item: Record<string, unknown>, attribute: (step: ProjectPurgeStep) => string) {
  const there = PROJECT_PURGE_STEPS.filter((step) => item[attribute(step)] !== undefined);
  return Object.fromEntries(
    there.map((step) => [step, dynamoValue('projects', item, attribute(step), number)]),
  );
}

/** The deletion in an item; undefined if it was cancelled. */
export function deletionOfItem(item: Record<string, unknown>): ProjectDeletion | undefined {
  if (item.state === 'restored') return undefined;
  const steps = noted(item, stepAttribute);
  return { ...readDeletion(item), steps, counts: noted(item, countAttribute) };
}

/** The requested deletion in an item, also a cancelled one. */
export const requestOfItem = dynamoItem('projects', {
  state: wordOf<ProjectDeletion['state'] | 'restored'>({
    waiting: true,
    purging: true,
    purged: true,
    restored: true,
  }),
  requestedAt: number,
  deletionId: text,
  accountId: text,
  leaseUntil: optional(number),
});
