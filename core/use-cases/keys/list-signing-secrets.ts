import type { Services } from '../../ports/services.ts';
import type { SigningSecret } from '../../projects/signing-secrets.ts';

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
