import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEnough, ROLES } from '../../../../core/accounts/roles.ts';
import { type Endpoint, roleOf } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { encodeIdBytes } from '../../../../core/images/ids.ts';
import {
  accountIdOf,
  callAs,
  joinAs,
  makeUserServices,
} from '../../../support/http/call-as-user.ts';
import type { TestServices } from '../../../support/stores/make-services.ts';

/**
 * Every call that a user makes with a role in a project, from THE table. A new call is tested
 * without a change here.
 */
const CALLS = Object.values<Endpoint>(ENDPOINTS).flatMap((endpoint) => {
  const requested = roleOf(endpoint);
  return requested ? [[endpoint.name, requested, endpoint] as const] : [];
});
/** Answers of who was not let in, and of a call that was not understood and so proves nothing. */
const NOT_LET_IN = [
  'insufficient_role',
  'project_not_found',
  'validation_failed',
  'invalid_json',
  'invalid_image_reference',
  'conflicting_fields',
  'missing_access_token',
  'invalid_access_token',
  'internal_error',
  'missing_api_key',
];

let test: TestServices;
let count = 0;
beforeAll(async () => {
  test = await makeUserServices();
});
afterAll(() => test.remove());

const newPerson = async () => {
  count += 1;
  const name = `user${count}`;
  const accountId = await accountIdOf(test, name);
  const [own] = await test.services.memberships.listProjectsOf(accountId);
  return { name, accountId, projectId: own?.projectId ?? '' };
};
/**
 * The call's example, about this project; calls that ask for the project's name find it to be the
 * one that the example says.
 */
const bodyFor = async ({ request }: Endpoint, projectId: string) => {
  const example = request.kind === 'json' ? request.example : {};
  if (typeof example.name === 'string') {
    await test.services.projects.changeSettings(projectId, { name: example.name });
  }
  return { ...example, projectId };
};
const withoutId = ({ requestId: _, ...rest }: Record<string, unknown>) => rest;

it('the table has calls for each role but viewers’ alone', () => {
  expect(new Set(CALLS.map(([, requested]) => requested)).size).toBeGreaterThan(2);
});

describe.each(CALLS)('%s, for %s and above (members.roles)', (_, requested, endpoint) => {
  it.each(ROLES.filter((role) => isEnough(role, requested)))('lets in: %s', async (role) => {
    const { name: owner, projectId } = await newPerson();
    const { name } = await newPerson();
    await joinAs(test, owner, projectId, name, role);
    const { json } = await callAs(test, name, endpoint, await bodyFor(endpoint, projectId));
    expect(NOT_LET_IN).not.toContain(json.code);
  });

  const tooLow = ROLES.filter((role) => !isEnough(role, requested));
  it.runIf(tooLow.length > 0).each(tooLow)(
    'refuses: %s (errors.forbidden, members.roles)',
    async (role) => {
      const { name: owner, projectId } = await newPerson();
      const { name } = await newPerson();
      await joinAs(test, owner, projectId, name, role);
      const { status, json } = await callAs(
        test,
        name,
        endpoint,
        await bodyFor(endpoint, projectId),
      );
      expect([status, json.code]).toEqual([403, 'insufficient_role']);
    },
  );

  it('answers a user who is no member the same for an existing project as for an unknown one (security.foreign-as-unknown)', async () => {
    const { projectId } = await newPerson();
    const { name } = await newPerson();
    const unknown = `prj_${encodeIdBytes(randomBytes(26))}`;
    const [foreign, none] = await Promise.all(
      [projectId, unknown].map(async (id) =>
        callAs(test, name, endpoint, await bodyFor(endpoint, id)),
      ),
    );
    expect([foreign?.status, foreign?.json.code]).toEqual([404, 'project_not_found']);
    expect(withoutId(foreign?.json ?? {})).toEqual(withoutId(none?.json ?? {}));
  });
});

describe('a deleted project', () => {
  const REACHES = CALLS.filter(
    ([, , { credential }]) => 'reachesDeleted' in credential && credential.reachesDeleted,
  ).map(([name]) => name);
  const NAME = 'to delete';
  let projectId = '';
  let owner = '';
  let admin = '';
  beforeAll(async () => {
    owner = (await newPerson()).name;
    admin = (await newPerson()).name;
    const response = await callAs(test, owner, ENDPOINTS.createProject, { name: NAME });
    projectId = response.json.projectId as string;
    await joinAs(test, owner, projectId, admin, 'admin');
    const body = { projectId, name: NAME };
    expect((await callAs(test, owner, ENDPOINTS.deleteProject, body)).status).toBe(200);
  });
  const answerTo = async (token: string, { request, ...endpoint }: Endpoint) => {
    const example = request.kind === 'json' ? request.example : {};
    const named = typeof example.name === 'string' ? { name: NAME } : {};
    const body = { ...example, ...named, projectId };
    const { json } = await callAs(test, token, { request, ...endpoint }, body);
    return [endpoint.name, json.code];
  };

  it('is unknown to all but its owners, in every call (security.foreign-as-unknown)', async () => {
    for (const [name, , endpoint] of CALLS) {
      expect(await answerTo(admin, endpoint)).toEqual([name, 'project_not_found']);
    }
  });

  it('is there to its owners for the calls whose row says so, and for no other (security.foreign-as-unknown)', async () => {
    expect(REACHES.length).toBeGreaterThan(3);
    // the last of them brings it back
    const calls = [...CALLS].sort(
      ([a], [b]) => Number(a === 'restore-project') - Number(b === 'restore-project'),
    );
    for (const [name, , endpoint] of calls) {
      const code = REACHES.includes(name) ? undefined : 'project_not_found';
      expect(await answerTo(owner, endpoint)).toEqual([name, code]);
    }
  });
});
