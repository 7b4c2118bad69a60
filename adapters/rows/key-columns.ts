import { SCOPES } from '../../core/projects/credentials.ts';
import type { ProjectKey } from '../../core/projects/project-keys.ts';
import { type ColumnsOf, list, number, oneOf, orNull, text } from './columns.ts';

export const scopes = list(oneOf(SCOPES));

/** The columns of a key that both databases share. */
export const KEY = {
  keyId: text,
  projectId: text,
  name: text,
  lastFour: text,
  createdAt: number,
  lastUsedAt: orNull(number),
  expiresAt: orNull(number),
  revokedAt: orNull(number),
  // earlier keys have neither a known rotation nor a known creator
  replacedBy: orNull(text),
  createdBy: orNull(text),
} satisfies ColumnsOf<Omit<ProjectKey, 'scopes'>>;
