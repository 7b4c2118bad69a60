import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Answer } from '../../http/client.ts';
import { drawJpeg } from '../../images/draw.ts';
import type { WritePath } from './kill-at-each-point.ts';
import type { KilledWorld } from './killed-world.ts';

type Json = Answer['json'];

/** A user with a project for themselves, and another user. */
export interface Team {
  readonly projectId: string;
  readonly name: string;
  readonly guest: string;
}

interface Calls {
  /** A call of the owner about the project. */
  own(call: string, body?: object): Promise<Answer>;
  /** A call of the other user. */
  guests(call: string, body?: object): Promise<Answer>;
  readonly world: KilledWorld;
  readonly team: Team;
}

/** A call that changes one thing of a project. */
interface Change {
  /** Prepares the call; its result is the thing. */
  readonly before?: (calls: Calls) => Promise<Json>;
  readonly send: (calls: Calls, thing: Json) => Promise<Answer>;
  /** Whether the change is there; throws where half of it is. */
  readonly isDone: (calls: Calls, thing: Json) => Promise<boolean>;
  /** Throws where an answered change isn't there as the answer says. */
  readonly isAsAnswered?: (calls: Calls, answer: Json, thing: Json) => Promise<void>;
  /** The status of the same call after the change; 200 by default. */
  readonly again?: number;
}

export async function ok(answer: Promise<Answer>): Promise<Json> {
  const { status, json } = await answer;
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

export async function callsOf(world: KilledWorld, team: Team): Promise<Calls> {
  const [own, guests] = [await world.user(team.name), await world.user(team.guest)];
  const inProject = (call: string, body = {}) => own(call, { projectId: team.projectId, ...body });
  return { own: inProject, guests, world, team };
}

export async function makeTeam(world: KilledWorld): Promise<Team> {
  const name = `ann-${randomBytes(6).toString('hex')}`;
  const { projects } = await ok((await world.user(name))('list-projects'));
  return { name, guest: name.replace('ann', 'ben'), projectId: projects[0].projectId };
}

const is = async (call: Promise<Answer>, status: number) => (await call).status === status;
const listed = async ({ own }: Calls, call: string, field: string): Promise<Json[]> =>
  (await ok(own(call)))[field];
const keyWorks = ({ world }: Calls, key: string) =>
  is(world.client().call('list-images', {}, { 'X-API-Key': key }), 200);

async function invite({ own, team }: Calls): Promise<Json> {
  return ok(own('invite-member', { email: `${team.guest}@example.com`, role: 'editor' }));
}

async function join(calls: Calls): Promise<Json> {
  const { invitation } = await invite(calls);
  await ok(calls.guests('accept-invitation', { invitation }));
  const members = await listed(calls, 'list-members', 'members');
  return members.find(({ isYou }: Json) => !isYou);
}

const owners = async (calls: Calls) =>
  (await ok(calls.guests('list-members', { projectId: calls.team.projectId }))).members;

export async function storeImage({ world, team }: Calls, isSaved = true): Promise<Json> {
  const own = await world.user(team.name);
  const { apiKey } = await ok(own('create-api-key', { projectId: team.projectId, name: 'k' }));
  const made = await ok(own('create-upload-key', { projectId: team.projectId, name: 'k' }));
  const { status, json } = await world
    .client()
    .upload(await drawJpeg(30, 20), 'image/jpeg', {}, made.uploadKey);
  assert.equal(status, 200);
  const { temporaryImageUrl } = json;
  if (!isSaved) return { apiKey, temporaryImageUrl };
  const asKey = { 'X-API-Key': apiKey };
  const saved = world.client().call('save-temporary-image', { temporaryImageUrl }, asKey);
  return { ...(await ok(saved)), apiKey };
}

/** A call with the API key of the stored image. */
const byKey = ({ world }: Calls, { apiKey }: Json, name: string, body: Json) =>
  world.client().call(name, body, { 'X-API-Key': apiKey });

const HOOK = 'https://hooks.example.com/1';

/** Whether a list has one entry more than before, none, or, by an exception, several. */
function oneMore(now: readonly Json[], before: number): boolean {
  assert(now.length === before || now.length === before + 1, `${before} became ${now.length}`);
  return now.length > before;
}

const CHANGES = {
  'create-project': {
    send: ({ world, team }) =>
      world.user(team.name).then((own) => own('create-project', { name: 'shop' })),
    isDone: async ({ world, team }) => {
      const { projects } = await ok((await world.user(team.name))('list-projects'));
      for (const { projectId } of projects) {
        const own = await world.user(team.name);
        const { members } = await ok(own('list-members', { projectId }));
        assert.equal(members[0].role, 'owner');
      }
      return projects.length > 1;
    },
  },
  'update-project': {
    send: ({ own }) =>
      own('update-project', { name: 'new', allowedWidths: [10], presets: { a: 'width=10' } }),
    isDone: async ({ own }) => {
      const { name, allowedWidths, presets } = await ok(own('get-project'));
      const parts = [name === 'new', allowedWidths !== null, 'a' in presets];
      assert.equal(new Set(parts).size, 1);
      return parts[0] === true;
    },
  },
  'delete-project': {
    before: async (calls) => {
      const own = await calls.world.user(calls.team.name);
      return ok(own('create-project', { name: 'shop' }));
    },
    send: ({ own }, { projectId }) => own('delete-project', { projectId, name: 'shop' }),
    isDone: async ({ own }, { projectId }) => {
      const { state, purgeAt } = await ok(own('get-project', { projectId }));
      assert.equal(state === 'deleting', purgeAt !== null);
      return state === 'deleting';
    },
  },
  'delete-project now': {
    before: async (calls) => {
      const own = await calls.world.user(calls.team.name);
      return ok(own('create-project', { name: 'shop' }));
    },
    send: ({ own }, { projectId }) => own('delete-project', { projectId, name: 'shop', now: true }),
    isDone: async ({ own }, { projectId }) =>
      (await ok(own('get-project', { projectId }))).state === 'deleting',
  },
  'empty-project': {
    before: async (calls) => {
      await storeImage(calls);
      return ok(calls.own('get-project'));
    },
    send: ({ own }, { name }) => own('empty-project', { name }),
    isDone: async ({ own }) => (await ok(own('get-project-deletion-status'))).kind === 'empty',
  },
  'delete-account': {
    send: async ({ world, team }) =>
      (await world.user(team.name))('delete-account', { confirm: true }),
    isDone: async ({ world, team }) => {
      const { projects } = await ok((await world.user(team.name))('list-projects'));
      return projects.every(({ state }: Json) => state === 'deleting');
    },
  },
  'restore-project': {
    before: async (calls) => {
      const own = await calls.world.user(calls.team.name);
      const made = await ok(own('create-project', { name: 'shop' }));
      await ok(own('delete-project', { projectId: made.projectId, name: 'shop' }));
      return made;
    },
    send: ({ own }, { projectId }) => own('restore-project', { projectId }),
    isDone: async ({ own }, { projectId }) =>
      (await ok(own('get-project', { projectId }))).state === 'live',
  },
  'create-api-key': {
    before: (calls) => listed(calls, 'list-api-keys', 'keys'),
    send: ({ own }) => own('create-api-key', { name: 'made' }),
    isDone: async (calls, before) =>
      oneMore(await listed(calls, 'list-api-keys', 'keys'), before.length),
    isAsAnswered: async (calls, { apiKey }) => assert(await keyWorks(calls, apiKey)),
  },
  'revoke-api-key': {
    before: ({ own }) => ok(own('create-api-key', { name: 'made' })),
    send: ({ own }, { key }) => own('revoke-api-key', { keyId: key.keyId }),
    isDone: async (calls, { apiKey }) => !(await keyWorks(calls, apiKey)),
  },
  'rotate-api-key': {
    before: ({ own }) => ok(own('create-api-key', { name: 'made' })),
    send: ({ own }, { key }) => own('rotate-api-key', { keyId: key.keyId, overlapHours: 0 }),
    isDone: async (calls, { apiKey, key }) => {
      const keys = await listed(calls, 'list-api-keys', 'keys');
      const { replacedBy } = keys.find(({ keyId }) => keyId === key.keyId);
      const others = keys.filter(({ keyId, name }) => name === 'made' && keyId !== key.keyId);
      assert.deepEqual(
        others.map(({ keyId }) => keyId),
        replacedBy === null ? [] : [replacedBy],
      );
      assert.equal(await keyWorks(calls, apiKey), replacedBy === null);
      return replacedBy !== null;
    },
    isAsAnswered: async (calls, { apiKey }) => assert(await keyWorks(calls, apiKey)),
    again: 409,
  },
  'create-signing-secret': {
    before: (calls) => listed(calls, 'list-signing-secrets', 'secrets'),
    send: ({ own }) => own('create-signing-secret'),
    isDone: async (calls, before) =>
      oneMore(await listed(calls, 'list-signing-secrets', 'secrets'), before.length),
  },
  'revoke-signing-secret': {
    before: ({ own }) => ok(own('create-signing-secret')),
    send: ({ own }, { secretId }) => own('revoke-signing-secret', { secretId }),
    isDone: async (calls) => (await listed(calls, 'list-signing-secrets', 'secrets')).length === 0,
    again: 404,
  },
  'invite-member': {
    send: ({ own, team }) =>
      own('invite-member', { email: `${team.guest}@example.com`, role: 'editor' }),
    isDone: async (calls) => (await listed(calls, 'list-invitations', 'invitations')).length > 0,
    isAsAnswered: async ({ guests }, { invitation }) =>
      void (await ok(guests('accept-invitation', { invitation }))),
  },
  'accept-invitation': {
    before: invite,
    send: ({ guests }, { invitation }) => guests('accept-invitation', { invitation }),
    isDone: async (calls) => {
      const open = await listed(calls, 'list-invitations', 'invitations');
      const members = await listed(calls, 'list-members', 'members');
      assert.equal(open.length + members.length, 2);
      return members.length === 2;
    },
  },
  'revoke-invitation': {
    before: invite,
    send: ({ own }, { invitationId }) => own('revoke-invitation', { invitationId }),
    isDone: async (calls) => (await listed(calls, 'list-invitations', 'invitations')).length === 0,
    again: 404,
  },
  'update-member': {
    before: join,
    send: ({ own }, { accountId }) => own('update-member', { accountId, role: 'admin' }),
    isDone: async (calls) => (await owners(calls)).some(({ role }: Json) => role === 'admin'),
  },
  'remove-member': {
    before: async (calls) => {
      const member = await join(calls);
      await ok(calls.own('update-member', { accountId: member.accountId, role: 'admin' }));
      const { projectId } = calls.team;
      const made = await ok(calls.guests('create-api-key', { projectId, name: 'theirs' }));
      return { ...member, theirKey: made.apiKey };
    },
    send: ({ own }, { accountId }) => own('remove-member', { accountId, revokeKeys: true }),
    isDone: async (calls, { theirKey }) => {
      // killed between the two, the same call revokes the keys
      const isGone = (await listed(calls, 'list-members', 'members')).length === 1;
      return isGone && !(await keyWorks(calls, theirKey));
    },
    again: 404,
  },
  'transfer-ownership': {
    before: async (calls) => {
      await storeImage(calls);
      return join(calls);
    },
    send: ({ own }, { accountId }) => own('transfer-ownership', { accountId }),
    isDone: async (calls, { accountId }) => {
      const members = await owners(calls);
      const chief = members.filter(({ role }: Json) => role === 'owner');
      const account = await ok(calls.guests('get-account'));
      assert(chief.length > 0 && account);
      return chief.some((member: Json) => member.accountId === accountId);
    },
    again: 403,
  },
  'create-webhook': {
    send: ({ own }) => own('create-webhook', { url: HOOK }),
    isDone: async (calls) => (await listed(calls, 'list-webhooks', 'webhooks')).length > 0,
  },
  'update-webhook': {
    before: ({ own }) => ok(own('create-webhook', { url: HOOK })),
    send: ({ own }, { webhook }) =>
      own('update-webhook', { webhookId: webhook.webhookId, url: `${HOOK}2`, enabled: false }),
    isDone: async (calls) => {
      const [webhook] = await listed(calls, 'list-webhooks', 'webhooks');
      assert.equal(webhook.url === HOOK, webhook.enabled);
      return !webhook.enabled;
    },
  },
  'rotate-webhook-secret': {
    before: ({ own }) => ok(own('create-webhook', { url: HOOK })),
    send: ({ own }, { webhook }) => own('rotate-webhook-secret', { webhookId: webhook.webhookId }),
    isDone: async (calls) =>
      (await listed(calls, 'list-webhooks', 'webhooks'))[0].secrets.length > 1,
  },
  'delete-webhook': {
    before: ({ own }) => ok(own('create-webhook', { url: HOOK })),
    send: ({ own }, { webhook }) => own('delete-webhook', { webhookId: webhook.webhookId }),
    isDone: async (calls) => (await listed(calls, 'list-webhooks', 'webhooks')).length === 0,
    again: 404,
  },
  'update-image-metadata': {
    before: (calls) => storeImage(calls),
    send: (calls, image) => {
      const change = { imageUrl: image.imageId, set: { a: '1', b: '2' } };
      return byKey(calls, image, 'update-image-metadata', change);
    },
    isDone: async (calls, image) => {
      const { metadata } = await ok(byKey(calls, image, 'get-image', { imageId: image.imageId }));
      const found = byKey(calls, image, 'list-images', { metadata: { b: '2' } });
      const { images } = await ok(found);
      assert.deepEqual(
        [metadata.a === '1', metadata.b === '2'],
        Array(2).fill(images.length === 1),
        'the record and the list disagree',
      );
      return images.length === 1;
    },
  },
  'focal-point': {
    before: (calls) => storeImage(calls),
    send: (calls, image) => {
      const change = { imageUrl: image.imageId, focalPoint: '0.2,0.3' };
      return byKey(calls, image, 'update-image-metadata', change);
    },
    isDone: async (calls, image) => {
      const { focalPoint } = await ok(byKey(calls, image, 'get-image', { imageId: image.imageId }));
      return focalPoint !== null;
    },
  },
  'purge-image': {
    before: (calls) => storeImage(calls),
    send: (calls, image) =>
      byKey(calls, image, 'purge-image', { imageId: image.imageId, renditionsOnly: true }),
    // renditions are made again, so nothing shows whether they were removed
    isDone: async ({ world }, { imageId }) => {
      const { status } = await world.client().get(`/res/${imageId}.png?width=7`);
      assert.equal(status, 200);
      return true;
    },
  },
  'delete-images': {
    before: (calls) => storeImage(calls),
    send: (calls, image) => byKey(calls, image, 'delete-images', { imageIds: [image.imageId] }),
    isDone: async ({ world }, { imageId }) => is(world.client().get(`/res/${imageId}.jpg`), 404),
  },
} as const satisfies Readonly<Record<string, Change>>;

interface Changing {
  readonly team: Team;
  readonly thing: Json;
}

function pathOf({ before, send, isDone, isAsAnswered, again = 200 }: Change): WritePath<Changing> {
  return {
    arrange: async (world) => {
      const team = await makeTeam(world);
      return { team, thing: await before?.(await callsOf(world, team)) };
    },
    act: async (world, { team, thing }) => send(await callsOf(world, team), thing),
    check: async (world, { team, thing }, { acknowledged }) => {
      const calls = await callsOf(world, team);
      const wasDone = await isDone(calls, thing);
      if (acknowledged) assert(wasDone, 'an acknowledged change is gone');
      if (acknowledged) await isAsAnswered?.(calls, acknowledged, thing);
      const repeated = await send(calls, thing);
      assert.equal(repeated.status, wasDone ? again : 200, JSON.stringify(repeated.json));
    },
  };
}

/** The changes of projects, keys, members, webhooks and images, by the name of their call. */
export const CHANGE_PATHS: Readonly<Record<string, WritePath<Changing>>> = Object.fromEntries(
  Object.entries(CHANGES).map(([name, change]) => [name, pathOf(change)]),
);
