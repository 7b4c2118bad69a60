import type { Endpoint, MemberCredential } from '../../api/endpoint.ts';
import { requireProjectId } from '../../api/read-body.ts';
import type { Services } from '../../ports/services.ts';
import { type AuditedCall, auditCall } from './audit-call.ts';
import { authorizeMember, type Member, type RoleRule } from './authorize-member.ts';
import type { Applicant } from './callers.ts';

type Needs = Pick<Services, 'audit' | 'clock' | 'randomBytes' | 'log' | 'memberships' | 'projects'>;
type Body = Readonly<Record<string, unknown>>;

/** A call of a user with a parsed body whose fields are not validated yet. */
export interface UnreadCall extends Pick<AuditedCall, 'user' | 'source'> {
  readonly contract: Endpoint;
  readonly credential: MemberCredential;
  readonly body: unknown;
}

function ruleOf({ credential, user, body }: UnreadCall): RoleRule {
  const { role, ownRole = role, reachesDeleted = false } = credential;
  const isOwn = (body as Body).accountId === user.account.accountId;
  return { requiredRole: isOwn ? ownRole : role, reachesDeleted };
}

/** The fields of the call that were sent; fields of other names are left out. */
function knownFields({ request }: Endpoint, body: Body): Body {
  const names = request.kind === 'json' ? Object.keys(request.schema.shape) : [];
  const sent = names.filter((name) => Object.hasOwn(body, name));
  return Object.fromEntries(sent.map((name) => [name, body[name]]));
}

/**
 * Checks a user's role in the project that the body names, before any other field is validated
 * (errors.check-order): THE check of roles. If the call is audited, its refusal is too. Throws
 * validation_failed for the project's id, project_not_found, insufficient_role, project_suspended.
 */
export async function admitMember(services: Needs, call: UnreadCall): Promise<Member | Applicant> {
  const { contract, credential, user, body, source } = call;
  const projectId = requireProjectId(body);
  const rule = ruleOf(call);
  if (credential.outlivesProject) {
    const authorize = () => authorizeMember(services, user, projectId, rule);
    return { ...user, projectId, authorize };
  }
  try {
    // whether a deleted project is acceptable depends on its state, which is checked after the
    // fields
    const anyState = { ...rule, reachesDeleted: true };
    return { ...(await authorizeMember(services, user, projectId, anyState)), rule };
  } catch (error) {
    if (!contract.isAudited) throw error;
    const input = knownFields(contract, body as Body);
    const refused = { contract, user, input, source };
    return auditCall<Member>(services, refused, () => Promise.reject(error));
  }
}
