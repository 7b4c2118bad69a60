import type { ProjectPurge } from '../../ports/images/edge-purge.ts';
import type { Services } from '../../ports/services.ts';

/**
 * Forgets a secret, and lets the edge forget what was answered to its URLs. False where there was
 * none.
 */
export async function revokeSigningSecret(
  { signingSecrets, edge }: Pick<Services, 'signingSecrets'> & { readonly edge: ProjectPurge },
  projectId: string,
  secretId: string,
): Promise<boolean> {
  const wasThere = await signingSecrets.removeSecret(projectId, secretId);
  // even so: a revocation may have been cut off before the edge was told
  await edge.purgeProject(projectId);
  return wasThere;
}
