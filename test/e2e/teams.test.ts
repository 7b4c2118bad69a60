import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { client } from '../support/e2e/service-under-test.ts';
import { hasSignIn, newEmail, type SignedIn, signIn } from '../support/e2e/users.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { untilNotBusy } from '../support/waits/until-not-busy.ts';

async function defaultProjectOf(user: SignedIn): Promise<string> {
  const [project] = (await user.call('list-projects')).json.projects;
  return project.projectId;
}

/** A user's call about one project; returns the status, with the code of a problem. */
const about =
  (projectId: string) =>
  async (user: SignedIn, name: string, body: object = {}): Promise<unknown> => {
    const { status, json } = await user.call(name, { projectId, ...body });
    return json.code === undefined ? status : [status, json.code];
  };
const membersOf = async (user: SignedIn, projectId: string) => {
  const { json } = await user.call('list-members', { projectId });
  return json.members as { accountId: string; role: string; email: string; isYou: boolean }[];
};
const ownId = async (user: SignedIn, projectId: string) =>
  (await membersOf(user, projectId)).find(({ isYou }) => isYou)?.accountId ?? '';

async function invite(by: SignedIn, projectId: string, email: string, role: string) {
  const { status, json } = await by.call('invite-member', { projectId, email, role });
  expect(status).toBe(200);
  return json as { invitation: string; invitationId: string };
}

const TOO_LOW = [403, 'insufficient_role'];
const NO_PROJECT = [404, 'project_not_found'];
const NO_INVITATION = [404, 'invitation_not_found'];

describe.skipIf(!hasSignIn)('a team (members.roles)', () => {
  it('shares a project with different roles, until it is transferred and its first owner leaves', async () => {
    const [ann, ben] = [await signIn(), await signIn()];
    const projectId = await defaultProjectOf(ann);
    const call = about(projectId);
    const { invitation } = await invite(ann, projectId, ben.email.toUpperCase(), 'viewer');
    const taken = await ben.call('accept-invitation', { invitation });
    expect(taken.json).toMatchObject({ projectId, role: 'viewer' });
    const [bensId, annsId] = [await ownId(ben, projectId), await ownId(ann, projectId)];

    expect(await call(ben, 'get-project')).toBe(200);
    const forEve = { email: newEmail(), role: 'viewer' };
    expect(await call(ben, 'invite-member', forEve)).toEqual(TOO_LOW);
    expect((await membersOf(ben, projectId)).map(({ role }) => role)).toEqual(['owner', 'viewer']);

    const raise = (role: string) => call(ann, 'update-member', { accountId: bensId, role });
    expect(await raise('editor')).toBe(200);
    expect(await call(ben, 'list-invitations')).toEqual(TOO_LOW);
    expect(await raise('admin')).toBe(200);
    expect(await call(ben, 'invite-member', forEve)).toBe(200);
    expect(await call(ben, 'update-member', { accountId: annsId, role: 'viewer' })).toEqual(
      TOO_LOW,
    );
    expect(await call(ben, 'transfer-ownership', { accountId: bensId })).toEqual(TOO_LOW);

    expect(await call(ann, 'remove-member', { accountId: annsId })).toEqual([409, 'last_owner']);
    const given = await ann.call('transfer-ownership', { projectId, accountId: bensId });
    expect(given).toMatchObject({ status: 200, json: { accountId: bensId, role: 'owner' } });
    expect(await call(ann, 'transfer-ownership', { accountId: annsId })).toEqual(TOO_LOW);
    expect(await call(ann, 'remove-member', { accountId: annsId })).toBe(200);
    expect(await call(ann, 'get-project')).toEqual(NO_PROJECT);
    expect(await membersOf(ben, projectId)).toMatchObject([{ role: 'owner', isYou: true }]);
  });

  it('loses the keys of a removed member, if the call says so (keys.removed-member)', async () => {
    const [ann, ben] = [await signIn(), await signIn()];
    const projectId = await defaultProjectOf(ann);
    const { invitation } = await invite(ann, projectId, ben.email, 'admin');
    await ben.call('accept-invitation', { invitation });
    const accountId = await ownId(ben, projectId);
    const { apiKey, key } = (await ben.call('create-api-key', { projectId, name: 'bens' })).json;
    const list = () => client.call('list-images', {}, { 'X-API-Key': apiKey });
    expect((await list()).status).toBe(200);
    const removed = await ann.call('remove-member', { projectId, accountId, revokeKeys: true });
    expect([removed.status, removed.json.keys]).toMatchObject([200, [{ keyId: key.keyId }]]);
    expect((await list()).json.code).toBe('invalid_api_key');
  });

  it('is transferred with its images, which count to the new account, and are deleted by its owner (quotas.images, members.ownership-transfer)', async () => {
    const [ann, ben] = [await signIn(), await signIn()];
    const projectId = await defaultProjectOf(ann);
    const make = async (name: string) =>
      (await ann.call(name, { projectId, name: 'shop' })).json as Record<string, string>;
    const { uploadKey } = await make('create-upload-key');
    const { apiKey = '' } = await make('create-api-key');
    const withKey = (name: string, body: object) =>
      client.call(name, body, { 'X-API-Key': apiKey });
    const image = await drawJpeg(40, 30);
    const store = async () => {
      const { temporaryImageUrl } = (await client.upload(image, 'image/jpeg', {}, uploadKey)).json;
      const saved = await withKey('save-temporary-image', { temporaryImageUrl });
      expect(saved.status).toBe(200);
      return saved.json.imageId as string;
    };
    const counted = async (user: SignedIn) =>
      (await user.call('get-usage')).json.images.used as number;
    const old = [await store(), await store()];
    const { invitation } = await invite(ann, projectId, ben.email, 'editor');
    expect((await ben.call('accept-invitation', { invitation })).status).toBe(200);
    const accountId = await ownId(ben, projectId);
    expect((await ann.call('transfer-ownership', { projectId, accountId })).status).toBe(200);
    expect([await counted(ann), await counted(ben)]).toEqual([0, 2]);
    await store();
    expect((await withKey('delete-image', { imageId: old[0] })).status).toBe(200);
    const asBen = await ben.call('delete-image', { projectId, imageId: old[1] });
    expect(asBen.status).toBe(200);
    expect([await counted(ann), await counted(ben)]).toEqual([0, 1]);
  });

  it('is closed to who does not belong to it, whatever they call', async () => {
    const [ann, eve] = [await signIn(), await signIn()];
    const projectId = await defaultProjectOf(ann);
    for (const { credential, name, request } of Object.values<Endpoint>(ENDPOINTS)) {
      if (credential.kind !== 'accessToken' || credential.role === null) continue;
      const example = request.kind === 'json' ? request.example : {};
      const { status, json } = await eve.call(name, { ...example, projectId });
      expect([name, status, json.code]).toEqual([name, 404, 'project_not_found']);
    }
  });

  it('is entered once by a code, by the invited user alone, and not after its revocation', async () => {
    const [ann, ben, eve] = [await signIn(), await signIn(), await signIn()];
    const projectId = await defaultProjectOf(ann);
    const accept = async (user: SignedIn, invitation: string) => {
      const ask = () => user.call('accept-invitation', { invitation });
      const { status, json } = await untilNotBusy(ask);
      return json.code === undefined ? status : [status, json.code];
    };
    const { invitation } = await invite(ann, projectId, ben.email, 'editor');
    const shown = (code: string) => eve.call('get-invitation', { invitation: code });
    expect(await shown(invitation)).toMatchObject({
      status: 200,
      json: { projectId, role: 'editor', inviterRole: 'owner' },
    });
    expect(await accept(eve, invitation)).toEqual([403, 'invitation_not_yours']);
    const revoked = await invite(ann, projectId, eve.email, 'editor');
    const { invitationId } = revoked;
    expect(await about(projectId)(ann, 'revoke-invitation', { invitationId })).toBe(200);
    expect(await accept(eve, revoked.invitation)).toEqual(NO_INVITATION);
    expect((await shown(revoked.invitation)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(ben, invitation)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await accept(ben, invitation)).toBe(200);
    expect(await accept(eve, invitation)).toEqual(NO_INVITATION);
    expect((await shown(invitation)).status).toBe(404);
    expect(await membersOf(ann, projectId)).toHaveLength(2);
    const listed = await ann.call('list-invitations', { projectId });
    expect(listed.json.invitations).toEqual([]);
  });
});
