import type { SigningSecret } from '../../projects/signing-secrets.ts';

/** A port for the signing secrets of projects. */
export interface SigningSecretStore {
  /** The secrets of a project, oldest first. */
  listSecrets(projectId: string): Promise<SigningSecret[]>;
  /** False, and nothing is stored, if the project has LIMITS.maxSigningSecrets. */
  addSecret(projectId: string, secret: SigningSecret): Promise<boolean>;
  /** False if it doesn't exist. */
  removeSecret(projectId: string, secretId: string): Promise<boolean>;
}
