import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';

let test: TestUsers;
let projectId: string;
let purged: string[];

beforeEach(async () => {
  purged = [];
  const projectPurge = { purgeProject: async (id: string) => void purged.push(id) };
  test = await makeUsers({ projectPurge });
  projectId = await test.projectOf('ann');
});
afterEach(() => test.remove());

const create = async () => test.call('ann', 'createSigningSecret', { projectId });
const list = async () => (await test.call('ann', 'listSigningSecrets', { projectId })).json.secrets;

describe('signing secrets', () => {
  it('are shown once, and listed without their texts (signing.secrets)', async () => {
    const { status, json } = await create();
    expect(status).toBe(200);
    expect(json.secret).toMatch(/^[\w-]{43}$/);
    const { secretId, createdAt } = json;
    expect(await list()).toEqual([{ secretId, createdAt, lastFour: json.secret.slice(-4) }]);
  });

  it('are two at most, also when many are asked for at the same time (signing.secrets)', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, create));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, json } of refused) {
      expect([status, json.code]).toEqual([409, 'signing_secret_limit_reached']);
    }
    expect(await list()).toHaveLength(2);
  });

  it('end with their revocation, and the edge forgets the project (signing.secrets)', async () => {
    const { secretId } = (await create()).json;
    const reference = { projectId, secretId };
    const { status, json } = await test.call('ann', 'revokeSigningSecret', reference);
    expect([status, json]).toEqual([200, { message: 'signing_secret_revoked' }]);
    expect(purged).toEqual([projectId]);
    expect(await list()).toEqual([]);
    const again = await test.call('ann', 'revokeSigningSecret', reference);
    expect([again.status, again.json.code]).toEqual([404, 'signing_secret_not_found']);
    expect(purged).toEqual([projectId, projectId]); // mends one that was cut off between the two
  });

  it('are the affair of admins and owners, and those of others are unknown (errors.forbidden, security.foreign-as-unknown)', async () => {
    const { secretId } = (await create()).json;
    const theirs = await test.projectOf('bob');
    const foreign = { projectId: theirs, secretId };
    const unknown = { projectId: theirs, secretId: `sec_${'z'.repeat(26)}` };
    const answers = await Promise.all(
      [foreign, unknown].map(async (body) => {
        const { json } = await test.call('bob', 'revokeSigningSecret', body);
        const { requestId: _, ...rest } = json;
        return rest;
      }),
    );
    expect(answers[0]).toMatchObject({ code: 'signing_secret_not_found' });
    expect(answers[1]).toEqual(answers[0]);
    await test.giveRole('ed', projectId, 'editor');
    for (const [name, who, code] of [
      ['createSigningSecret', 'ed', 'insufficient_role'],
      ['listSigningSecrets', 'ed', 'insufficient_role'],
      ['revokeSigningSecret', 'ed', 'insufficient_role'],
      ['createSigningSecret', 'bob', 'project_not_found'],
      ['listSigningSecrets', 'bob', 'project_not_found'],
      ['revokeSigningSecret', 'bob', 'project_not_found'],
    ] as const) {
      const body = { projectId, ...(name === 'revokeSigningSecret' ? { secretId } : {}) };
      expect((await test.call(who, name, body)).json.code, name).toBe(code);
    }
    expect(await list()).toHaveLength(1);
    expect(purged).not.toContain(projectId);
  });
});
