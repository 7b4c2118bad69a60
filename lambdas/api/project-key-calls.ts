import {
  createApiKey,
  createUploadKey,
  listApiKeys,
  listUploadKeys,
  revokeApiKey,
  revokeUploadKey,
  rotateApiKey,
  rotateUploadKey,
} from '../../core/use-cases/keys/manage-project-keys.ts';
import {
  createSecretAs,
  listSecretsAs,
  revokeSecretAs,
} from '../../core/use-cases/keys/manage-signing-secrets.ts';
import {
  AWS_PROJECT_EDGE_PURGE,
  type ProjectPurgeServices,
} from '../composition/project-deletion-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_USERS, type UserServices } from '../composition/user-services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

type CallServices = RecordServices & UserServices & ProjectPurgeServices;

/** Every user's call about a project's keys and signing secrets. */
export function createHandler(services: CallServices) {
  return routeCalls(services, 'project-key-calls', {
    createApiKey,
    listApiKeys,
    rotateApiKey,
    revokeApiKey,
    createUploadKey,
    listUploadKeys,
    rotateUploadKey,
    revokeUploadKey,
    createSigningSecret: createSecretAs,
    listSigningSecrets: listSecretsAs,
    revokeSigningSecret: revokeSecretAs,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_USERS, ...AWS_PROJECT_EDGE_PURGE })),
);
