import type { InputOf } from '../../api/call-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Member } from '../access/authorize-member.ts';
import { createProjectSigningSecret } from './create-signing-secret.ts';
import { listSigningSecrets } from './list-signing-secrets.ts';
import { revokeSigningSecret } from './revoke-signing-secret.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'signingSecrets'>;

const timeOf = (at: number) => new Date(at).toISOString();

/**
 * A new signing secret of a project, shown once (signing.secrets). Throws
 * signing_secret_limit_reached.
 */
export async function createSecretAs(services: Needs, { project }: Member) {
  const result = await createProjectSigningSecret(services, project.projectId);
  if (result) return { ...result, createdAt: timeOf(result.createdAt) };
  const detail = `A project may have at most ${LIMITS.maxSigningSecrets} signing secrets; revoke one first.`;
  throw new ServiceError('signing_secret_limit_reached', { detail });
}

/** The active signing secrets of a project, without their texts. */
export async function listSecretsAs(services: Needs, { project }: Member) {
  const secrets = await listSigningSecrets(services, project.projectId);
  return { secrets: secrets.map((secret) => ({ ...secret, createdAt: timeOf(secret.createdAt) })) };
}

/** Ends a signing secret, at the edge too. Throws signing_secret_not_found. */
export async function revokeSecretAs(
  services: Needs & Pick<Services, 'projectPurge'>,
  { project }: Member,
  { secretId }: InputOf<'revokeSigningSecret'>,
) {
  const { signingSecrets, projectPurge: edge } = services;
  const { projectId } = project;
  const wasThere = await revokeSigningSecret({ signingSecrets, edge }, projectId, secretId);
  if (!wasThere) throw new ServiceError('signing_secret_not_found');
  return { message: 'signing_secret_revoked' as const };
}
