import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { makeExampleEvent } from '../../../support/http/api-event.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { handlerOf } from '../../../support/http/handler-of.ts';
import { makeContext } from '../../../support/stores/make-services.ts';

/** The stores in which a credential is looked up; each is down alone. */
const STORES = {
  apiKey: ['keys', 'projects'],
  uploadKey: ['keys', 'projects'],
  accessToken: ['accounts', 'memberships', 'accessTokens'],
  invitation: ['invitations'],
} as const satisfies Record<Endpoint['credential']['kind'], readonly (keyof Services)[]>;

let test: TestUsers;
let projectId: string;
beforeAll(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
});
afterAll(() => test.remove());

let struck = 0;
/** A store of which every call fails, as it does where the table can't be reached. */
function down(store: object, fault: () => Error): object {
  return Object.fromEntries(
    Object.keys(store).map((name) => [
      name,
      async () => {
        struck += 1;
        throw fault();
      },
    ]),
  );
}

async function call(endpoint: Endpoint, services: Services) {
  const event = makeExampleEvent(endpoint, test.credentials, projectId);
  const answer = await (await handlerOf(endpoint, services))(event, makeContext());
  return { status: answer.statusCode, code: JSON.parse(answer.body).code };
}

describe.each([
  ['slow', () => new ServiceError('busy', { headers: { 'Retry-After': '2' } }), [503, 'busy']],
  ['broken', () => new Error('down'), [500, 'internal_error']],
] as const)('a store of credentials that is %s', (_, fault, expected) => {
  it.each(Object.values<Endpoint>(ENDPOINTS).map((endpoint) => [endpoint.name, endpoint] as const))(
    'never permits %s and never refuses it as if it knew (errors.busy)',
    async (_name, endpoint) => {
      const { credential } = endpoint;
      for (const name of STORES[credential.kind]) {
        const hasRole = 'role' in credential && credential.role !== null;
        if (name === 'memberships' && !hasRole) continue; // it is about no project
        const services = { ...test.services, [name]: down(test.services[name], fault) };
        const before = struck;
        const { status, code } = await call(endpoint, services);
        expect([status, code, name]).toEqual([...expected, name]);
        expect(struck).toBeGreaterThan(before);
      }
    },
  );
});
