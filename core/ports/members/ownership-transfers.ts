import type { Plan } from '../../projects/plans.ts';

export interface OwnershipTransfer {
  readonly projectId: string;
  /** The account that the project is on. */
  readonly from: string;
  /** A member's. */
  readonly to: string;
  /** The receiver's. */
  readonly plan: Plan;
  /** The owner who hands it over; may be either of them. */
  readonly by: string;
}

export type OwnershipTransferOutcome =
  | 'handed_over'
  /** The receiver's plan has no room for the project's images, or for one project more. */
  | 'images_exceeded'
  | 'projects_exceeded'
  /** Something of what was read is otherwise by now: whose the project is, or a role. */
  | 'outdated';

/** Moves projects from one account to another; a port, with its adapters in adapters/handovers. */
export interface OwnershipTransfers {
  /**
   * In one transaction: the receiver becomes an owner and the former account an admin, the project
   * is on the receiver's plan, and its saved images count there and no longer here, whatever is
   * saved and deleted meanwhile. Transformations stay where they were counted.
   */
  transfer(transfer: OwnershipTransfer): Promise<OwnershipTransferOutcome>;
}
