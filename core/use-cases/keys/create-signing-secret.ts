import type { Services } from '../../ports/services.ts';
import { createSigningSecret, type SigningSecret } from '../../projects/signing-secrets.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'signingSecrets'>;

/**
 * A new secret beside those that a project has: all are active. Undefined, and nothing is stored,
 * where it has as many as it may.
 */
export async function createProjectSigningSecret(
  { clock, randomBytes, signingSecrets }: Needs,
  projectId: string,
): Promise<SigningSecret | undefined> {
  const secret = createSigningSecret(randomBytes, clock());
  return (await signingSecrets.addSecret(projectId, secret)) ? secret : undefined;
}
