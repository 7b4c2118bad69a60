import type { Endpoint } from '../../api/endpoint.ts';
import type { AuditEvent } from '../../audit/audit-event.ts';
import type { Services } from '../../ports/services.ts';
import { auditAct } from './audit-act.ts';
import type { KeyCaller } from './authenticate.ts';
import type { User } from './authenticate-user.ts';

type Needs = Pick<Services, 'audit' | 'clock' | 'randomBytes' | 'log' | 'memberships'>;

/** A user's call with its parsed body. */
export interface AuditedCall {
  readonly contract: Endpoint;
  readonly user: User;
  readonly input: Readonly<Record<string, unknown>>;
  readonly source: Pick<AuditEvent, 'sourceAddress' | 'requestId'>;
}

/** A call with an API key, and its parsed body. */
export interface KeyedCall extends Pick<AuditedCall, 'contract' | 'input' | 'source'> {
  readonly caller: Pick<KeyCaller, 'keyId' | 'project'>;
}

/** Runs a call with an API key, recorded in the trail of the key's project. */
export async function auditKeyCall<Answer extends object>(
  services: Parameters<typeof auditAct>[0],
  { contract, caller, input, source }: KeyedCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { keyId, project } = caller;
  const { accountId, projectId } = project;
  const actor = { kind: 'apiKey', keyId } as const;
  const act = { action: contract.name, actor, accountId, projectId, sent: input, source };
  return auditAct(services, act, run);
}

/**
 * Runs a call, audited if its row of THE endpoint table says so. A non-member writes nothing into a
 * project's trail: they get project_not_found.
 */
export async function auditCall<Answer extends object>(
  services: Needs,
  { contract, user, input, source }: AuditedCall,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { accountId } = user.account;
  const projectId = typeof input.projectId === 'string' ? input.projectId : null;
  const membership = projectId && (await services.memberships.getMembership(projectId, accountId));
  if (projectId !== null && !membership) return run();
  const actor = { kind: 'person', accountId, role: membership ? membership.role : null } as const;
  const act = { action: contract.name, actor, accountId, projectId, sent: input, source };
  return auditAct(services, act, run);
}
