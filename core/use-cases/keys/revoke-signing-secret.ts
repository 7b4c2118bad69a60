import type { ProjectPurge } from '../../ports/images/edge-purge.ts';
import type { Services } from '../../ports/services.ts';

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
