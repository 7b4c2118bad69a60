import { SCOPES } from '../../core/projects/credentials.ts';
import type { ProjectKey } from '../../core/projects/project-keys.ts';
import { type ColumnsOf, list, number, oneOf, orNull, text } from './columns.ts';

export const scopes = list(oneOf(SCOPES));

/** The columns of a key that both databases have alike. */
export const KEY = {
  keyId: text,
  projectId: text,
  name: text,
  lastFour: text,
  createdAt: number,
  lastUsedAt: orNull(number),
  expiresAt: orNull(number),
  revokedAt: orNull(number),
  // of earlier keys neither a rotation nor who made them is known
  replacedBy: orNull(text),
  createdBy: orNull(text),
} satisfies ColumnsOf<Omit<ProjectKey, 'scopes'>>;
