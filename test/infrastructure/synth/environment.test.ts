import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAccessLogFolder } from '../../../adapters/folder/access-logs.ts';
import type { Endpoint } from '../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import type { Services } from '../../../core/ports/services.ts';
import { PLANS } from '../../../core/projects/plans.ts';
import type { Project } from '../../../core/projects/project.ts';
import { createWebhookSink } from '../../../core/use-cases/webhooks/webhook-sink.ts';
import { createHandler as createAccountAndTeamCalls } from '../../../lambdas/api/account-and-team-calls.ts';
import { createHandler as createApiKeyCalls } from '../../../lambdas/api/api-key-calls.ts';
import { createHandler as createDelete } from '../../../lambdas/api/delete-image.ts';
import { createHandler as createProjectCalls } from '../../../lambdas/api/project-calls.ts';
import { createHandler as createProjectKeyCalls } from '../../../lambdas/api/project-key-calls.ts';
import { createHandler as createSave } from '../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpdate } from '../../../lambdas/api/update-image-metadata.ts';
import { createHandler as createUploadFromUrl } from '../../../lambdas/api/upload-from-url.ts';
import { createHandler as createUploadKeyCalls } from '../../../lambdas/api/upload-key-calls.ts';
import { createHandler as createUpload } from '../../../lambdas/api/upload-temporary-image.ts';
import { createHandler as createWebhookCalls } from '../../../lambdas/api/webhook-calls.ts';
import { createHandler as createAccept } from '../../../lambdas/background/accept-direct-upload.ts';
import { createHandler as createDeliver } from '../../../lambdas/background/deliver-webhooks.ts';
import { createHandler as createPurge } from '../../../lambdas/background/erase-images.ts';
import { createHandler as createMeter } from '../../../lambdas/background/meter-access-logs.ts';
import { createHandler as createPublish } from '../../../lambdas/background/publish-events.ts';
import { awsTermRows } from '../../../lambdas/background/queue-erasures.ts';
import { createHandler as createRenderQueued } from '../../../lambdas/background/render-queued.ts';
import { createHandler as createRequeue } from '../../../lambdas/background/requeue-erasures.ts';
import { createHandler as createSweep } from '../../../lambdas/background/sweep-temporary-images.ts';
import { AWS_EDGE } from '../../../lambdas/composition/edge-services.ts';
import { AWS_ENGINE } from '../../../lambdas/composition/engine-services.ts';
import { AWS_GRANTS } from '../../../lambdas/composition/grant-services.ts';
import {
  AWS_ACCESS_LOGS,
  AWS_INCOMING,
  AWS_OBJECTS,
} from '../../../lambdas/composition/object-services.ts';
import {
  AWS_PROJECT_DELETION,
  AWS_PROJECT_PURGE,
} from '../../../lambdas/composition/project-deletion-services.ts';
import { awsOrphanedCopies, awsPurgeQueue } from '../../../lambdas/composition/purge-queue.ts';
import { AWS_RENDER_QUEUE } from '../../../lambdas/composition/render-queue-services.ts';
import { awsServices } from '../../../lambdas/composition/services.ts';
import { AWS_TEAM } from '../../../lambdas/composition/team-services.ts';
import { AWS_UPLOAD_FORMS } from '../../../lambdas/composition/upload-form-services.ts';
import { AWS_USERS } from '../../../lambdas/composition/user-services.ts';
import { AWS_WEBHOOKS } from '../../../lambdas/composition/webhook-services.ts';
import { respond } from '../../../lambdas/delivery/respond.ts';
import { ENVIRONMENT, readEnvironment } from '../../../lambdas/environment.ts';
import { EXAMPLE_KEYS } from '../../../lib/quotas/stage-parts.ts';
import { createAccessLog } from '../../../local/cloudfront/access-log.ts';
import { accessLogsPath } from '../../../local/data-folder/data-paths.ts';
import { join, openPerson } from '../../contract/team-stores.ts';
import { makeApiEvent } from '../../support/http/api-event.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  putIncoming,
  type TestServices,
} from '../../support/stores/make-services.ts';
import { functionsOf, SITE_WRITER } from './support/rights.ts';
import { get, synthesize, type Template } from './support/template.ts';

type ServiceName = keyof Services;

const template = synthesize({
  events: 'on',
  tokenIssuer: 'https://issuer.example',
  tokenKeysUrl: 'https://issuer.example/jwks',
  tokenAudiences: 'imagewell',
  privateImageKeys: EXAMPLE_KEYS,
});
const before = { ...process.env };
let test: TestServices;
const used = new Map<string, Set<ServiceName>>();

/** The services, and a note of those that a function asks for. */
function watching(functionName: string): Services {
  const names = used.get(functionName) ?? new Set<ServiceName>();
  used.set(functionName, names);
  return new Proxy(test.services, {
    get: (services, name) => {
      names.add(name as ServiceName);
      return services[name as ServiceName];
    },
  });
}

type CreateApi = (services: Services) => ReturnType<typeof createSave>;

/** The functions of the users' calls, by their names. */
const PERSON_CALLS: Readonly<Record<string, CreateApi>> = {
  'account-and-team-calls': createAccountAndTeamCalls,
  'project-calls': createProjectCalls,
  'project-key-calls': createProjectKeyCalls,
  'webhook-calls': createWebhookCalls,
};

interface Call {
  readonly uploadKey?: string;
  readonly isPerson?: boolean;
  readonly status?: number;
}

async function call(
  name: string,
  create: CreateApi,
  endpoint: Endpoint,
  body: object,
  { uploadKey, isPerson = false, status = 200 }: Call = {},
) {
  const headers = {
    ...(isPerson ? {} : { 'x-api-key': test.credentials.apiKey }),
    authorization: 'Bearer any',
    'content-type': 'application/json',
  };
  const json = JSON.stringify(body);
  const event = makeApiEvent(endpoint, {
    headers,
    body: json,
    ...(uploadKey ? { uploadKey } : {}),
  });
  const result = await create(watching(name))(event, makeContext());
  expect(result.statusCode, `${name} ${result.body}`).toBe(status);
  return JSON.parse(result.body);
}

/** A call of a user, in the function that its row names. */
function callPerson(endpoint: Endpoint, body: object) {
  const create = PERSON_CALLS[endpoint.functionName];
  if (!create) throw new Error(`${endpoint.functionName} is no function of users' calls`);
  return call(endpoint.functionName.replaceAll('-', ''), create, endpoint, body);
}

/** A direct upload, through its two functions. */
async function uploadDirectly(): Promise<void> {
  const image = await drawJpeg(60, 40);
  const wish = { contentType: 'image/jpeg', bytes: image.length };
  const { createDirectUpload } = ENDPOINTS;
  const { uploadKey } = test.credentials;
  const form = await call('uploadkeycalls', createUploadKeyCalls, createDirectUpload, wish, {
    uploadKey,
  });
  const eTag = await putIncoming(test, form.fields.key, image);
  const s3 = { object: { key: form.fields.key, eTag } };
  const Records = [{ messageId: '1', body: JSON.stringify({ Records: [{ s3 }] }) }];
  const answer = await createAccept(watching('acceptdirectupload'))({ Records } as never);
  expect(answer.batchItemFailures).toEqual([]);
}

/**
 * A project that is emptied: the queues that the worker sends to, and the search for due projects.
 */
async function emptyOnce(): Promise<void> {
  const { projectId, accountId } = (await test.services.projects.getProject(
    test.credentials.projectId,
  )) as Project;
  await test.services.projectDeletions.request({
    projectId,
    accountId,
    kind: 'empty',
    name: 'default',
    deletionId: 'del_a',
    ownerIds: [],
    requestedAt: test.services.clock(),
    purgeAt: test.services.clock(),
  });
  const queue = { add: async () => undefined, addDeletion: async () => undefined };
  await createRequeue(watching('requeuepurges'), queue, queue)();
  const Records = [{ messageId: '1', body: JSON.stringify({ projectId }) }];
  await createPurge(watching('purgeimage'))({ Records } as never);
}

/** Calls of a user who manages a project. */
async function leadProject(projectId: string): Promise<void> {
  const lead = (endpoint: Endpoint, body: object = {}) =>
    callPerson(endpoint, { projectId, ...body });
  await lead(ENDPOINTS.createApiKey, { name: 'n' });
  await callPerson(ENDPOINTS.exportAccount, {});
  const other = await callPerson(ENDPOINTS.createProject, { name: 'other' });
  const closing = { projectId: other.projectId, name: 'other', now: true };
  await callPerson(ENDPOINTS.deleteProject, closing);
  const { secretId } = await lead(ENDPOINTS.createSigningSecret);
  await lead(ENDPOINTS.revokeSigningSecret, { secretId });
  const { accounts, invitations, memberships } = test.services;
  const { accountId } = await openPerson(accounts);
  const [owner] = await memberships.listMembers(projectId);
  if (!owner) throw new Error('nobody owns the project');
  await join(invitations, owner, accountId, 'admin');
  await lead(ENDPOINTS.transferOwnership, { accountId });
}

/** A log of the edge that names an image. */
async function logOf(imageId: string): Promise<string> {
  const folder = createAccessLogFolder(accessLogsPath(test.dataDir));
  const log = createAccessLog(folder.add);
  const answer = { method: 'GET', url: `/res/${imageId}.jpg`, status: 200, resultType: 'Hit' };
  log.write({
    ...answer,
    requestId: 'r',
    bytes: PLANS.free.maxBandwidthBytesPerMonth,
    now: test.services.clock(),
  });
  await log.close();
  const [name = ''] = await folder.list();
  return name;
}

/** A webhook, an event and its delivery, through the functions of events. */
async function useWebhooks(): Promise<void> {
  const { listProjects, createWebhook } = ENDPOINTS;
  const { projects } = await callPerson(listProjects, {});
  const { projectId } = projects[0];
  await callPerson(createWebhook, { projectId, url: 'https://hooks.example.com/' });
  const telling = watching('publishevents');
  const NewImage = {
    id: { S: `img_${'a'.repeat(26)}` },
    part: { S: 'record' },
    state: { S: 'saved' },
    projectId: { S: projectId },
    format: { S: 'jpg' },
    counter: undefined,
  };
  const growth = { counter: { S: 'images#acc' }, used: { N: '1' }, [projectId]: { N: '1' } };
  const Records = [{ dynamodb: { NewImage } }, { dynamodb: { NewImage: growth } }];
  await createPublish(telling, [createWebhookSink(telling)])({ Records } as never);
  const { webhookId } = (await test.services.webhooks.getWebhooks(projectId)).webhooks[0] ?? {};
  const [result] = await test.services.deliveries.listDeliveries(webhookId ?? '', 'pending', 9);
  const messages = [{ messageId: '1', body: JSON.stringify(result) }];
  const answer = await createDeliver(watching('deliverwebhooks'))({ Records: messages } as never);
  expect(answer.batchItemFailures).toEqual([]);
}

/** One life of an image, through every function. */
async function liveOnce(): Promise<void> {
  const event = makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg' },
    body: await drawJpeg(60, 40),
    uploadKey: test.credentials.uploadKey,
  });
  const uploaded = await createUpload(watching('uploadtemporaryimage'))(event, makeContext());
  const { temporaryImageUrl } = JSON.parse(uploaded.body);
  const { saveTemporaryImage, updateImageMetadata, deleteImage, getImage } = ENDPOINTS;
  const { imageId, imageUrl } = await call('savetemporaryimage', createSave, saveTemporaryImage, {
    temporaryImageUrl,
  });
  await call('updateimagemetadata', createUpdate, updateImageMetadata, { imageUrl, set: {} });
  const slow = 'width=2600&more=enlarge-true~accept-avif_webp';
  for (const [extension, rawQueryString] of [
    ['webp', ''] as const,
    ['webp', 'width=20'] as const,
    ['webp', 'width=20'] as const,
    ['auto', slow] as const,
  ]) {
    const requested = { rawPath: `/res/${imageId}.${extension}`, rawQueryString, headers: {} };
    const delivery = { ...requested, requestContext: { http: { method: 'GET' } } };
    const services = watching('renderimage');
    const { statusCode, body } = await respond(services, delivery as never, makeContext());
    expect(statusCode).toBe(200);
    if (body && typeof body !== 'string') body.destroy();
  }
  const renders = test.queued.map((render) => ({ messageId: '1', body: JSON.stringify(render) }));
  expect(renders).toHaveLength(1);
  await createRenderQueued(watching('renderqueued'))({ Records: renders } as never);
  await uploadDirectly();
  await call('apikeycalls', createApiKeyCalls, getImage, { imageId });
  await call('apikeycalls', createApiKeyCalls, ENDPOINTS.createAccessGrant, {});
  await useWebhooks();
  const { projects } = await callPerson(ENDPOINTS.listProjects, {});
  const { projectId } = projects[0];
  const change = { projectId, presets: {} };
  await callPerson(ENDPOINTS.updateProject, change);
  await leadProject(projectId);
  await callPerson(ENDPOINTS.listRefusedOrigins, { projectId });
  const byPerson = { isPerson: true };
  await call('apikeycalls', createApiKeyCalls, ENDPOINTS.listImages, { projectId }, byPerson);
  const foreign = { ...byPerson, status: 404 };
  await call('deleteimage', createDelete, deleteImage, { imageUrl, projectId }, foreign);
  const byStranger = { imageUrl, projectId, set: {} };
  await call('updateimagemetadata', createUpdate, updateImageMetadata, byStranger, foreign);
  const bytes = makeApiEvent(ENDPOINTS.uploadProjectImage, {
    headers: {
      'content-type': 'image/jpeg',
      authorization: 'Bearer any',
      'x-project-id': projectId,
    },
    body: await drawJpeg(16, 16),
  });
  const sent = await createUpload(watching('uploadtemporaryimage'))(bytes, makeContext());
  expect(sent.statusCode, sent.body).toBe(200);
  const source = { url: 'https://photos.example/a.jpg', projectId };
  await call('uploadfromurl', createUploadFromUrl, ENDPOINTS.uploadFromUrl, source, byPerson);
  await call('uploadfromurl', createUploadFromUrl, ENDPOINTS.uploadFromUrl, { url: source.url });
  const wish = { contentType: 'image/jpeg', bytes: 9, projectId };
  const { createProjectUpload } = ENDPOINTS;
  await call('uploadkeycalls', createUploadKeyCalls, createProjectUpload, wish, byPerson);
  const { getProjectUpload } = ENDPOINTS;
  const own = { temporaryImageUrl };
  await call('uploadkeycalls', createUploadKeyCalls, getProjectUpload, own);
  const resaved = { temporaryImageUrl, projectId };
  await call('savetemporaryimage', createSave, saveTemporaryImage, resaved, foreign);
  await call('deleteimage', createDelete, deleteImage, { imageUrl });
  const Records = [{ messageId: '1', body: JSON.stringify({ imageId }) }];
  await createPurge(watching('purgeimage'))({ Records } as never);
  await emptyOnce();
  const files = [
    {
      messageId: '1',
      body: JSON.stringify({ Records: [{ s3: { object: { key: await logOf(imageId) } } }] }),
    },
  ];
  // it uses up the bandwidth of the plan, so that the project's images are refused
  await test.services.projects.changeSettings(test.credentials.projectId, {
    overBandwidth: 'refuse',
  });
  await createMeter(watching('meteraccesslogs'))({ Records: files } as never);
  const another = await createUpload(test.services)(event, makeContext());
  test.setClock(Date.parse(JSON.parse(another.body).expiresAt) + 60_000);
  const { swept } = await createSweep(watching('sweeptemporaryimages'))();
  expect(swept).toBe(5); // also of the direct upload, of a user and two of a URL
}

function variablesOf(of: Template, name: string): Record<string, string> {
  const fn = functionsOf(of).find(([candidate]) => candidate === name)?.[1];
  const given = get(fn, 'Properties.Environment.Variables') ?? {};
  return Object.fromEntries(Object.keys(given).map((entry) => [entry, `https://${entry}.example`]));
}

/** Variables that a function reads, and that aren't among those that it has. */
function missingIn(variables: Record<string, string>, name: string): string[] {
  process.env = { AWS_REGION: 'eu-west-1', ...variables };
  const services = awsServices({
    ...AWS_OBJECTS,
    ...AWS_ENGINE,
    ...AWS_EDGE,
    ...AWS_RENDER_QUEUE,
    ...AWS_INCOMING,
    ...AWS_UPLOAD_FORMS,
    ...AWS_USERS,
    ...AWS_GRANTS,
    ...AWS_ACCESS_LOGS,
    ...AWS_WEBHOOKS,
    orphanedCopies: awsOrphanedCopies,
    remoteFiles: () => ({ read: async () => ({ outcome: 'too_large' }) }),
    webhookSender: () => ({ send: async () => ({ status: 200, fault: null }) }),
    ...AWS_TEAM,
    ...AWS_PROJECT_DELETION,
    ...AWS_PROJECT_PURGE,
  });
  const reads: (() => unknown)[] = [...(used.get(name) ?? [])].map(
    (entry) => () => services[entry],
  );
  if (name.endsWith('queuepurges')) reads.push(awsPurgeQueue);
  if (name === 'queuepurges') reads.push(awsTermRows);
  if (name === 'publishevents') reads.push(() => readEnvironment(ENVIRONMENT.eventBus));
  return reads.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

const NAMES = functionsOf(template)
  .map(([name]) => name)
  .filter((name) => name !== SITE_WRITER);

beforeAll(async () => {
  test = await makeServices({
    hasRateLimits: true,
    deliveryQueue: { isOn: true, add: async () => undefined },
    webhookSender: { send: async () => ({ status: 500, fault: null }) },
    accessTokens: {
      identify: async () => ({
        issuer: 'https://issuer.example',
        subject: 'a',
        authenticatedAt: test.services.clock(),
      }),
    },
  });
  await liveOnce();
});
afterEach(() => {
  process.env = { ...before };
});
afterAll(() => test.remove());

describe('the environment of the functions', () => {
  it.each(NAMES)('%s finds every variable that it reads', (name) => {
    if (!name.endsWith('queuepurges')) expect(used.get(name)?.size).toBeGreaterThan(3);
    expect(missingIn(variablesOf(template, name), name)).toEqual([]);
  });

  it.each(NAMES)('%s: each missing variable is reported', (name) => {
    const variables = variablesOf(template, name);
    for (const variable of Object.keys(variables)) {
      if (variable === 'FORMER_CDN_HOSTS') continue; // the one that may be missing
      const { [variable]: _, ...left } = variables;
      expect(missingIn(left, name), variable).toContain(`${variable} is not set`);
    }
  });
});
