import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, problemsOf, roleOf } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import {
  resumeProject,
  suspendProject,
} from '../../../../core/use-cases/moderation/suspend-project.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { openOperator } from '../../../support/stores/operator-ports.ts';

const ALL: readonly Endpoint[] = Object.values(ENDPOINTS);
const REASON = 'Phishing “pages” were reported';
const ORIGIN = 'http://localhost:3000';
let test: TestUsers;
let operator: ReturnType<typeof openOperator>;
let projectId: string;
let imageId: string;
let image: Buffer;
let before: Buffer;
let invitation: string;

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpoint.name, endpoint] as const);
const bodyOf = ({ request }: Endpoint) =>
  request.kind === 'json' ? { ...request.example } : image;
const withKey = () => ({ 'x-api-key': test.credentials.apiKey });

function asUser(endpoint: Endpoint, user: string) {
  const headers = { authorization: `Bearer ${user}` };
  return endpoint.request.kind === 'bytes'
    ? callAny(test.services, endpoint, {
        headers: { ...headers, 'x-project-id': projectId, 'content-type': 'image/jpeg' },
        body: image,
      })
    : callAny(test.services, endpoint, { headers, body: { ...bodyOf(endpoint), projectId } });
}

const asOwner = (endpoint: Endpoint) => asUser(endpoint, 'ann');

beforeAll(async () => {
  test = await makeUsers({
    userInfo: { of: async () => ({ email: 'bob@example.com', emailVerified: true }) },
  });
  operator = openOperator(test);
  ({ projectId } = test.credentials);
  image = await drawJpeg(60, 40);
  imageId = await storeImage(test, image);
  expect((await deliver(test, `/res/${imageId}.png?width=20`)).status).toBe(200);
  before = (await deliver(test, `/res/${imageId}.jpg`)).bytes;
  await test.giveRole('ann', projectId, 'owner');
  const invited = await callAny(test.services, ENDPOINTS.inviteMember, {
    headers: { authorization: 'Bearer ann' },
    body: { projectId, email: 'bob@example.com', role: 'editor' },
  });
  ({ invitation } = invited.json);
  await suspendProject(operator, projectId, REASON);
});
afterAll(async () => {
  operator.close();
  await test.remove();
});

describe('the keys of a suspended project (operator.suspension)', () => {
  const withApiKey = ALL.filter(({ credential }) => credential.kind === 'apiKey');
  it.each(named(withApiKey))('%s answers 403 with the reason', async (_, endpoint) => {
    const { status, json } = await callAny(test.services, endpoint, {
      headers: withKey(),
      body: bodyOf(endpoint),
    });
    expect([status, json.code]).toEqual([403, 'project_suspended']);
    expect(json.detail).toContain(REASON);
    expect(problemsOf(endpoint)).toContain('project_suspended');
  });

  const withUploadKey = ALL.filter(({ credential }) => credential.kind === 'uploadKey');
  it.each(named(withUploadKey))(
    '%s answers 403 that a page can read, without the reason: the key is public',
    async (_, endpoint) => {
      const { status, json, headers } = await callAny(test.services, endpoint, {
        headers: {
          origin: ORIGIN,
          ...(endpoint.request.kind === 'bytes' ? { 'content-type': 'image/jpeg' } : {}),
        },
        body: bodyOf(endpoint),
        uploadKey: test.credentials.uploadKey,
      });
      expect([status, json.code]).toEqual([403, 'project_suspended']);
      expect(headers['Access-Control-Allow-Origin']).toBe(ORIGIN);
      expect(JSON.stringify(json)).not.toContain(REASON);
      expect(problemsOf(endpoint)).toContain('project_suspended');
    },
  );

  it('a wrong key is refused as such first (errors.check-order)', async () => {
    const body = { imageId };
    const headers = { 'x-api-key': `${test.credentials.apiKey.slice(0, -1)}_` };
    const { json } = await callAny(test.services, ENDPOINTS.getImage, { headers, body });
    expect(json.code).toBe('invalid_api_key');
  });
});

describe('a member of a suspended project (operator.suspension)', () => {
  const changing = ALL.filter(
    (candidate) => ![undefined, null, 'viewer'].includes(roleOf(candidate)),
  );
  it.each(named(changing))('%s answers the owner 403 with the reason', async (_, endpoint) => {
    const { status, json } = await asOwner(endpoint);
    expect([status, json.code]).toEqual([403, 'project_suspended']);
    expect(json.detail).toContain(REASON);
    expect(problemsOf(endpoint)).toContain('project_suspended');
  });

  const reading = ALL.filter((candidate) => roleOf(candidate) === 'viewer');
  it.each(named(reading))('%s still works, as it does for viewers', async (_, endpoint) => {
    expect((await asOwner(endpoint)).json.code).not.toBe('project_suspended');
  });

  it('is shown since when and why', async () => {
    const { json } = await asOwner(ENDPOINTS.getProject);
    const suspendedAt = new Date(test.services.clock()).toISOString();
    expect(json.suspension).toEqual({ reason: REASON, suspendedAt });
    const { json: explained } = await callAny(test.services, ENDPOINTS.explainTransformation, {
      headers: { authorization: 'Bearer ann' },
      body: { projectId, imageUrl: imageId },
    });
    expect(explained).toMatchObject({ errors: [{ code: 'project_suspended', detail: REASON }] });
    expect(explained).toMatchObject({ output: null, renditionKey: null });
  });

  it('accepts no invitation', async () => {
    const { status, json } = await callAny(test.services, ENDPOINTS.acceptInvitation, {
      headers: { authorization: 'Bearer bob' },
      body: { invitation },
    });
    expect([status, json.code]).toEqual([403, 'project_suspended']);
    const bob = await test.accountOf('bob');
    expect(await test.services.memberships.getMembership(projectId, bob)).toBeUndefined();
  });

  it('is distinguished from a project of strangers, which is unknown (security.foreign-as-unknown)', async () => {
    for (const endpoint of changing) {
      const { json } = await asUser(endpoint, 'eve');
      expect(json.code, endpoint.name).toBe('project_not_found');
    }
  });
});

describe('delivery of a suspended project (operator.suspension)', () => {
  it.each([
    ['.jpg', 'the stored image'],
    ['.png?width=20', 'a stored rendition'],
    ['.webp?width=21', 'a new rendition'],
    ['.auto', 'auto'],
  ])('refuses %s, %s, for seconds, by a tag, and says no more than that', async (path) => {
    const { status, code, headers, bytes } = await deliver(test, `/res/${imageId}${path}`);
    expect([status, code]).toEqual([403, 'project_suspended']);
    expect(headers['Cache-Control']).toBe('public, max-age=10');
    expect(headers['X-Error-Code']).toBe('project_suspended');
    expect(headers['cache-tag']).toBe(`${imageId},${projectId}`);
    expect(bytes.toString()).not.toContain('Phishing');
  });

  it('the edge is purged immediately, and again when no response is in flight any more', () => {
    expect(operator.told).toEqual([projectId, 'waited', projectId]);
  });

  it('all is back once it is resumed, and the edge forgets the refusals', async () => {
    operator.told.length = 0;
    await resumeProject(operator, projectId);
    expect(operator.told).toEqual([projectId]);
    const stored = await deliver(test, `/res/${imageId}.jpg`);
    expect([stored.status, stored.bytes.equals(before)]).toEqual([200, true]);
    expect((await deliver(test, `/res/${imageId}.webp?width=21`)).status).toBe(200);
    const body = { imageId };
    const { status } = await callAny(test.services, ENDPOINTS.getImage, {
      headers: withKey(),
      body,
    });
    expect(status).toBe(200);
    expect((await asOwner(ENDPOINTS.getProject)).json.suspension).toBeNull();
  });

  it('a project that is missing can not be suspended or resumed', async () => {
    const none = `prj_${'a'.repeat(26)}`;
    for (const act of [suspendProject(operator, none, 'r'), resumeProject(operator, none)]) {
      await expect(act).rejects.toMatchObject({ code: 'project_not_found' });
    }
  });
});
