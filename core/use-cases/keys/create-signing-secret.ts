import type { Services } from '../../ports/services.ts';
import { createSigningSecret, type SigningSecret } from '../../projects/signing-secrets.ts';

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
