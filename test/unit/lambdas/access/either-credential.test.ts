import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../../core/accounts/roles.ts';
import { type Endpoint, roleOf } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { encodeIdBytes } from '../../../../core/images/ids.ts';
import type { MembershipStore } from '../../../../core/ports/members/membership-store.ts';
import { createHandler as createApiKeyCalls } from '../../../../lambdas/api/api-key-calls.ts';
import { createHandler as createDelete } from '../../../../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpdate } from '../../../../lambdas/api/update-image-metadata.ts';
import { createHandler as createUploadFromUrl } from '../../../../lambdas/api/upload-from-url.ts';
import { createHandler as createUploadKeyCalls } from '../../../../lambdas/api/upload-key-calls.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { createUserCalls } from '../../../../local/lambda/user-calls.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { JSON_CALLS, type JsonCall } from '../../../support/http/json-calls.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

const HANDLERS = new Map<string, typeof createUserCalls>([
  ['delete-image', createDelete],
  ['api-key-calls', createApiKeyCalls],
  ['save-temporary-image', createSave],
  ['update-image-metadata', createUpdate],
  ['upload-from-url', createUploadFromUrl],
  ['upload-key-calls', createUploadKeyCalls],
]);
/** A form, or a temporary image, is new each time. */
const MAKES_SOMETHING = new Set<Endpoint>([ENDPOINTS.createProjectUpload, ENDPOINTS.uploadFromUrl]);
const EITHER = JSON_CALLS.filter(({ endpoint }) => roleOf(endpoint) !== undefined);
const newProjectId = () => `prj_${encodeIdBytes(randomBytes(26))}`;
const ISSUER = 'https://issuer.example';
let test: TestServices;
let imageUrl: string;
let temporaryImageUrl: string;
/** An image that shows the bytes of its save. */
let shown: string;
/** An image, and a version of it whose keeping has ended. */
let ended: { readonly imageId: string; readonly versionId: string };
/** Another image, and a temporary one that isn't saved. */
let replaceable: { readonly imageId: string; readonly temporaryImageUrl: string };

/** Ann has the given role in the project of the keys, and other users have none. */
let role: Role | undefined = 'viewer';
const memberships = (own: MembershipStore): MembershipStore => ({
  ...own,
  getMembership: async (projectId, accountId) => {
    const { projectId: ours } = test.credentials;
    if (projectId !== ours || accountId !== (await annsAccount()) || !role) {
      return own.getMembership(projectId, accountId);
    }
    return { projectId, accountId, role, createdAt: 0 };
  },
});
const annsAccount = async () =>
  (await test.services.accounts.findByIdentity({ issuer: ISSUER, subject: 'ann' }))?.accountId;

async function run(
  endpoint: Endpoint,
  headers: Record<string, string>,
  body: object,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const create = HANDLERS.get(endpoint.functionName) ?? createUserCalls;
  const services = { ...test.services, memberships: memberships(test.services.memberships) };
  const event = makeApiEvent(endpoint, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { statusCode, body: text } = await create(services)(event, makeContext());
  return { status: statusCode, json: JSON.parse(text) };
}
const as = (name: string) => ({ authorization: `Bearer ${name}` });
const withKey = () => ({ 'x-api-key': test.credentials.apiKey });
const bodyOf = ({ endpoint, request, reference }: JsonCall) => ({
  ...(request.example.metadata || request.example.limit ? {} : request.example),
  ...(reference && {
    [reference.name]: reference.kind === 'temporary' ? temporaryImageUrl : imageUrl,
  }),
  ...(endpoint === ENDPOINTS.replaceImage && replaceable),
  ...(endpoint === ENDPOINTS.restoreImageVersion && { imageId: shown, versionId: shown }),
  ...(endpoint === ENDPOINTS.deleteImageVersion && ended),
});
/** The one difference: a member's thumbnails have addresses, and a key's have none. */
function withoutThumbnails<Answer extends { json: Record<string, unknown> }>(
  answer: Answer,
): Answer {
  const signed = /("thumbnailUrl":)"[^"]+"/g;
  return { ...answer, json: JSON.parse(JSON.stringify(answer.json).replace(signed, '$1null')) };
}
const withoutId = ({ requestId: _, ...rest }: Record<string, unknown>) => rest;

beforeAll(async () => {
  test = await makeServices({
    accessTokens: {
      identify: async (subject) => (subject === 'forged' ? undefined : { issuer: ISSUER, subject }),
    },
  });
  const upload = async (): Promise<string> => {
    const event = makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
      headers: { 'content-type': 'image/jpeg' },
      body: await drawJpeg(60, 40),
      uploadKey: test.credentials.uploadKey,
    });
    const { body } = await createUpload(test.services)(event, makeContext());
    return JSON.parse(body).temporaryImageUrl;
  };
  temporaryImageUrl = await upload();
  const another = { temporaryImageUrl: await upload() };
  const saved = await run(ENDPOINTS.saveTemporaryImage, withKey(), another);
  const imageId = String(saved.json.imageId);
  replaceable = { imageId, temporaryImageUrl: await upload() };
  const addImage = async () => {
    const body = { temporaryImageUrl: await upload() };
    return String((await run(ENDPOINTS.saveTemporaryImage, withKey(), body)).json.imageId);
  };
  shown = await addImage();
  const replaced = await addImage();
  const replacement = { imageId: replaced, temporaryImageUrl: await upload() };
  await run(ENDPOINTS.replaceImage, withKey(), replacement);
  ended = { imageId: replaced, versionId: replaced };
  // an image that was approved: only of such a one is the same decision no fault
  const { projectId } = test.credentials;
  await test.services.projects.changeSettings(projectId, { moderation: 'webhook' });
  const save = makeApiEvent(ENDPOINTS.saveTemporaryImage, {
    headers: { 'content-type': 'application/json', ...withKey() },
    body: JSON.stringify({ temporaryImageUrl }),
  });
  imageUrl = JSON.parse((await createSave(test.services)(save, makeContext())).body).imageUrl;
  await run(ENDPOINTS.reviewImage, withKey(), { imageUrl, decision: 'approve' });
  await run(ENDPOINTS.listProjects, as('ann'), {});
});
afterAll(() => test.remove());

describe.each(EITHER.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const { endpoint } = call;
  const requested = (endpoint.credential as { role: Role }).role;
  const enough = ROLES.slice(ROLES.indexOf(requested));
  const tooLow = ROLES.slice(0, ROLES.indexOf(requested));

  it('answers a member of a sufficient role in the project that is named as it answers the key (errors.forbidden)', async () => {
    if (endpoint === ENDPOINTS.deleteImage) return; // one time, at the end
    const expected = await run(endpoint, withKey(), bodyOf(call));
    expect(expected.status).toBe(200);
    for (role of enough) {
      const body = { ...bodyOf(call), projectId: test.credentials.projectId };
      const answered = await run(endpoint, as('ann'), body);
      if (MAKES_SOMETHING.has(endpoint)) expect(answered.status).toBe(200);
      else expect(withoutThumbnails(answered)).toEqual(expected);
    }
  });

  for (const low of tooLow) {
    it(`refuses a ${low}, whose role is too low (errors.forbidden)`, async () => {
      role = low;
      const body = { ...bodyOf(call), projectId: test.credentials.projectId };
      const { status, json } = await run(endpoint, as('ann'), body);
      expect([status, json.code]).toEqual([403, 'insufficient_role']);
    });
  }

  it('a project that one is no member of is an unknown one, but for requestId (security.foreign-as-unknown)', async () => {
    const { projectId } = test.credentials;
    const answers = await Promise.all(
      [projectId, newProjectId()].map((entry) =>
        run(endpoint, as('bob'), { ...bodyOf(call), projectId: entry }),
      ),
    );
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [404, 'project_not_found'],
      [404, 'project_not_found'],
    ]);
    expect(withoutId(answers[0]?.json ?? {})).toEqual(withoutId(answers[1]?.json ?? {}));
  });

  it('makes no account of a user without one (security.foreign-as-unknown)', async () => {
    const { projectId } = test.credentials;
    await run(endpoint, as('nobody-yet'), { ...bodyOf(call), projectId });
    const identity = { issuer: ISSUER, subject: 'nobody-yet' };
    expect(await test.services.accounts.findByIdentity(identity)).toBeUndefined();
  });

  it('a key’s call that names another project is refused, and its own is no matter (security.foreign-as-unknown)', async () => {
    const other = await run(endpoint, withKey(), { ...bodyOf(call), projectId: newProjectId() });
    expect([other.status, other.json.code]).toEqual([404, 'project_not_found']);
    if (endpoint === ENDPOINTS.deleteImage) return;
    const { projectId } = test.credentials;
    expect((await run(endpoint, withKey(), { ...bodyOf(call), projectId })).status).toBe(200);
  });

  it('refuses a malformed token, no credential, and a wrong key beside a right token (errors.unauthorized, accounts.access-tokens)', async () => {
    role = 'owner';
    const body = { ...bodyOf(call), projectId: test.credentials.projectId };
    const codes = [as('forged'), {}, { ...as('ann'), 'x-api-key': 'private_wrong' }].map(
      async (headers) => {
        const { status, json } = await run(endpoint, headers as Record<string, string>, body);
        return [status, json.code];
      },
    );
    expect(await Promise.all(codes)).toEqual([
      [401, 'invalid_access_token'],
      [401, 'missing_api_key'],
      [401, 'invalid_api_key'],
    ]);
  });

  it(`asks a user which project is meant${name === 'get-usage' ? ', or shows the account' : ''}`, async () => {
    role = 'owner';
    const { status, json } = await run(endpoint, as('ann'), bodyOf(call));
    if (endpoint !== ENDPOINTS.getUsage) {
      expect([status, json.code]).toEqual([400, 'validation_failed']);
      expect(json.errors).toMatchObject([{ pointer: '/projectId', code: 'required' }]);
      return;
    }
    expect(json).toMatchObject({ images: { used: 0, limit: 50 } });
  });
});

describe('delete-image', () => {
  it('is a viewer’s never and an editor’s too, and of the project that is named alone', async () => {
    role = 'editor';
    const { projects } = (await run(ENDPOINTS.listProjects, as('ann'), {})).json as {
      projects: { projectId: string }[];
    };
    const own = projects.find(({ projectId }) => projectId !== test.credentials.projectId);
    const foreign = await run(ENDPOINTS.deleteImage, as('ann'), {
      imageUrl,
      projectId: own?.projectId,
    });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'image_not_found']);
    const { projectId } = test.credentials;
    const done = await run(ENDPOINTS.deleteImage, as('ann'), { imageUrl, projectId });
    expect(done.json).toEqual({ message: 'image_marked_for_deletion' });
  });
});
