import type { Plan } from '../../projects/plans.ts';

export interface OwnershipTransfer {
  readonly projectId: string;
  /** The project's account. */
  readonly from: string;
  /** The role of a member. */
  readonly to: string;
  /** The role of the receiver. */
  readonly plan: Plan;
  /** The owner who transfers the project; may be either of them. */
  readonly by: string;
}

export type OwnershipTransferOutcome =
  | 'transferred'
  /** The receiver's plan has no room for the project's images, or for another project. */
  | 'images_exceeded'
  | 'projects_exceeded'
  /** The project's account or a role has changed since it was read. */
  | 'outdated';

/** A port that moves projects from one account to another. */
export interface OwnershipTransfers {
  /**
   * In one transaction: the receiver becomes an owner, the former account an admin, and the project
   * belongs to the receiver's plan. Its saved images count there and no longer here, whatever
   * concurrent calls save and delete. Transformations stay where they were counted.
   */
  transfer(transfer: OwnershipTransfer): Promise<OwnershipTransferOutcome>;
}
