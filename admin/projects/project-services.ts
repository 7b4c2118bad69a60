import type { ProjectPurge } from '../../core/ports/images/edge-purge.ts';
import type { AdminServices } from '../session/admin-services.ts';

/** The services of an act on one project, and the account of the operator. */
export interface ProjectServices
  extends Pick<
    AdminServices,
    | 'clock'
    | 'randomBytes'
    | 'keys'
    | 'projects'
    | 'signingSecrets'
    | 'audit'
    | 'log'
    | 'accountId'
    | 'hasRekognition'
  > {
  readonly edge: ProjectPurge;
}
