import type { RaisedUploads } from '../../projects/project.ts';

/**
 * A port with which the operator raises the limit of uploads of a project. Both answer false if the
 * project doesn't exist.
 */
export interface RaisedUploadLimits {
  /** Raises it from the next request on; a second call replaces the first. */
  raise(projectId: string, raised: RaisedUploads): Promise<boolean>;
  reset(projectId: string): Promise<boolean>;
}
