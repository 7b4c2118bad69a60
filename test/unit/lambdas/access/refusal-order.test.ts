import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Endpoint, roleOf } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';

/** Calls of users that need a role in a project. */
const ROLE_CALLS = Object.values<Endpoint>(ENDPOINTS)
  .filter((one) => roleOf(one))
  .filter(({ request }) => request.kind === 'json');
/** The receipt of a project's end is for its former owners: the call looks for that itself. */
const isReceipt = (endpoint: Endpoint) => endpoint.name === 'get-project-deletion-status';
const ABOVE_VIEWER = ROLE_CALLS.filter((roleCall) => roleOf(roleCall) !== 'viewer');
const byName = (calls: readonly Endpoint[]) =>
  calls.filter((call) => !isReceipt(call)).map((call) => [call.name, call] as const);

let test: TestUsers;
let projectId: string;
beforeEach(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
  await test.giveRole('vic', projectId, 'viewer');
});
afterEach(() => {
  vi.restoreAllMocks();
  return test.remove();
});

const call = (name: string, endpoint: Endpoint, body: object) =>
  callAny(test.services, endpoint, { headers: { authorization: `Bearer ${name}` }, body });

/** The number of times that the fields of a call's bodies were validated. */
function countValidations({ request }: Endpoint) {
  if (request.kind !== 'json') throw new Error('a user’s call takes JSON');
  return vi.spyOn(request.schema, 'safeParse').mock.calls;
}

const nonsense = () => ({ projectId, unknown: 1, name: 5, accountId: 'x', imageId: 'x' });

describe('a caller without the role', () => {
  it.each(byName(ROLE_CALLS))(
    'is refused by %s before a field is validated: strangers (errors.check-order)',
    async (_, endpoint) => {
      const validations = countValidations(endpoint);
      const { status, json } = await call('eve', endpoint, nonsense());
      expect([status, json.code]).toEqual([404, 'project_not_found']);
      expect(validations).toHaveLength(0);
    },
  );

  it.each(byName(ABOVE_VIEWER))(
    'is refused by %s before a field is validated: viewers (errors.check-order)',
    async (_, endpoint) => {
      const validations = countValidations(endpoint);
      const { status, json } = await call('vic', endpoint, nonsense());
      expect([status, json.code]).toEqual([403, 'insufficient_role']);
      expect(validations).toHaveLength(0);
    },
  );

  it.each(byName(ROLE_CALLS))(
    'a caller with the role gets from %s the faults of the fields (errors.check-order)',
    async (_, endpoint) => {
      const { status, json } = await call('ann', endpoint, nonsense());
      expect([status, json.code]).toEqual([400, 'validation_failed']);
      expect(json.errors.length).toBeGreaterThan(1);
    },
  );

  it.each([
    ['absent', {}],
    ['no id', { projectId: 'prj_x' }],
    ['no string', { projectId: [5] }],
  ])(
    'without a project that could be one, no other field is validated: %s (errors.check-order)',
    async (_, ofProject) => {
      for (const endpoint of ROLE_CALLS) {
        if (endpoint.name === 'get-usage') continue; // it may be about an account
        const validations = countValidations(endpoint);
        const { status, json } = await call('eve', endpoint, { ...ofProject, unknown: 1 });
        expect([endpoint.name, status, json.code]).toEqual([
          endpoint.name,
          400,
          'validation_failed',
        ]);
        expect(json.errors).toHaveLength(1);
        expect(JSON.stringify(json.errors)).toContain('projectId');
        expect(validations).toHaveLength(0);
      }
    },
  );

  it.each([[[]], [null], [5], ['x']])(
    'a body that is %j is no object, for anybody (errors.bad-request)',
    async (body) => {
      for (const endpoint of ROLE_CALLS) {
        const { status, json } = await call('eve', endpoint, body as unknown as object);
        expect([status, json.errors?.[0].detail]).toEqual([400, 'The body must be a JSON object.']);
      }
    },
  );

  it('a member who leaves needs no role, whatever the rest of the body (errors.check-order)', async () => {
    const accountId = await test.accountOf('vic');
    const { removeMember } = ENDPOINTS;
    const own = await call('vic', removeMember, { projectId, accountId, unknown: 1 });
    expect([own.status, own.json.code]).toEqual([400, 'validation_failed']);
    const other = { projectId, accountId: await test.accountOf('ann'), unknown: 1 };
    expect((await call('vic', removeMember, other)).json.code).toBe('insufficient_role');
  });

  it('a refusal for the role is in the trail with the sent values, of a field only its name', async () => {
    const secret = 'x'.repeat(20_000);
    const body = { projectId, name: secret, allowedOrigins: [secret], [secret]: 1 };
    await call('vic', ENDPOINTS.updateProject, body);
    await call('eve', ENDPOINTS.updateProject, body);
    const { json } = await call('ann', ENDPOINTS.listAuditEvents, { projectId });
    expect(json.events).toMatchObject([
      {
        action: 'update-project',
        outcome: 'refused',
        code: 'insufficient_role',
        subject: { projectId },
        fields: ['name', 'allowedOrigins'],
        actor: { accountId: await test.accountOf('vic') },
      },
    ]);
    expect(JSON.stringify(json)).not.toContain('xxx');
  });
});
