import type { Invitation } from '../../accounts/invitation.ts';
import type { Membership } from './membership-store.ts';

export type AcceptOutcome = 'joined' | 'already_member' | 'not_found';

/**
 * A port for invitations. `readInvitation` and `findAccepted` alone know of one that is not open
 * any more.
 */
export interface InvitationStore {
  /** Stored under the lower-case hex SHA-256 of its code. */
  addInvitation(sha256: string, invitation: Invitation): Promise<void>;
  findInvitation(sha256: string, now: number): Promise<Invitation | undefined>;
  /** One that has expired too, as long as it is stored; never one that was used or revoked. */
  readInvitation(sha256: string): Promise<Invitation | undefined>;
  /** The invitations of a project, oldest first. */
  listInvitations(projectId: string, now: number): Promise<Invitation[]>;
  /** Answers whether it existed. */
  revokeInvitation(projectId: string, invitationId: string, now: number): Promise<boolean>;
  /**
   * Makes the account a member with the invitation's role and address, and deletes the invitation,
   * all or nothing; of several concurrent calls one succeeds. `not_found` also if the inviter may
   * no longer give the role, or the project is gone. `already_member` changes nothing.
   */
  acceptInvitation(sha256: string, accountId: string, now: number): Promise<AcceptOutcome>;
  /**
   * The present membership that the account has by accepting this invitation, until `invitationEnd`
   * of the acceptance. Undefined for any other account, and after its removal.
   */
  findAccepted(sha256: string, accountId: string, now: number): Promise<Membership | undefined>;
}
