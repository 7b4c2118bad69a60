import type { RaisedUploads, Suspension } from '../../projects/project.ts';

/**
 * A port for the operator's marks of a project. Each acts from the next request on, in place of the
 * one before; null removes it. False if the project doesn't exist.
 */
export interface ProjectMarks {
  suspend(projectId: string, suspension: Suspension | null): Promise<boolean>;
  raiseUploads(projectId: string, raised: RaisedUploads | null): Promise<boolean>;
}
