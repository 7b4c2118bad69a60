import type { Invitation } from '../../accounts/invitation.ts';

export type AcceptOutcome = 'joined' | 'already_member' | 'not_found';

/**
 * Invitations that are open: one that is taken up or revoked is gone, and of one that has ended
 * nobody is told. A port, with its adapters in adapters/invitation-store.
 */
export interface InvitationStore {
  /** Kept by the lower-case hex SHA-256 of its code. */
  addInvitation(sha256: string, invitation: Invitation): Promise<void>;
  findInvitation(sha256: string, now: number): Promise<Invitation | undefined>;
  /** Those of a project, oldest first. */
  listInvitations(projectId: string, now: number): Promise<Invitation[]>;
  /** Answers whether there was one. */
  revokeInvitation(projectId: string, invitationId: string, now: number): Promise<boolean>;
  /**
   * Makes the account a member with the invitation's role and address, and the invitation is gone;
   * all or nothing, and of several at once one. `not_found` too where who invited may no longer
   * give the role, or the project is gone. For `already_member` nothing is changed.
   */
  acceptInvitation(sha256: string, accountId: string, now: number): Promise<AcceptOutcome>;
}
