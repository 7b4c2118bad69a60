import { randomBytes } from 'node:crypto';
import type { Role } from '../../../core/accounts/roles.ts';
import type { ServiceEvent } from '../../../core/events/service-event.ts';
import { encodeIdBytes } from '../../../core/images/ids.ts';
import type { Services } from '../../../core/ports/services.ts';
import { createKey, SCOPES, type Scope } from '../../../core/projects/credentials.ts';
import { createDelivery } from '../../../core/webhooks/delivery.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import {
  copyServices,
  makeServices,
  type TestServices,
} from '../../support/stores/make-services.ts';
import { type Answer, callNamed, runCall, type Shown } from './run-call.ts';

/** The possible subjects of a reference. */
export const KINDS = [
  'project',
  'image',
  'temporary',
  'replacement',
  'settledImage',
  'versionedImage',
  'version',
  'endedImage',
  'endedVersion',
  'privateImage',
  'apiKey',
  'uploadKey',
  'secret',
  'member',
  'invitation',
  'webhook',
  'delivery',
] as const;
export type Kind = (typeof KINDS)[number];
/** The owner of a thing, or that it never existed, or is removed. */
export const STATES = ['own', 'foreign', 'unknown', 'deleted'] as const;
export type State = (typeof STATES)[number];

/** The ids of one tenant. */
export type Things = Partial<Record<Kind, string>>;

export interface Tenant {
  readonly owner: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly apiKey: string;
  readonly uploadKey: string;
  /** The code of an open invitation. */
  readonly code: string;
  readonly things: Things;
  readonly deleted: Things;
}

export interface World {
  readonly test: TestServices;
  readonly own: Tenant;
  readonly foreign: Tenant;
  /** Tokens of members of `own`, by role. */
  readonly members: Readonly<Record<Role, string>>;
  /** API keys that have every scope but one, by that. */
  readonly keysWithout: Readonly<Record<Scope, string>>;
  readonly revokedApiKey: string;
  readonly expiredApiKey: string;
  readonly revokedUploadKey: string;
  readonly expiredUploadKey: string;
  run(name: string, shown: Shown, body: object | Buffer): Promise<Answer>;
}

const ISSUER = 'https://issuer.example';
const DAY = 24 * 3_600_000;
const IMAGE = await drawJpeg(16, 16);
/** An id without a record. */
const UNKNOWN: Readonly<Record<Kind, string>> = {
  project: `prj_${'q'.repeat(26)}`,
  image: `img_${'q'.repeat(26)}`,
  temporary: `tmp_${'q'.repeat(26)}`,
  replacement: `tmp_${'q'.repeat(26)}`,
  settledImage: `img_${'q'.repeat(26)}`,
  versionedImage: `img_${'q'.repeat(26)}`,
  version: `img_${'q'.repeat(26)}`,
  endedImage: `img_${'q'.repeat(26)}`,
  endedVersion: `img_${'q'.repeat(26)}`,
  privateImage: `img_${'q'.repeat(26)}`,
  apiKey: `key_${'q'.repeat(26)}`,
  uploadKey: `key_${'q'.repeat(26)}`,
  secret: `sec_${'q'.repeat(26)}`,
  member: `acc_${'q'.repeat(26)}`,
  invitation: `ivt_${'q'.repeat(26)}`,
  webhook: `whk_${'q'.repeat(26)}`,
  delivery: `dlv_${'q'.repeat(26)}`,
};

/** A token of a user who signed in just now; `forged` has no issuer. */
const accessTokensOf = (now: () => number) => ({
  identify: async (token: string) =>
    token.startsWith('wrong')
      ? undefined
      : { issuer: ISSUER, subject: token, authenticatedAt: now() },
});
const emailOf = (token: string) => `${token}@example.com`;

async function must(answer: Promise<Answer>): Promise<Answer['json']> {
  const { status, json } = await answer;
  if (status !== 200) throw new Error(`the world isn't made: ${status} ${JSON.stringify(json)}`);
  return json;
}

type Run = World['run'];

async function addImage(run: Run, { apiKey, uploadKey }: Pick<Tenant, 'apiKey' | 'uploadKey'>) {
  const { temporaryImageUrl } = await must(run('upload-temporary-image', { uploadKey }, IMAGE));
  const { imageId } = await must(run('save-temporary-image', { apiKey }, { temporaryImageUrl }));
  return { imageId, temporaryId: /tmp_[a-z2-7]{26}/.exec(temporaryImageUrl)?.[0] as string };
}

async function addTemporary(run: Run, uploadKey: string): Promise<string> {
  const { temporaryImageUrl } = await must(run('upload-temporary-image', { uploadKey }, IMAGE));
  return /tmp_[a-z2-7]{26}/.exec(temporaryImageUrl)?.[0] as string;
}

/** An image whose first bytes are a kept version, which has the ID of the image. */
async function addVersion(run: Run, keys: Pick<Tenant, 'apiKey' | 'uploadKey'>) {
  const { apiKey, uploadKey } = keys;
  const { imageId } = await addImage(run, keys);
  const temporaryImageUrl = await addTemporary(run, uploadKey);
  await must(run('replace-image', { apiKey }, { imageId, temporaryImageUrl }));
  return imageId;
}

async function addMember(run: Run, owner: string, projectId: string, token: string, role: Role) {
  const invited = run(
    'invite-member',
    { token: owner },
    { projectId, email: emailOf(token), role },
  );
  const { invitation } = await must(invited);
  await must(run('accept-invitation', { token }, { invitation }));
  const { account } = await must(run('get-account', { token }, {})).then((json) => ({
    account: json.accountId as string,
  }));
  return account;
}

/** A delivery of an event to each webhook; one of them is about to be deleted. */
async function addDelivery(
  { webhooks, deliveries, clock }: Services,
  projectId: string,
  webhookId: string,
): Promise<string> {
  const found = await webhooks.getWebhooks(projectId);
  const webhook = found.webhooks.find((webhook) => webhook.webhookId === webhookId);
  if (!webhook) throw new Error('there is no such webhook');
  const [id, type] = [newId('evt_'), 'image.deleted'] as const;
  const data = { imageId: newId('img_') };
  const event = { id, type, timestamp: new Date(clock()).toISOString(), projectId, data };
  const delivery = createDelivery(webhook, event as ServiceEvent, clock());
  return (await deliveries.addDelivery(delivery)).deliveryId;
}

async function makeTenant(run: Run, services: Services, owner: string): Promise<Tenant> {
  const token = { token: owner };
  const projectName = `project of ${owner}`;
  const { projectId } = await must(run('create-project', token, { name: projectName }));
  const newKey = (kind: 'api' | 'upload', body = {}) =>
    must(run(`create-${kind}-key`, token, { projectId, name: 'k', ...body }));
  const { apiKey } = await newKey('api', { scopes: SCOPES });
  const { uploadKey } = await newKey('upload');
  const [living, gone] = [await newKey('api'), await newKey('api')];
  const [livingUpload, goneUpload] = [await newKey('upload'), await newKey('upload')];
  await must(run('revoke-api-key', token, { projectId, keyId: gone.key.keyId }));
  await must(run('revoke-upload-key', token, { projectId, keyId: goneUpload.key.keyId }));
  const secret = await must(run('create-signing-secret', token, { projectId }));
  const goneSecret = await must(run('create-signing-secret', token, { projectId }));
  await must(run('revoke-signing-secret', token, { projectId, secretId: goneSecret.secretId }));
  const moderate = (moderation: string) =>
    must(run('update-project', token, { projectId, moderation }));
  await moderate('webhook'); // a decision on the image is pending
  const image = await addImage(run, { apiKey, uploadKey });
  await moderate('none');
  const hidden = await addImage(run, { apiKey, uploadKey });
  const { imageId } = hidden;
  await must(run('update-image-visibility', { apiKey }, { imageId, visibility: 'private' }));
  const goneImage = await addImage(run, { apiKey, uploadKey });
  await must(run('delete-image', { apiKey }, { imageId: goneImage.imageId }));
  await must(run('update-project', token, { projectId, keepDays: 30 }));
  const [versioned, ended] = [
    await addVersion(run, { apiKey, uploadKey }),
    await addVersion(run, { apiKey, uploadKey }),
  ];
  const member = await addMember(run, owner, projectId, `${owner}-member`, 'viewer');
  const goneMember = await addMember(run, owner, projectId, `${owner}-former`, 'viewer');
  await must(run('remove-member', token, { projectId, accountId: goneMember }));
  const invite = (email: string) =>
    must(run('invite-member', token, { projectId, email, role: 'viewer' }));
  const [invited, uninvited] = [await invite('a@example.com'), await invite('b@example.com')];
  const { invitationId } = uninvited;
  await must(run('revoke-invitation', token, { projectId, invitationId }));
  const newWebhook = async () =>
    (await must(run('create-webhook', token, { projectId, url: 'https://hooks.example/in' })))
      .webhook.webhookId as string;
  const [webhook, goneWebhook] = [await newWebhook(), await newWebhook()];
  await must(run('delete-webhook', token, { projectId, webhookId: goneWebhook }));
  const delivery = await addDelivery(services, projectId, webhook);
  return {
    owner,
    projectId,
    projectName,
    apiKey,
    uploadKey,
    code: invited.invitation,
    things: {
      project: projectId,
      image: image.imageId,
      temporary: await addTemporary(run, uploadKey),
      replacement: await addTemporary(run, uploadKey),
      settledImage: (await addImage(run, { apiKey, uploadKey })).imageId,
      versionedImage: versioned,
      version: versioned,
      endedImage: ended,
      endedVersion: ended,
      privateImage: hidden.imageId,
      apiKey: living.key.keyId,
      uploadKey: livingUpload.key.keyId,
      secret: secret.secretId,
      member,
      invitation: invited.invitationId,
      webhook,
      delivery,
    },
    deleted: {
      image: goneImage.imageId,
      temporary: goneImage.temporaryId,
      replacement: goneImage.temporaryId,
      settledImage: goneImage.imageId,
      versionedImage: goneImage.imageId,
      endedImage: goneImage.imageId,
      privateImage: goneImage.imageId,
      apiKey: gone.key.keyId,
      uploadKey: goneUpload.key.keyId,
      secret: goneSecret.secretId,
      member: goneMember,
      invitation: invitationId,
      webhook: goneWebhook,
    },
  };
}

const changesOf = (now: () => number): Partial<Services> => ({
  accessTokens: accessTokensOf(now),
  deliveryQueue: { isOn: true, add: async () => undefined },
  userInfo: { of: async (token) => ({ email: emailOf(token), emailVerified: true }) },
});

const runOf =
  ({ services }: TestServices): Run =>
  (name, shown, body) =>
    runCall(services, callNamed(name), shown, body);

/**
 * The same world, which a call may then alter: a copy of its data folder. It costs a twentieth of
 * one that the calls make.
 */
export async function copyWorld(of: World): Promise<World> {
  const test: TestServices = await copyServices(
    of.test,
    changesOf(() => test.services.clock()),
  );
  return { ...of, test, run: runOf(test) };
}

/**
 * A tenant with everything that there can be, another beside it, and every credential: all made by
 * the calls themselves.
 */
export async function makeWorld(): Promise<World> {
  const test: TestServices = await makeServices(changesOf(() => test.services.clock()));
  const run = runOf(test);
  const own = await makeTenant(run, test.services, 'ann');
  const foreign = await makeTenant(run, test.services, 'fay');
  const { projectId } = own;
  const members = { owner: own.owner, admin: 'ada', editor: 'edd', viewer: 'vic' };
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    await addMember(run, own.owner, projectId, members[role], role);
  }
  const keyOf = async (kind: 'api' | 'upload', body = {}) => {
    const response = await must(
      run(`create-${kind}-key`, { token: own.owner }, { projectId, name: 'k', ...body }),
    );
    return { key: response[`${kind}Key`] as string, keyId: response.key.keyId as string };
  };
  const revoked = async (kind: 'api' | 'upload') => {
    const { key, keyId } = await keyOf(kind);
    await must(run(`revoke-${kind}-key`, { token: own.owner }, { projectId, keyId }));
    return key;
  };
  const without = await Promise.all(
    SCOPES.map(async (scope) => {
      const scopes = SCOPES.filter((candidate) => candidate !== scope);
      return [scope, (await keyOf('api', { scopes })).key] as const;
    }),
  );
  const keysWithout = Object.fromEntries(without) as Record<Scope, string>;
  const now = test.services.clock();
  const ending = { expiresAt: new Date(now + DAY / 24).toISOString() };
  const [expiredApi, expiredUpload] = [await keyOf('api', ending), await keyOf('upload', ending)];
  const [revokedApiKey, revokedUploadKey] = [await revoked('api'), await revoked('upload')];
  test.setClock(now + DAY / 24);
  return {
    test,
    own,
    foreign,
    members,
    run,
    keysWithout,
    revokedApiKey,
    revokedUploadKey,
    expiredApiKey: expiredApi.key,
    expiredUploadKey: expiredUpload.key,
  };
}

/** A reference of a kind and state. */
export function referenceOf({ own, foreign }: World, kind: Kind, state: State): string {
  const found = { own: own.things, foreign: foreign.things, deleted: own.deleted };
  return state === 'unknown' ? UNKNOWN[kind] : (found[state][kind] ?? UNKNOWN[kind]);
}

/** A key of the right form that was never given out. */
export function unknownKey(prefix: 'private_' | 'upl_'): string {
  return createKey(prefix, randomBytes);
}

/** A well-formed id without a record. */
export function newId(prefix: string): string {
  return prefix + encodeIdBytes(randomBytes(26));
}
