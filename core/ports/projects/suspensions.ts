import type { Suspension } from '../../projects/project.ts';

/**
 * A port with which the operator suspends and resumes projects. Both answer false if the project
 * doesn't exist.
 */
export interface Suspensions {
  /** Suspends it from the next request on; a second call replaces the reason. */
  suspend(projectId: string, suspension: Suspension): Promise<boolean>;
  resume(projectId: string): Promise<boolean>;
}
