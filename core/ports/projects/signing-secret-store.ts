import type { SigningSecret } from '../../projects/signing-secrets.ts';

/** The signing secrets of projects; a port, with its adapters in adapters/signing-secret-store. */
export interface SigningSecretStore {
  /** A project's, oldest first. */
  listSecrets(projectId: string): Promise<SigningSecret[]>;
  /** False, and nothing is stored, where the project has LIMITS.maxSigningSecrets. */
  addSecret(projectId: string, secret: SigningSecret): Promise<boolean>;
  /** False where there was none. */
  removeSecret(projectId: string, secretId: string): Promise<boolean>;
}
