import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { Image } from '../../../../core/images/image-states.ts';
import { eraseProject } from '../../../../core/use-cases/deletion/erase-project.ts';
import { makeUsers, type PersonsCall } from '../../../support/identity/users.ts';
import {
  addKeys,
  replaceBytes,
  storeImages,
  uploadTemporary,
} from '../../../support/stores/project-contents.ts';
import { snapshotFolder } from '../../../support/stores/snapshot-folder.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

/** Tables that keep the id of an ended project for a time, with the reason. */
const KEPT: Readonly<Record<string, string>> = {
  project_deletions: 'the receipt, for who asks how far the deletion is',
  images: 'tombstones: no request in flight brings an image back',
  temporary_images: 'the same of temporary images',
  audit_events: 'the account’s own trail, for ninety days',
  counted_log_parts: 'a log that is told of twice counts once',
  purge_steps: 'the receipt of each image',
  image_versions: 'the receipt of each former original',
  edge_purges: 'until the edge has applied them',
};

/** The tables with rows of a project that has everything. */
const FULL = [
  'audit_events',
  'bandwidth',
  'counted_log_parts',
  'image_days',
  'image_terms',
  'image_versions',
  'images',
  'invitations',
  'keys',
  'members',
  'outdated_renditions',
  'project_days',
  'project_images',
  'project_month_counts',
  'projects',
  'refused_origins',
  'renditions',
  'routes',
  'signing_secrets',
  'temporary_images',
  'webhooks',
];

let test: Awaited<ReturnType<typeof makeUsers>>;
let ann: PersonsCall;
beforeAll(async () => {
  test = await makeUsers({ deliveryQueue: { isOn: true, add: async () => undefined } });
  ann = test.signIn('ann', NOON);
});
afterAll(() => test.remove());

function tablesWith(...texts: readonly string[]): string[] {
  const { rows } = snapshotFolder(test.dataDir);
  return [...rows]
    .filter(([, all]) => all.some((row) => texts.some((text) => row.includes(text))))
    .map(([table]) => table)
    .sort();
}

/** A project with a row in each table that can have one of it. */
async function makeFullProject(user: PersonsCall, name: string) {
  const { services } = test;
  test.setClock(NOON);
  const { projectId } = (await user('createProject', { name })).json;
  const { accountId = '' } = (await services.projects.getProject(projectId)) ?? {};
  await storeImages(services, projectId, 2, NOON - 1_000);
  await uploadTemporary(services, projectId, NOON - 1_000);
  await replaceBytes(services, await anImage(projectId), NOON - 500);
  await addKeys(services, projectId);
  await user('inviteMember', { projectId, email: `zed@${name}.example`, role: 'viewer' });
  await user('createSigningSecret', { projectId });
  await user('createWebhook', { projectId, url: 'https://hooks.example/a' });
  const origins = [{ origin: 'https://refused.example', count: 1, lastAt: NOON }];
  await services.refusedOrigins.replaceRefused(projectId, { origins, revision: 1 });
  const target = `/res/img_${'a'.repeat(26)}.jpg`;
  await services.routes.putRoutes(projectId, [{ path: '/old.jpg', target }], 10);
  const traffic = { bytes: 1, bytesByDay: new Map([['2026-11-21', 1]]), images: [] };
  const part = `of-${name}.log#0`;
  const count = { projectId, accountId, month: '2026-11', part, now: NOON, ...traffic };
  await services.usage.countBandwidth(count);
  const imageIds = await countImages(projectId, part);
  await countRendition(projectId);
  return { projectId, accountId, imageIds };
}

/** Requests of each image are counted; answers the ids. */
async function countImages(projectId: string, part: string): Promise<readonly ImageId[]> {
  const position = { projectId, pair: null, limit: 9, before: null };
  const { images: found } = await test.services.images.listImages(position);
  const days = new Map([['2026-11-21', { requests: 1, bytes: 1 }]]);
  const images = found.map(({ imageId }) => ({ imageId, month: '2026-11', days }));
  await test.services.usage.countImages({ part: `${part}#images`, images, now: NOON });
  return found.map(({ imageId }) => imageId);
}

async function anImage(projectId: string): Promise<Image> {
  const position = { projectId, pair: null, limit: 1, before: null };
  const [image] = (await test.services.images.listImages(position)).images;
  if (!image) throw new Error('the project has no image');
  return image;
}

/** A rendition of one image is made and counted. */
async function countRendition(projectId: string): Promise<void> {
  const { renditions } = test.services;
  const image = await anImage(projectId);
  const claim = {
    imageId: image.imageId,
    accountId: image.accountId,
    projectId,
    renditionKey: 'a.webp',
    version: 1,
    generation: image.generation,
    owner: 'o',
    isCostly: false,
    isSmall: true,
    now: NOON,
    leaseMs: MINUTE,
    month: '2026-11',
    maxTransformations: null,
    maxRenditions: null,
  };
  await renditions.claim(claim);
  await renditions.complete(claim, { bytes: 1, sha256: 'x', isOriginal: false });
}

async function purge(projectId: string): Promise<void> {
  for (let run = 1; run < 20; run += 1) {
    test.setClock(NOON + run * MINUTE);
    if ((await eraseProject(test.services, projectId)) === 'done') return;
  }
  throw new Error('the purge does not end');
}

const leftOf = (...texts: readonly string[]) =>
  tablesWith(...texts).filter((table) => !Object.hasOwn(KEPT, table));

it('of a deleted project no table has a row but those that are listed with a reason (deletion.steps)', async () => {
  await makeFullProject(ann, 'kept');
  const { projectId, imageIds } = await makeFullProject(ann, 'shop');
  expect(tablesWith(projectId, ...imageIds)).toEqual(FULL);
  await ann('deleteProject', { projectId, name: 'shop', now: true });
  await purge(projectId);
  expect(leftOf(projectId, ...imageIds, 'zed@shop.example')).toEqual([]);
  // the other project has an image that was replaced, too
  const { rows } = snapshotFolder(test.dataDir);
  const versions = rows.get('image_versions') ?? [];
  expect(versions.map((row) => row.includes('swept')).sort()).toEqual([false, true]);
});

it('of a deleted account no table has a row, nor an address that it invited (deletion.steps)', async () => {
  const ben = test.signIn('ben', NOON);
  const { accountId } = await makeFullProject(ben, 'last');
  const { json } = await ben('deleteAccount', { confirm: true, now: true });
  expect(json).toMatchObject({ message: 'account_marked_for_deletion' });
  for (const projectId of json.projectIds) await purge(projectId);
  expect(leftOf(accountId, ...json.projectIds)).toEqual([]);
  expect(tablesWith('zed@last.example')).toEqual([]);
});
