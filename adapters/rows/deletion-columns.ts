import type { ProjectDeletion } from '../../core/projects/project-deletion.ts';
import { type ColumnsOf, number, orNull, text, wordOf } from './columns.ts';

/** The columns of a project's deletion that both databases share. */
export const DELETION = {
  projectId: text,
  kind: wordOf<ProjectDeletion['kind']>({ delete: true, empty: true }),
  deletionId: text,
  accountId: text,
  name: text,
  state: wordOf<ProjectDeletion['state']>({ waiting: true, purging: true, purged: true }),
  requestedAt: number,
  purgeAt: number,
  purgedAt: orNull(number),
} satisfies ColumnsOf<Omit<ProjectDeletion, 'ownerIds' | 'steps' | 'counts'>>;
