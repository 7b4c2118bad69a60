import type { Suspension } from '../../projects/project.ts';

/**
 * By which the operator closes projects and opens them again; a port, with its adapters in
 * adapters/suspensions. Both answer false where there is no such project.
 */
export interface Suspensions {
  /** Closes it from the next request on; a second time it has the new reason. */
  suspend(projectId: string, suspension: Suspension): Promise<boolean>;
  resume(projectId: string): Promise<boolean>;
}
