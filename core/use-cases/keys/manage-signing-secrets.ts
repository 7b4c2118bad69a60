import type { InputOf } from '../../api/call-types.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ProjectPurge } from '../../ports/images/edge-purge.ts';
import type { Services } from '../../ports/services.ts';
import { createSigningSecret, type SigningSecret } from '../../projects/signing-secrets.ts';
import type { Member } from '../access/authorize-member.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'signingSecrets'>;

/**
 * A new active secret beside a project's existing ones. Undefined, and nothing is stored, if the
 * project has the maximum.
 */
export async function createProjectSigningSecret(
  { clock, randomBytes, signingSecrets }: Needs,
  projectId: string,
): Promise<SigningSecret | undefined> {
  const secret = createSigningSecret(randomBytes, clock());
  return (await signingSecrets.addSecret(projectId, secret)) ? secret : undefined;
}

/** The fields of a secret that are shown after its creation. */
export interface ListedSecret extends Omit<SigningSecret, 'secret'> {
  readonly lastFour: string;
}

/** A project's active signing secrets, oldest first, without their texts. */
export async function listSigningSecrets(
  { signingSecrets }: Pick<Services, 'signingSecrets'>,
  projectId: string,
): Promise<ListedSecret[]> {
  const secrets = await signingSecrets.listSecrets(projectId);
  return secrets.map(({ secret, ...rest }) => ({ ...rest, lastFour: secret.slice(-4) }));
}

/**
 * Deletes a secret, and purges the edge of the responses to its URLs. False if it doesn't exist.
 */
export async function revokeSigningSecret(
  { signingSecrets, edge }: Pick<Services, 'signingSecrets'> & { readonly edge: ProjectPurge },
  projectId: string,
  secretId: string,
): Promise<boolean> {
  const wasThere = await signingSecrets.removeSecret(projectId, secretId);
  // even so: an earlier revocation may have been interrupted before the edge was purged
  await edge.purgeProject(projectId);
  return wasThere;
}

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
