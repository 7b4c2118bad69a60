import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../../../core/api/endpoints.ts';
import { PLANS } from '../../../../../core/projects/plans.ts';
import {
  DEFAULT_SETTINGS,
  type ProjectSettings,
} from '../../../../../core/projects/project-settings.ts';
import {
  createDefaultProject,
  storeDefaultProject,
} from '../../../../../core/use-cases/projects/store-default-project.ts';
import { createHandler as createApiKeyCalls } from '../../../../../lambdas/api/api-key-calls.ts';
import { createHandler as createSave } from '../../../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpload } from '../../../../../lambdas/api/upload-temporary-image.ts';
import { renderingServices } from '../../../../../lambdas/composition/rendering-services.ts';
import { awsServices } from '../../../../../lambdas/composition/services.ts';
import { respond } from '../../../../../lambdas/delivery/respond.ts';
import { makeApiEvent } from '../../../../support/http/api-event.ts';
import { drawJpeg } from '../../../../support/images/draw.ts';
import { makeContext } from '../../../../support/stores/make-services.ts';
import { openCountedStack } from '../../../../support/trips/open-counted-stack.ts';

const RENDERED = Buffer.from('a rendition');
const { peer, dynamo, objects } = openCountedStack();
const none = () => Promise.reject(new Error('no user calls here'));
const engine = {
  decodeFully: async () => undefined,
  placeholder: async () => ({ color: '#000000', blurhash: 'x' }),
  render: async () => RENDERED,
  inputFormats: ['jpg'],
};
const parts = {
  objects: () => objects,
  imageEngine: () => async () => engine as never,
  renderQueue: () => ({ add: none }),
  accessTokens: () => ({ identify: none }),
  accounts: () => ({}) as never,
  memberships: () => ({}) as never,
};
const services = awsServices(parts, dynamo);
const rendering = renderingServices(parts, dynamo);
const credentials = createDefaultProject(randomBytes);
const image = await drawJpeg(60, 40);

beforeAll(() =>
  storeDefaultProject(services, credentials, {
    accountId: 'acc_aaaaaaaaaaaaaaaaaaaaaaaaaa',
    keyName: 'k',
    plan: PLANS.free,
  }),
);

const HANDLERS = {
  uploadTemporaryImage: createUpload,
  saveTemporaryImage: createSave,
  getImage: createApiKeyCalls,
};

async function call(name: keyof typeof HANDLERS & EndpointName, body: object | Buffer) {
  const isBytes = Buffer.isBuffer(body);
  const event = makeApiEvent(ENDPOINTS[name], {
    headers: {
      'x-api-key': credentials.apiKey,
      'content-type': isBytes ? 'image/jpeg' : 'application/json',
    },
    body: isBytes ? body : JSON.stringify(body),
    uploadKey: credentials.uploadKey,
  });
  const answer = await (HANDLERS[name] as typeof createSave)(services as never)(
    event,
    makeContext(),
  );
  return JSON.parse(answer.body);
}

/** A GET to its end; `firstByte` is the number of trips before it. */
async function get(path: string, query = '', of = rendering) {
  const event = {
    rawPath: path,
    rawQueryString: query,
    headers: {},
    requestContext: { http: { method: 'GET' } },
  };
  const { statusCode, body } = await respond(of, event as never, makeContext());
  if (body === undefined || typeof body === 'string') throw new Error(`${statusCode}: ${body}`);
  const pieces = body[Symbol.asyncIterator]();
  await pieces.next();
  const firstByte = peer.trips();
  for (let isDone = false; !isDone; ) isDone = (await pieces.next()).done === true;
  return { firstByte };
}

async function upload(): Promise<string> {
  return (await call('uploadTemporaryImage', image)).temporaryImageUrl;
}
async function save(): Promise<string> {
  return (await call('saveTemporaryImage', { temporaryImageUrl: await upload() })).imageId;
}

async function change(settings: Partial<ProjectSettings>): Promise<void> {
  await services.projects.changeSettings(credentials.projectId, settings);
}

/** Trips until the first byte, trips to the end, and requests. */
async function deliveryOf(work: () => Promise<{ readonly firstByte: number }>) {
  const { result, rounds } = await peer.count(work);
  return [result.firstByte, rounds.length, rounds.flat().length];
}
async function callOf(work: () => Promise<unknown>) {
  const { rounds } = await peer.count(work);
  return [rounds.length, rounds.flat().length];
}

beforeEach(async () => {
  await change(DEFAULT_SETTINGS);
  // the sum of a counter's shards is read once a minute
  await get(`/res/${await save()}.webp`, 'width=10');
});

describe('trips to DynamoDB and S3 in sequence, and requests (docs/decisions/0121)', () => {
  it('of a new rendition are 5 before its first byte', async () => {
    const imageId = await save();
    const path = `/res/${imageId}.webp`;
    const { result, rounds } = await peer.count(() => get(path, 'width=20'));
    expect(result.firstByte).toBe(5);
    expect(rounds).toEqual([
      ['BatchGet'],
      ['BatchGet', 'Update'],
      ['BatchGet'],
      ['GetObject', 'TransactWrite'],
      ['BatchGet', 'PutObject'],
      ['TransactWrite'],
      ['BatchGet'],
      ['Update'],
    ]);
    expect(await deliveryOf(() => get(path, 'width=20'))).toEqual([4, 4, 5]);
  });

  it('of the first rendition in a minute are 6, for the sum of a bounded counter', async () => {
    const imageId = await save();
    const later = { ...rendering, clock: () => Date.now() + 61_000 };
    const work = () => get(`/res/${imageId}.webp`, 'width=20', later);
    expect(await deliveryOf(work)).toEqual([6, 9, 12]);
  });

  it('of a plan without a bound are as few', async () => {
    const imageId = await save();
    const { projects } = rendering;
    const unlimited = { ...projects, getPlan: async () => PLANS.unlimited };
    const of = { ...rendering, projects: unlimited };
    expect(await deliveryOf(() => get(`/res/${imageId}.webp`, 'width=20', of))).toEqual([5, 8, 11]);
  });

  it('of a stored image, or a temporary one, are 4', async () => {
    const imageId = await save();
    expect(await deliveryOf(() => get(`/res/${imageId}.jpg`))).toEqual([4, 4, 5]);
    const path = new URL(await upload()).pathname;
    expect(await deliveryOf(() => get(path))).toEqual([4, 4, 5]);
    expect(await deliveryOf(() => get(path, 'width=20'))).toEqual([5, 8, 11]);
  });

  it('are two more for an overlay, and one more for a signature', async () => {
    const [imageId, overlay] = [await save(), await save()];
    await change({ watermark: `overlay=${overlay}` });
    expect(await deliveryOf(() => get(`/res/${imageId}.webp`, 'width=20'))).toEqual([7, 10, 14]);
    expect(await deliveryOf(() => get(`/res/${imageId}.webp`, 'width=20'))).toEqual([6, 6, 7]);
  });

  it('of a refusal by the project are 2, one of them a wasted note', async () => {
    const imageId = await save();
    await change({ allowedWidths: [30] });
    const { rounds } = await peer.count(() =>
      get(`/res/${imageId}.webp`, 'width=20').catch(String),
    );
    expect(rounds).toEqual([['BatchGet'], ['BatchGet', 'Update']]);
  });

  it('of uploads, saves and reads are 6, 8 and 4', async () => {
    let temporaryImageUrl = '';
    expect(
      await callOf(async () => {
        temporaryImageUrl = await upload();
      }),
    ).toEqual([6, 6]);
    const saving = () => call('saveTemporaryImage', { temporaryImageUrl });
    expect(await callOf(saving)).toEqual([9, 9]);
    const { imageId } = await saving();
    expect(await callOf(() => call('getImage', { imageId }))).toEqual([4, 4]);
  });
});
