import { createSqliteAuditStore } from '../../adapters/sqlite/accounts/audit-store.ts';
import { createSqliteMakeOwner } from '../../adapters/sqlite/members/make-owner.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Services } from '../../core/ports/services.ts';
import { auditAct } from '../../core/use-cases/access/audit-act.ts';
import { authenticateUser } from '../../core/use-cases/access/authenticate-user.ts';
import type { LocalDatabase } from '../services.ts';
import type { ActionRequest } from './console-actions.ts';

/** As the audit trail names it. */
export const TAKE_OVER_ACTION = 'take-over-project';

export interface TakeOverOptions {
  readonly callers: Pick<Services, 'clock' | 'randomBytes' | 'accessTokens' | 'accounts'>;
  /** The project whose keys the startup banner shows. */
  readonly projectId: string;
  readonly log: (line: string) => void;
}

/**
 * Makes who is signed in an owner of the local project, and says so in its audit trail. The project
 * stays on the local account, whose plan `--plan` replaces. Throws as authenticateUser does, and
 * project_not_found.
 */
export function createTakeOver(db: LocalDatabase, options: TakeOverOptions) {
  const { callers, projectId, log } = options;
  const logged = (message: string) => log(`take-over: ${message}`);
  const services = {
    ...callers,
    audit: createSqliteAuditStore(db),
    log: { info: logged, warn: logged, error: logged },
  };
  const makeOwner = createSqliteMakeOwner(db);
  return async ({ authorization, sourceAddress, requestId }: ActionRequest): Promise<object> => {
    const user = await authenticateUser(services, authorization);
    const { accountId } = user.account;
    const act = {
      action: TAKE_OVER_ACTION,
      actor: { kind: 'person', accountId, role: null },
      accountId,
      projectId,
      sent: { projectId },
      source: { sourceAddress, requestId },
    } as const;
    return auditAct(services, act, async () => {
      const isMade = await makeOwner(projectId, accountId, services.clock());
      if (!isMade) throw new ServiceError('project_not_found');
      return { projectId, role: 'owner' };
    });
  };
}
