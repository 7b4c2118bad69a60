import { LIMITS } from '../foundation/limits.ts';
import type { Role } from './roles.ts';

/** The stored fields of an invitation; never its code. */
export interface Invitation {
  readonly invitationId: string;
  readonly projectId: string;
  /** As it was given. */
  readonly email: string;
  readonly role: Role;
  /** The inviting account: the invitation ends when it may no longer give the role. */
  readonly invitedBy: string;
  /**
   * The inviter's name or verified address at the time; absent where none was known, and before
   * 2026-11-26.
   */
  readonly inviterName?: string;
  /** Milliseconds of the Unix epoch, as the next. */
  readonly invitedAt: number;
  readonly expiresAt: number;
}

/**
 * The expiry of an invitation of now. An acceptance is remembered as long, from its own time
 * (docs/decisions/0089).
 */
export function invitationEnd(now: number): number {
  return now + LIMITS.invitationLifeMs;
}
