import { statfsSync } from 'node:fs';
import { createSqliteAuditStore } from '../../adapters/sqlite/accounts/audit-store.ts';
import { createSqliteLiftedLimits } from '../../adapters/sqlite/accounts/lifted-limits.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Services } from '../../core/ports/services.ts';
import { actOnProject, auditAct } from '../../core/use-cases/access/audit-act.ts';
import { authenticateUser, type User } from '../../core/use-cases/access/authenticate-user.ts';
import type { LocalDatabase } from '../data-folder/open-records.ts';
import type { ActionHandlers, ActionRequest } from './console-actions.ts';

/** As the audit trail names them. */
export const LIFT_ACTIONS = { lift: 'lift-limits', restore: 'restore-limits' } as const;

export interface LiftLimitsOptions {
  readonly callers: Pick<
    Services,
    'clock' | 'randomBytes' | 'accessTokens' | 'accounts' | 'memberships' | 'projects'
  >;
  /** The project whose keys the startup banner shows. */
  readonly projectId: string;
  readonly dataDir: string;
  readonly log: (line: string) => void;
}

/** The answer of each of these actions; `mayLift` false says nothing more. */
export interface LimitsAnswer {
  /** The signed-in user is an owner of the local project. */
  readonly mayLift: boolean;
  readonly isLifted: boolean;
  /** Of the disk with the data folder. */
  readonly freeBytes: number | null;
  /** The projects whose limits are lifted together. */
  readonly projectIds: readonly string[];
}

const NOT_YOURS: LimitsAnswer = {
  mayLift: false,
  isLifted: false,
  freeBytes: null,
  projectIds: [],
};

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function limitsLog(log: LiftLimitsOptions['log']): Log {
  const logged = (message: string) => log(`limits: ${message}`);
  return { info: logged, warn: logged, error: logged };
}

/**
 * The console's actions on the limits of this machine, for owners of the local project. They lift
 * the limits of that project's account and of the user's account, whatever `--plan` says, until the
 * user ends it (docs/decisions/0114). Throw as authenticateUser does, insufficient_role and
 * project_not_found.
 */
export function createLiftLimits(
  db: LocalDatabase,
  { callers, projectId, dataDir, log }: LiftLimitsOptions,
): Pick<ActionHandlers, 'readLimits' | 'liftLimits' | 'restoreLimits'> {
  const services = { ...callers, audit: createSqliteAuditStore(db), log: limitsLog(log) };
  const limits = createSqliteLiftedLimits(db);
  const isOwner = async ({ account }: User): Promise<boolean> => {
    const found = await services.memberships.getMembership(projectId, account.accountId);
    return found?.role === 'owner';
  };
  const accountsOf = async ({ account }: User): Promise<readonly string[]> => {
    const project = await services.projects.getProject(projectId);
    if (!project) throw new ServiceError('project_not_found');
    return [...new Set([project.accountId, account.accountId])];
  };
  const describe = async (user: User): Promise<LimitsAnswer> => {
    if (!(await isOwner(user))) return NOT_YOURS;
    const accountIds = await accountsOf(user);
    return {
      mayLift: true,
      isLifted: accountIds.some(limits.isLifted),
      freeBytes: freeBytesOf(dataDir),
      projectIds: limits.projectsOf(accountIds),
    };
  };
  const change =
    (kind: keyof typeof LIFT_ACTIONS) =>
    async ({ authorization, sourceAddress, requestId }: ActionRequest): Promise<object> => {
      const user = await authenticateUser(services, authorization);
      const { accountId } = user.account;
      const source = { sourceAddress, requestId };
      const act = actOnProject(LIFT_ACTIONS[kind], accountId, projectId, source);
      return auditAct(services, act, async () => {
        if (!(await isOwner(user))) throw new ServiceError('insufficient_role');
        if (kind === 'lift') limits.lift(await accountsOf(user));
        else limits.restore();
        return describe(user);
      });
    };
  return {
    readLimits: async ({ authorization }) =>
      describe(await authenticateUser(services, authorization)),
    liftLimits: change('lift'),
    restoreLimits: change('restore'),
  };
}
