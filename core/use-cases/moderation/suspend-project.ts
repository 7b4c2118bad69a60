import type { Clock } from '../../foundation/nondeterminism.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { EdgePurge } from '../../ports/images/edge-purge.ts';
import type { Suspensions } from '../../ports/projects/suspensions.ts';

/** What the operator closes and opens with. */
export interface ClosingServices {
  readonly clock: Clock;
  /** Told at once. */
  readonly edge: EdgePurge;
  /** Settles when nothing that began before now can come to the edge any more. */
  untilNothingInFlight(): Promise<void>;
}

type Needs = ClosingServices & { readonly suspensions: Suspensions };

/**
 * Closes a project: its keys, what its members may change, and delivery, at the origin from the
 * next request on and at the edge at once; what was in flight is purged once more. Asked for again,
 * it mends one that was cut off. Throws project_not_found.
 */
export async function suspendProject(
  { clock, suspensions, edge, untilNothingInFlight }: Needs,
  projectId: string,
  reason: string,
): Promise<{ suspendedAt: number }> {
  const suspendedAt = clock();
  if (!(await suspensions.suspend(projectId, { reason, suspendedAt }))) {
    throw new ServiceError('project_not_found');
  }
  await edge.purgeProject(projectId);
  await untilNothingInFlight();
  await edge.purgeProject(projectId);
  return { suspendedAt };
}

/** Opens it again; the edge forgets its refusals. Throws project_not_found. */
export async function resumeProject(
  { suspensions, edge }: Pick<Needs, 'suspensions' | 'edge'>,
  projectId: string,
): Promise<void> {
  if (!(await suspensions.resume(projectId))) throw new ServiceError('project_not_found');
  await edge.purgeProject(projectId);
}
