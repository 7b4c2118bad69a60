import type { KeyKind } from '../../core/projects/credentials.ts';
import {
  type CreateKeyInput,
  createProjectKey,
} from '../../core/use-cases/keys/create-project-key.ts';
import { listProjectKeys } from '../../core/use-cases/keys/list-project-keys.ts';
import {
  createSecretAs,
  listSecretsAs,
  revokeSecretAs,
} from '../../core/use-cases/keys/manage-signing-secrets.ts';
import { revokeProjectKey } from '../../core/use-cases/keys/revoke-project-key.ts';
import {
  type RotateKeyInput,
  rotateProjectKey,
} from '../../core/use-cases/keys/rotate-project-key.ts';
import {
  AWS_PROJECT_EDGE_PURGE,
  type ProjectPurgeServices,
} from '../composition/project-deletion-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_PEOPLE, type PeopleServices } from '../composition/user-services.ts';
import { type PersonRun, personEndpoint } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

type CallServices = RecordServices & PeopleServices & ProjectPurgeServices;
/** A body that its endpoint's schema was held to. */
type Input = Record<string, unknown>;

/** The same calls for keys of either kind. */
function keyCalls(services: CallServices, kind: KeyKind) {
  const ringOf = (input: Input) => ({ projectId: input.projectId as string, kind });
  const create: PersonRun = (person, input) =>
    createProjectKey(services, person, kind, input as unknown as CreateKeyInput);
  const list: PersonRun = (person, input) => listProjectKeys(services, person, ringOf(input));
  const rotate: PersonRun = (person, input) =>
    rotateProjectKey(services, person, ringOf(input), input as unknown as RotateKeyInput);
  const revoke: PersonRun = (person, input) =>
    revokeProjectKey(services, person, ringOf(input), input.keyId as string);
  return { create, list, rotate, revoke };
}

/** Every call of a person about a project's keys and signing secrets. */
export function createHandler(services: CallServices) {
  const apiKeys = keyCalls(services, 'api');
  const uploadKeys = keyCalls(services, 'upload');
  const runs: Readonly<Record<CallsOf<'project-key-calls'>, PersonRun>> = {
    createApiKey: apiKeys.create,
    listApiKeys: apiKeys.list,
    rotateApiKey: apiKeys.rotate,
    revokeApiKey: apiKeys.revoke,
    createUploadKey: uploadKeys.create,
    listUploadKeys: uploadKeys.list,
    rotateUploadKey: uploadKeys.rotate,
    revokeUploadKey: uploadKeys.revoke,
    createSigningSecret: (person, input) =>
      createSecretAs(services, person, input.projectId as string),
    listSigningSecrets: (person, input) =>
      listSecretsAs(services, person, input.projectId as string),
    revokeSigningSecret: (person, input) =>
      revokeSecretAs(services, person, {
        projectId: input.projectId as string,
        secretId: input.secretId as string,
      }),
  };
  return routeCalls<'project-key-calls', PersonRun>(runs, (contract, run) =>
    personEndpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_PEOPLE, ...AWS_PROJECT_EDGE_PURGE })),
);
