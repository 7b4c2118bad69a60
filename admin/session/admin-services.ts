import type { DeadLetters } from '../../core/ports/dead-letters.ts';
import type { Takedowns } from '../../core/ports/images/takedowns.ts';
import type { TermIndex } from '../../core/ports/images/term-index.ts';
import type { AccountDirectory } from '../../core/ports/members/account-directory.ts';
import type { ProjectMarks } from '../../core/ports/projects/project-marks.ts';
import type { Services } from '../../core/ports/services.ts';
import type { ConfiguredPlans } from '../../core/projects/plans.ts';
import type { ClosingServices } from '../../core/use-cases/moderation/suspend-project.ts';

/** The target of `admin`: a data folder or a stack. */
export interface AdminServices
  extends ClosingServices,
    Pick<
      Services,
      | 'accounts'
      | 'memberships'
      | 'projects'
      | 'routes'
      | 'keys'
      | 'signingSecrets'
      | 'images'
      | 'usage'
      | 'audit'
      | 'randomBytes'
      | 'hasRekognition'
      | 'log'
    > {
  /** The account of the operator. */
  readonly accountId: string;
  readonly directory: AccountDirectory;
  readonly projectMarks: ProjectMarks;
  readonly takeDowns: Takedowns;
  readonly deadLetters: DeadLetters;
  readonly termIndex: TermIndex;
  /** Plans beside free and unlimited. */
  readonly plans: ConfiguredPlans;
  close(): void;
}
