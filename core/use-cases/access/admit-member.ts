import type { Role } from '../../accounts/roles.ts';
import type { Endpoint } from '../../api/endpoint.ts';
import { requireProjectId } from '../../api/read-body.ts';
import type { Services } from '../../ports/services.ts';
import { type AuditedCall, auditCall } from './audit-call.ts';
import type { Person } from './authenticate-person.ts';
import { requireRole } from './require-role.ts';

type Needs = Pick<Services, 'audit' | 'clock' | 'randomBytes' | 'log' | 'memberships' | 'projects'>;
type Body = Readonly<Record<string, unknown>>;

/** A call of a user with a parsed body whose fields are not validated yet. */
export interface UnreadCall extends Pick<AuditedCall, 'person' | 'source'> {
  readonly contract: Endpoint;
  readonly body: unknown;
}

/** Null: that is not for us to say. */
function leastRole({ credential }: Endpoint, { account }: Person, body: Body): Role | null {
  if (credential.kind !== 'accessToken' || credential.outlivesProject) return null;
  const isOwn = body.accountId === account.accountId;
  return (isOwn ? credential.ownRole : undefined) ?? credential.role;
}

/** What was sent of a call's own fields: those of other names are of no concern to anybody. */
function knownFields({ request }: Endpoint, body: Body): Body {
  const names = request.kind === 'json' ? Object.keys(request.schema.shape) : [];
  const sent = names.filter((name) => Object.hasOwn(body, name));
  return Object.fromEntries(sent.map((name) => [name, body[name]]));
}

/**
 * Holds a person to the role that a call asks for in the project that its body names, before any
 * other field is looked at (errors.check-order). The use case asks again: this one decides who is
 * told what is wrong with a body. Of a call that is written down the refusal is, too. Throws
 * validation_failed for the project's id, project_not_found, insufficient_role, project_suspended.
 */
export async function admitMember(
  services: Needs,
  { contract, person, body, source }: UnreadCall,
): Promise<void> {
  const projectId = requireProjectId(body);
  const role = leastRole(contract, person, body as Body);
  if (role === null) return;
  try {
    // whether a deleted one will do is a question of its state, which comes after the fields
    await requireRole(services, person, projectId, role, 'deleted too');
  } catch (error) {
    if (!contract.isAudited) throw error;
    const input = knownFields(contract, body as Body);
    await auditCall(services, { contract, person, input, source }, () => Promise.reject(error));
  }
}
