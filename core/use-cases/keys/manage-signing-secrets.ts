import { LEADS_KEYS } from '../../api/calls/key-shapes.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Person } from '../access/authenticate-person.ts';
import { requireRole } from '../access/require-role.ts';
import { createProjectSigningSecret } from './create-signing-secret.ts';
import { listSigningSecrets } from './list-signing-secrets.ts';
import { revokeSigningSecret } from './revoke-signing-secret.ts';

type Needs = Pick<
  Services,
  'clock' | 'randomBytes' | 'signingSecrets' | 'memberships' | 'projects'
>;

const { role } = LEADS_KEYS.credential;
const timeOf = (at: number) => new Date(at).toISOString();

/**
 * A new signing secret of a project, shown once (signing.secrets). Throws project_not_found,
 * insufficient_role, signing_secret_limit_reached.
 */
export async function createSecretAs(services: Needs, person: Person, projectId: string) {
  await requireRole(services, person, projectId, role);
  const made = await createProjectSigningSecret(services, projectId);
  if (made) return { ...made, createdAt: timeOf(made.createdAt) };
  const detail = `A project may have at most ${LIMITS.maxSigningSecrets} signing secrets; revoke one first.`;
  throw new ServiceError('signing_secret_limit_reached', { detail });
}

/** The active signing secrets of a project, without their texts. Throws project_not_found, insufficient_role. */
export async function listSecretsAs(services: Needs, person: Person, projectId: string) {
  await requireRole(services, person, projectId, role);
  const secrets = await listSigningSecrets(services, projectId);
  return { secrets: secrets.map((one) => ({ ...one, createdAt: timeOf(one.createdAt) })) };
}

/** Ends a signing secret, at the edge too. Throws project_not_found, insufficient_role, signing_secret_not_found. */
export async function revokeSecretAs(
  services: Needs & Pick<Services, 'projectPurge'>,
  person: Person,
  { projectId, secretId }: { readonly projectId: string; readonly secretId: string },
) {
  await requireRole(services, person, projectId, role);
  const { signingSecrets, projectPurge: edge } = services;
  const wasThere = await revokeSigningSecret({ signingSecrets, edge }, projectId, secretId);
  if (!wasThere) throw new ServiceError('signing_secret_not_found');
  return { message: 'signing_secret_revoked' as const };
}
