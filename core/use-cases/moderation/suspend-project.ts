import type { Clock } from '../../foundation/nondeterminism.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { EdgePurge } from '../../ports/images/edge-purge.ts';
import type { ProjectMarks } from '../../ports/projects/project-marks.ts';

/** The ports with which the operator suspends and resumes. */
export interface ClosingServices {
  readonly clock: Clock;
  /** Purged immediately. */
  readonly edge: EdgePurge;
  /** Settles when no response from before now can reach the edge any more. */
  untilNothingInFlight(): Promise<void>;
}

type Needs = ClosingServices & { readonly projectMarks: ProjectMarks };

/**
 * Suspends a project: its keys, its members' changes, and delivery. It acts at the origin from the
 * next request on, and at the edge immediately; a second purge follows for responses in flight.
 * Repeating it completes an interrupted call. Throws project_not_found.
 */
export async function suspendProject(
  { clock, projectMarks, edge, untilNothingInFlight }: Needs,
  projectId: string,
  reason: string,
): Promise<{ suspendedAt: number }> {
  const suspendedAt = clock();
  if (!(await projectMarks.suspend(projectId, { reason, suspendedAt }))) {
    throw new ServiceError('project_not_found');
  }
  await edge.purgeProject(projectId);
  await untilNothingInFlight();
  await edge.purgeProject(projectId);
  return { suspendedAt };
}

/** Resumes it, and purges its refusals at the edge. Throws project_not_found. */
export async function resumeProject(
  { projectMarks, edge }: Pick<Needs, 'projectMarks' | 'edge'>,
  projectId: string,
): Promise<void> {
  if (!(await projectMarks.suspend(projectId, null))) throw new ServiceError('project_not_found');
  await edge.purgeProject(projectId);
}
