import { describe, expect, it } from 'vitest';
import { client } from '../support/e2e/service-under-test.ts';
import { hasSignIn, newEmail, signIn } from '../support/e2e/users.ts';
import { untilNotBusy } from '../support/waits/until-not-busy.ts';

const ofSomebody = (accessToken: string) =>
  client.call('list-projects', {}, { 'X-API-Key': '', Authorization: `Bearer ${accessToken}` });

describe.skipIf(!hasSignIn)('a user who signs in', () => {
  it('owns a default project that pages of this machine may upload to, from the first call on (accounts.first-sign-in)', async () => {
    const user = await signIn();
    const { status, json } = await user.call('list-projects');
    expect(status).toBe(200);
    expect(json.projects).toMatchObject([
      { name: 'default', role: 'owner', allowedOrigins: ['http://localhost:*'] },
    ]);
    const [project] = json.projects;
    const got = await user.call('get-project', { projectId: project.projectId });
    expect([got.status, got.json]).toEqual([200, project]);
  });

  it('is the same user at the next sign-in, and another address is another user (accounts.identity)', async () => {
    const email = newEmail();
    const first = await signIn(email);
    const again = await signIn(email);
    const other = await signIn();
    const own = await (await first.call('list-projects')).json;
    expect((await again.call('list-projects')).json).toEqual(own);
    const [project] = (await other.call('list-projects')).json.projects;
    expect(project.projectId).not.toBe(own.projects[0].projectId);
  });

  it('get-account shows their plan, and the same at each call', async () => {
    const user = await signIn();
    const { status, json } = await user.call('get-account');
    expect(status).toBe(200);
    expect(json).toMatchObject({ plan: { name: 'free' }, projects: { memberOf: 1, owned: 1 } });
    expect(JSON.stringify(json)).not.toContain(user.email);
    expect((await user.call('get-account')).json).toEqual(json);
  });

  it('gets one account of twenty concurrent first calls (accounts.first-sign-in)', async () => {
    const user = await signIn();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => untilNotBusy(() => user.call('list-projects'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const ids = answers.map(({ json }) =>
      json.projects.map((project: Project) => project.projectId),
    );
    expect(new Set(ids.flat()).size).toBe(1);
  });

  it('can’t distinguish another user’s project from an unknown one (security.foreign-as-unknown)', async () => {
    const [ann, bob] = [await signIn(), await signIn()];
    const [project] = (await ann.call('list-projects')).json.projects;
    const foreign = await bob.call('get-project', { projectId: project.projectId });
    const unknown = await bob.call('get-project', { projectId: `prj_${'q'.repeat(26)}` });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'project_not_found']);
    const { requestId: _, ...told } = foreign.json;
    const { requestId: __, ...expected } = unknown.json;
    expect(told).toEqual(expected);
  });
});
interface Project {
  readonly projectId: string;
}

describe.skipIf(!hasSignIn)('a token', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

  it('that was forged is refused, whatever it says of itself (errors.unauthorized, accounts.access-tokens)', async () => {
    const [header, payload, signature] = (await signIn()).accessToken.split('.');
    const claims = decode(payload);
    const forged = [
      `${encode({ ...decode(header), alg: 'none' })}.${payload}.`,
      `${header}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`,
      `${header}.${encode({ ...claims, exp: claims.exp + 3_600 })}.${signature}`,
      `${header}.${payload}.${'A'.repeat(signature?.length ?? 0)}`,
      `${encode({ ...decode(header), kid: 'unknown' })}.${payload}.${signature}`,
      'x.y.z',
    ];
    for (const token of forged) {
      const { status, json } = await ofSomebody(token);
      expect([status, json.code]).toEqual([401, 'invalid_access_token']);
    }
  });

  it('that is missing is missing_access_token, and an API key is none (errors.unauthorized, accounts.access-tokens)', async () => {
    const { status, json } = await client.call('list-projects', {});
    expect([status, json.code]).toEqual([401, 'missing_access_token']);
  });
});
