import { createSqliteAuditStore } from '../../adapters/sqlite/accounts/audit-store.ts';
import { createSqliteOwners } from '../../adapters/sqlite/members/owners.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { OpenedAccount } from '../../core/ports/members/account-store.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Plan } from '../../core/projects/plans.ts';
import { actOnProject, auditAct } from '../../core/use-cases/access/audit-act.ts';
import { recogniseIdentity, recogniseUser } from '../../core/use-cases/access/authenticate-user.ts';
import type { LocalDatabase } from '../data-folder/open-records.ts';
import type { OwnerSignIn } from '../identity-provider/identity-provider.ts';
import type { ActionRequest } from './console-actions.ts';

/** As the audit trail names it. */
export const TAKE_OVER_ACTION = 'take-over-project';

/** Whether the project can be taken over: with one click, after a sign-in, or no more. */
export type TakeOverWay = 'one-click' | 'after-sign-in' | 'none';

/** The answer to the console's question; with its project as long as it can be taken over. */
export interface TakeOverOffer {
  readonly offer: TakeOverWay;
  readonly project?: { readonly name: string; readonly plan: Plan };
}

export interface TakeOverOptions {
  readonly callers: Pick<
    Services,
    'clock' | 'randomBytes' | 'accessTokens' | 'accounts' | 'projects'
  >;
  /** The project whose keys the startup banner shows. */
  readonly projectId: string;
  /** Of the service's own issuer; undefined: users sign in at an issuer elsewhere first. */
  readonly ownerSignIn: OwnerSignIn | undefined;
  /** Whether anybody can sign in. */
  readonly hasSignIn: boolean;
  readonly log: (line: string) => void;
}

function refuseOwned(): ServiceError {
  const detail = 'The project has an owner: an owner can invite you.';
  return new ServiceError('route_not_found', { detail });
}

/**
 * The take-over of the local project, while no user owns it. A user who is signed in becomes its
 * owner. Without a sign-in it is the owner of this machine, and the browser gets a ticket to sign
 * in with. The project stays on the local account, whose plan `--plan` replaces.
 */
export function createTakeOver(db: LocalDatabase, options: TakeOverOptions) {
  const { callers, projectId, ownerSignIn, hasSignIn, log } = options;
  const logged = (message: string) => log(`take-over: ${message}`);
  const services = {
    ...callers,
    audit: createSqliteAuditStore(db),
    log: { info: logged, warn: logged, error: logged },
  };
  const owners = createSqliteOwners(db);

  const findAccount = async (authorization: string | undefined): Promise<OpenedAccount> => {
    const isOneClick = authorization === undefined && ownerSignIn !== undefined;
    if (!isOneClick) return (await recogniseUser(services, authorization)).account;
    if (await owners.hasOwner(projectId)) throw refuseOwned();
    return recogniseIdentity(services, ownerSignIn.identity());
  };

  return {
    async offer(): Promise<TakeOverOffer> {
      const isOwned = !hasSignIn || (await owners.hasOwner(projectId));
      const project = isOwned ? undefined : await services.projects.getProject(projectId);
      if (!project || project.deletion) return { offer: 'none' };
      const { name, plan } = project;
      return { offer: ownerSignIn ? 'one-click' : 'after-sign-in', project: { name, plan } };
    },
    /** Throws as recogniseUser does, project_not_found, and route_not_found if it is owned. */
    async take({ authorization, sourceAddress, requestId }: ActionRequest): Promise<object> {
      const account = await findAccount(authorization);
      const { accountId } = account;
      const source = { sourceAddress, requestId };
      const act = actOnProject(TAKE_OVER_ACTION, accountId, projectId, source);
      return auditAct(services, act, async () => {
        const isOneClick = authorization === undefined;
        const unless = isOneClick ? 'owned' : 'owned by another';
        const now = services.clock();
        const outcome = await owners.makeOwner(projectId, account, { now, unless });
        if (outcome === 'owned') throw refuseOwned();
        if (outcome === 'not_found') throw new ServiceError('project_not_found');
        const ticket = isOneClick ? { ticket: ownerSignIn?.issueTicket() } : {};
        return { projectId, role: 'owner', ...ticket };
      });
    },
  };
}
