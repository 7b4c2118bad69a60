import type { OwnedProject } from '../../adapters/sqlite/members/owners.ts';
import type { DoorAccount } from '../../adapters/sqlite/sign-in/door-accounts.ts';
import type { RelyingParty } from './passkeys.ts';
import type { PasswordHashes } from './password-hash.ts';

/** The parts that the pages of a public machine's door share. */
export interface DoorParts {
  /** The public address, without a slash at the end. */
  readonly baseUrl: string;
  /** Undefined where browsers allow no passkeys. */
  readonly party: RelyingParty | undefined;
  readonly hashes: PasswordHashes;
  clock(): number;
  /** The project that a first set-up gives its owner, as it is before. */
  readFirstProject(): Promise<OwnedProject>;
  /** The name of the project of an open invitation, by its ID. */
  readInvitedProject(invitationId: string): Promise<string | undefined>;
  /** Does what a set-up still owes an account; a failure is logged, and tried again. */
  settle(account: DoorAccount): Promise<void>;
}
