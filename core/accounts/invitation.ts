import { LIMITS } from '../foundation/limits.ts';
import type { Role } from './roles.ts';

/** What is kept of an invitation; never its code. */
export interface Invitation {
  readonly invitationId: string;
  readonly projectId: string;
  /** As it was given. */
  readonly email: string;
  readonly role: Role;
  /** The account whose word it is: it ends when that may no longer give the role. */
  readonly invitedBy: string;
  /** Milliseconds of the Unix epoch, as the next. */
  readonly invitedAt: number;
  readonly expiresAt: number;
}

/** When an invitation of now ends. */
export function invitationEnd(now: number): number {
  return now + LIMITS.invitationLifeMs;
}
