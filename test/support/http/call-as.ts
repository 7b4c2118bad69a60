import type { Role } from '../../../core/accounts/roles.ts';
import { ENDPOINTS, type EndpointName } from '../../../core/api/endpoints.ts';
import type { Services } from '../../../core/ports/services.ts';
import { createHandler as createApiKeyCalls } from '../../../lambdas/api/api-key-calls.ts';
import { createHandler as createSave } from '../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUploadFromUrl } from '../../../lambdas/api/upload-from-url.ts';
import { createHandler as createUploadKeyCalls } from '../../../lambdas/api/upload-key-calls.ts';
import { createUserCalls } from '../../../local/lambda/user-calls.ts';
import { makeContext, makeServices, type TestServices } from '../stores/make-services.ts';
import { makeApiEvent } from './api-event.ts';

const ISSUER = 'https://issuer.example';

/**
 * Services where a user's token is their name, and where a test gives users roles besides those
 * that they have.
 */
export async function makeUsers(changes: Partial<Services> = {}) {
  const test = await makeServices({
    accessTokens: { identify: async (subject) => ({ issuer: ISSUER, subject }) },
    ...changes,
  });
  const given = new Map<string, Role>();
  const own = test.services.memberships;
  const services: Services = {
    ...test.services,
    memberships: {
      ...own,
      getMembership: async (projectId, accountId) => {
        const role = given.get(`${projectId} ${accountId}`);
        if (role === undefined) return own.getMembership(projectId, accountId);
        return { projectId, accountId, role, createdAt: 0 };
      },
    },
  };
  const accountOf = async (subject: string) =>
    (await services.accounts.findByIdentity({ issuer: ISSUER, subject }))?.accountId ?? '';
  return {
    ...test,
    services,
    accountOf,
    /** The default project of a user; the call signs them in. */
    projectOf: async (name: string): Promise<string> => {
      const { json } = await callAs(services, name, 'listProjects', {});
      return json.projects[0].projectId;
    },
    giveRole: async (name: string, projectId: string, role: Role) => {
      await callAs(services, name, 'listProjects', {});
      given.set(`${projectId} ${await accountOf(name)}`, role);
    },
    call: (name: string, endpoint: EndpointName, body: object) =>
      callAs(services, name, endpoint, body),
  };
}

/** The services, the project and the calls of a test about users. */
export type TestUsers = Awaited<ReturnType<typeof makeUsers>>;

const HANDLERS = {
  'account-and-team-calls': createUserCalls,
  'project-calls': createUserCalls,
  'project-key-calls': createUserCalls,
  'webhook-calls': createUserCalls,
  'api-key-calls': createApiKeyCalls,
  'save-temporary-image': createSave,
  'upload-from-url': createUploadFromUrl,
  'upload-key-calls': createUploadKeyCalls,
} as const;

/** Runs a call with these headers in its own handler. */
export async function callWith(
  services: TestServices['services'],
  name: EndpointName,
  {
    headers,
    body,
    uploadKey,
  }: { headers: Record<string, string>; body: object; uploadKey?: string },
) {
  const endpoint = ENDPOINTS[name];
  const create = HANDLERS[endpoint.functionName as keyof typeof HANDLERS];
  const event = makeApiEvent(endpoint, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(uploadKey === undefined ? {} : { uploadKey }),
  });
  const answer = await create(services)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body) };
}

/** Runs a call with a user's access token. */
export function callAs(
  services: TestServices['services'],
  user: string,
  name: EndpointName,
  body: object,
) {
  return callWith(services, name, { headers: { authorization: `Bearer ${user}` }, body });
}
