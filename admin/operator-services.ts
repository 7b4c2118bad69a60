import type { ProjectPurge } from '../core/ports/images/edge-purge.ts';
import type { Services } from '../core/ports/services.ts';

/** What an operator's command works on, and whose it is. */
export interface OperatorServices
  extends Pick<
    Services,
    'clock' | 'randomBytes' | 'keys' | 'projects' | 'signingSecrets' | 'audit'
  > {
  readonly edge: ProjectPurge;
  readonly accountId: string;
}
