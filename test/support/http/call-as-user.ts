import type { Role } from '../../../core/accounts/roles.ts';
import { type Endpoint, PROJECT_HEADER } from '../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import { createHandler as createApiKeyCalls } from '../../../lambdas/api/api-key-calls.ts';
import { createHandler as createDelete } from '../../../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpdate } from '../../../lambdas/api/update-image-metadata.ts';
import { createHandler as createUploadFromUrl } from '../../../lambdas/api/upload-from-url.ts';
import { createHandler as createUploadKeyCalls } from '../../../lambdas/api/upload-key-calls.ts';
import { createHandler as createUpload } from '../../../lambdas/api/upload-temporary-image.ts';
import type { RecordServices } from '../../../lambdas/composition/services.ts';
import type { ApiHandler } from '../../../lambdas/http/api-types.ts';
import { createUserCalls } from '../../../local/lambda/user-calls.ts';
import { drawJpeg } from '../images/draw.ts';
import { makeContext, makeServices, type TestServices } from '../stores/make-services.ts';
import { makeApiEvent } from './api-event.ts';

const IMAGE = drawJpeg(16, 16);
const ISSUER = 'https://issuer.example';
type Services = TestServices['services'] & RecordServices;

/** The functions that users call. */
const FUNCTIONS: Readonly<Record<string, (services: Services) => ApiHandler>> = {
  'account-and-team-calls': createUserCalls,
  'project-calls': createUserCalls,
  'project-key-calls': createUserCalls,
  'webhook-calls': createUserCalls,
  'api-key-calls': createApiKeyCalls,
  'delete-image': createDelete,
  'save-temporary-image': createSave,
  'update-image-metadata': createUpdate,
  'upload-temporary-image': createUpload,
  'upload-from-url': createUploadFromUrl,
  'upload-key-calls': createUploadKeyCalls,
};

/**
 * Services where a token is the name of its user, and `<name>@example.com` their verified address.
 * `ann=Ann@Example.com` is a token of hers with another address, `ann=?ann@example.com` with one
 * that isn't verified, `ann=` with none.
 */
export function makeUserServices(): Promise<TestServices> {
  return makeServices({
    isCdnHost: (host) => host === 'cdn.example.com', // as the contract's examples name it
    accessTokens: {
      identify: async (token) => ({ issuer: ISSUER, subject: token.split('=')[0] ?? '' }),
    },
    userInfo: {
      of: async (token) => {
        const [name, said = `${name}@example.com`] = token.split('=');
        if (said === '') return undefined;
        return { email: said.replace(/^\?/, ''), emailVerified: !said.startsWith('?') };
      },
    },
  });
}

/** Calls as a user; returns the answer. */
export async function callAs(
  { services }: Pick<TestServices, 'services'>,
  token: string,
  endpoint: Endpoint,
  body: object = endpoint.request.kind === 'json' ? endpoint.request.example : {},
): Promise<{ status: number; json: Record<string, unknown> }> {
  const create = FUNCTIONS[endpoint.functionName];
  if (!create) throw new Error(`nobody told this test of ${endpoint.functionName}`);
  const isBytes = endpoint.request.kind === 'bytes';
  const { projectId } = body as { readonly projectId?: string };
  const event = makeApiEvent(endpoint, {
    headers: {
      'content-type': isBytes ? 'image/jpeg' : 'application/json',
      authorization: `Bearer ${token}`,
      ...(isBytes && projectId !== undefined && { [PROJECT_HEADER.toLowerCase()]: projectId }),
    },
    body: isBytes ? await IMAGE : JSON.stringify(body),
  });
  const answer = await create(services)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body) };
}

/** Signs a user in and returns their account. */
export async function accountIdOf(
  { services }: Pick<TestServices, 'services'>,
  name: string,
): Promise<string> {
  await callAs({ services }, name, ENDPOINTS.listProjects);
  const account = await services.accounts.findByIdentity({ issuer: ISSUER, subject: name });
  if (!account) throw new Error(`${name} has no account`);
  return account.accountId;
}

/** Makes a user a member of a project by its owner's invitation. */
export async function joinAs(
  test: TestServices,
  owner: string,
  projectId: string,
  name: string,
  role: Role,
): Promise<string> {
  const invite = { projectId, email: `${name}@example.com`, role };
  const { json } = await callAs(test, owner, ENDPOINTS.inviteMember, invite);
  const { invitation } = json;
  const { status } = await callAs(test, name, ENDPOINTS.acceptInvitation, { invitation });
  if (status !== 200) throw new Error(`${name} could not join`);
  return accountIdOf(test, name);
}
