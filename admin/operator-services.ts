import type { ProjectPurge } from '../core/ports/images/edge-purge.ts';
import type { Services } from '../core/ports/services.ts';

/** The services of an operator's command, and the account that it works for. */
export interface OperatorServices
  extends Pick<
    Services,
    'clock' | 'randomBytes' | 'keys' | 'projects' | 'signingSecrets' | 'audit' | 'log'
  > {
  readonly edge: ProjectPurge;
  readonly accountId: string;
}
