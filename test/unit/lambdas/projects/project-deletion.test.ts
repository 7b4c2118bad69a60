import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { hashKey } from '../../../../core/projects/credentials.ts';
import { PROJECT_PURGE_STEPS } from '../../../../core/projects/project-deletion.ts';
import {
  authenticateApiKey,
  authenticateUploadKey,
} from '../../../../core/use-cases/access/authenticate.ts';
import { eraseProject } from '../../../../core/use-cases/deletion/erase-project.ts';
import { deliverImage } from '../../../../core/use-cases/delivery/deliver-image.ts';
import { createTimings } from '../../../../lambdas/http/server-timing.ts';
import { makeUsers, type PersonsCall } from '../../../support/identity/users.ts';
import { addKeys, storeImages, uploadTemporary } from '../../../support/stores/project-contents.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const SECOND_MS = 1_000;

let test: Awaited<ReturnType<typeof makeUsers>>;
let ann: PersonsCall;
let fresh: PersonsCall;
let now: number;
beforeEach(async () => {
  test = await makeUsers();
  now = NOON;
  ann = test.signIn('ann');
  fresh = test.signIn('ann', NOON);
});
afterEach(() => test.remove());

function pass(ms: number): void {
  now += ms;
  test.setClock(now);
}

async function makeProject(name = 'shop'): Promise<string> {
  return (await ann('createProject', { name })).json.projectId;
}
const codeOf = async (answer: Promise<unknown>) =>
  answer.then(
    () => 'no error',
    (error: { code?: string }) => error.code,
  );
const deliver = (services: Services, id: string) =>
  deliverImage(services, {
    method: 'GET',
    path: `/res/${id}.jpg`,
    query: [],
    ifNoneMatch: undefined,
    requestId: 'r',
    timings: createTimings(),
  });
const listed = async () => (await ann('listProjects')).json.projects;
const statusOf = async (projectId: string, as = ann) =>
  as('getProjectDeletionStatus', { projectId });

/** Runs the worker until nothing is left, a while passing in between. */
async function purgeToTheEnd(projectId: string): Promise<void> {
  for (let run = 0; run < 10; run += 1) {
    if ((await eraseProject(test.services, projectId)) === 'done') return;
    pass(20 * SECOND_MS);
  }
  throw new Error('the purge did not end');
}

describe('delete-project', () => {
  it('stops keys and delivery immediately, and only its owner sees it (projects.deletion)', async () => {
    const projectId = await makeProject();
    const { apiKey, uploadKey } = await addKeys(test.services, projectId);
    const [image = ''] = await storeImages(test.services, projectId, 1);
    const { status, json } = await ann('deleteProject', { projectId, name: 'shop' });
    const purgeAt = new Date(NOON + LIMITS.projectRestoreMs).toISOString();
    expect([status, json]).toEqual([
      200,
      { message: 'project_marked_for_deletion', projectId, purgeAt },
    ]);
    const { services } = test;
    expect(await codeOf(authenticateApiKey(services, apiKey, 'images:read'))).toBe(
      'invalid_api_key',
    );
    expect(await codeOf(authenticateUploadKey(services, uploadKey))).toBe('invalid_upload_key');
    expect(await codeOf(deliver(services, image))).toBe('image_not_found');
    expect(await listed()).toContainEqual(
      expect.objectContaining({ projectId, state: 'deleting', purgeAt }),
    );
    expect((await ann('getProject', { projectId })).json.state).toBe('deleting');
    expect((await ann('updateProject', { projectId, name: 'x' })).json.code).toBe(
      'project_not_found',
    );
    expect((await statusOf(projectId)).json).toMatchObject({ kind: 'delete', state: 'waiting' });
    const again = await ann('deleteProject', { projectId, name: 'shop' });
    expect(again.json).toEqual(json);
  });

  it('asks for its name, for the role owner, and for another than the default project (projects.deletion, projects.empty)', async () => {
    const projectId = await makeProject();
    const wrong = await ann('deleteProject', { projectId, name: 'Shop' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'validation_failed']);
    expect(wrong.json.errors).toMatchObject([{ pointer: '/name', code: 'wrong_name' }]);
    const own = (await listed()).find(({ isDefault }: { isDefault: boolean }) => isDefault);
    const kept = await ann('deleteProject', { projectId: own.projectId, name: 'default' });
    expect([kept.status, kept.json.code]).toEqual([409, 'default_project_stays']);
    const foreign = await test.signIn('bob')('deleteProject', { projectId, name: 'shop' });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'project_not_found']);
    expect((await listed()).every(({ state }: { state: string }) => state === 'live')).toBe(true);
  });

  it.each([
    ['none is told', undefined],
    ['it is five minutes old', NOON - LIMITS.freshSignInMs],
  ])(
    'an immediate erasure takes a sign-in of the last five minutes: not where %s (projects.deletion)',
    async (_, at) => {
      const projectId = await makeProject();
      const as = test.signIn('ann', at);
      const refused = await as('deleteProject', { projectId, name: 'shop', now: true });
      expect([refused.status, refused.json.code]).toEqual([403, 'sign_in_too_old']);
      expect((await ann('getProject', { projectId })).json.state).toBe('live');
    },
  );

  it('a waiting one can still be purged immediately (projects.deletion)', async () => {
    const projectId = await makeProject();
    await ann('deleteProject', { projectId, name: 'shop' });
    const { json } = await fresh('deleteProject', { projectId, name: 'shop', now: true });
    expect(json.purgeAt).toBe(new Date(NOON).toISOString());
    expect(await test.services.projectDeletions.listDue(NOON, 5)).toEqual([projectId]);
  });

  it('while it can be restored it counts to the plan, and no longer when it is purged (quotas.projects)', async () => {
    const projectId = await makeProject();
    await makeProject('third');
    await ann('deleteProject', { projectId, name: 'shop' });
    expect((await ann('createProject', { name: 'x' })).json.code).toBe('project_quota_exceeded');
    await fresh('deleteProject', { projectId, name: 'shop', now: true });
    await purgeToTheEnd(projectId);
    expect((await ann('createProject', { name: 'x' })).status).toBe(200);
  });
});

describe('restore-project', () => {
  it('everything works again, until a moment before the seven days are over (projects.restore)', async () => {
    const projectId = await makeProject();
    const { apiKey } = await addKeys(test.services, projectId);
    const [image = ''] = await storeImages(test.services, projectId, 1);
    const before = (await ann('getProject', { projectId })).json;
    await ann('deleteProject', { projectId, name: 'shop' });
    pass(LIMITS.projectRestoreMs - 1);
    expect(await eraseProject(test.services, projectId)).toBe('done'); // nothing is due
    const { status, json } = await ann('restoreProject', { projectId });
    expect([status, json]).toEqual([200, before]);
    await authenticateApiKey(test.services, apiKey, 'images:read');
    expect((await deliver(test.services, image)).status).toBe(200);
    expect((await ann('restoreProject', { projectId })).json).toEqual(before);
    expect((await statusOf(projectId)).json).toMatchObject({ state: 'live', kind: null });
    pass(LIMITS.projectRestoreMs);
    await purgeToTheEnd(projectId);
    expect((await ann('getProject', { projectId })).json).toEqual(before);
  });

  it('after the purge has begun it is 410, and the project goes (projects.restore)', async () => {
    const projectId = await makeProject();
    await fresh('deleteProject', { projectId, name: 'shop', now: true });
    expect(await eraseProject(test.services, projectId)).toBe('later');
    const late = await ann('restoreProject', { projectId });
    expect([late.status, late.json.code]).toEqual([410, 'project_purged']);
    pass(20 * SECOND_MS);
    await purgeToTheEnd(projectId);
    expect((await ann('restoreProject', { projectId })).json.code).toBe('project_not_found');
  });

  it('of a restore and a concurrent begin of the purge exactly one is done (projects.restore)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const projectId = await makeProject(`round ${round}`);
      await fresh('deleteProject', { projectId, name: `round ${round}`, now: true });
      const both = [
        () => ann('restoreProject', { projectId }).then(({ status }) => status === 200),
        () => eraseProject(test.services, projectId).then((progress) => progress === 'later'),
      ];
      if (round % 2) both.reverse();
      const won = await Promise.all(both.map((entry) => entry()));
      expect(won.filter(Boolean)).toHaveLength(1);
      pass(20 * SECOND_MS);
      await purgeToTheEnd(projectId);
      const { state = 'gone' } = (await ann('getProject', { projectId })).json;
      expect(state).toBe(won[round % 2] ? 'live' : 'gone');
      if (state === 'live') {
        await test.signIn('ann', now)('deleteProject', {
          projectId,
          name: `round ${round}`,
          now: true,
        });
        pass(20 * SECOND_MS);
        await purgeToTheEnd(projectId);
      }
    }
  });
});

describe('the purge of a project', () => {
  it('after seven days nothing is left but the receipt, which its owners read for 30 days (projects.restore)', async () => {
    const projectId = await makeProject();
    const { services } = test;
    const { accountId } = (await services.projects.getProject(projectId)) ?? { accountId: '' };
    const { apiKey } = await addKeys(services, projectId);
    const images = await storeImages(services, projectId, 3);
    await ann('deleteProject', { projectId, name: 'shop' });
    pass(LIMITS.projectRestoreMs);
    await purgeToTheEnd(projectId);
    for (const id of images) {
      const state = (await services.images.getImage(id))?.state;
      expect([state, await services.objects.get(`${id}/original`)]).toEqual(['deleted', undefined]);
    }
    expect((await services.usage.ofAccount(accountId, '2026-11')).images).toBe(0);
    expect(await services.keys.findApiKey(hashKey(apiKey))).toBeUndefined();
    expect(await services.memberships.listMembers(projectId)).toEqual([]);
    expect(await services.projects.getProject(projectId)).toBeUndefined();
    expect((await ann('getProject', { projectId })).json.code).toBe('project_not_found');
    const { json } = await statusOf(projectId);
    expect(json).toMatchObject({ projectId, name: 'shop', kind: 'delete', state: 'purged' });
    expect(json.steps.map(({ step }: { step: string }) => step)).toEqual(PROJECT_PURGE_STEPS);
    const counts = Object.fromEntries(
      json.steps.map(({ step, count }: { step: string; count: number }) => [step, count]),
    );
    expect(counts).toMatchObject({ images_closed: 3, images_removed: 3, keys_removed: 2 });
    expect(counts).toMatchObject({ temporary_ended: 0, members_removed: 1 });
    const times = json.steps.map(({ at }: { at: string }) => Date.parse(at));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect((await statusOf(projectId, test.signIn('bob'))).json.code).toBe('project_not_found');
    pass(LIMITS.projectReceiptMs - 60 * SECOND_MS);
    expect((await statusOf(projectId)).status).toBe(200);
    pass(60 * SECOND_MS);
    expect((await statusOf(projectId)).json.code).toBe('project_not_found');
  });

  it('its owners read the receipt at every moment, also when they are members no more and the project is still there (projects.restore)', async () => {
    const projectId = await makeProject();
    await fresh('deleteProject', { projectId, name: 'shop', now: true });
    const { services } = test;
    const seen: unknown[] = [];
    const removeProject = async (id: string) => {
      expect(await services.memberships.listMembers(id)).toEqual([]);
      const { status, json } = await statusOf(id);
      seen.push([status, json.state]);
      await services.projectDeletions.removeProject(id);
    };
    const projectDeletions = { ...services.projectDeletions, removeProject };
    for (let run = 0; run < 10 && seen.length === 0; run += 1) {
      await eraseProject({ ...services, projectDeletions }, projectId);
      pass(20 * SECOND_MS);
    }
    expect(seen).toEqual([[200, 'purging']]);
  });

  it('a chain of runs ends by its number, whatever delays its end, and the schedule begins the next', async () => {
    const projectId = await makeProject();
    await fresh('deleteProject', { projectId, name: 'shop', now: true });
    const { services } = test;
    const queued: (number | undefined)[] = [];
    const stuck = {
      ...services,
      projectQueue: {
        ...services.projectQueue,
        addDeletion: async (_: string, __: number, run?: number) => void queued.push(run),
      },
      // nothing is ever recorded as done
      projectDeletions: { ...services.projectDeletions, recordStep: async () => false },
    };
    let runs = 0;
    for (let run: number | undefined = 1; run !== undefined; run = queued.at(runs - 1)) {
      runs += 1;
      await eraseProject(stuck, projectId, run);
      pass(20 * SECOND_MS);
      if (queued.length < runs) break;
    }
    expect(runs).toBe(LIMITS.maxPurgeRunsInARow);
    expect(queued).toEqual(Array.from({ length: runs - 1 }, (_, at) => at + 2));
    expect(await services.projectDeletions.listDue(now, 9)).toContain(projectId);
    await purgeToTheEnd(projectId);
  });

  it('an immediate one includes the work that was in progress when the project was closed (projects.deletion)', async () => {
    const projectId = await makeProject();
    const { services } = test;
    const late = await uploadTemporary(services, projectId);
    const unsaved = await uploadTemporary(services, projectId);
    await fresh('deleteProject', { projectId, name: 'shop', now: true });
    expect(await eraseProject(services, projectId)).toBe('later');
    // it was authenticated before
    await services.images.saveImage(late.image, { maxImages: null }, now);
    pass(20 * SECOND_MS);
    await purgeToTheEnd(projectId);
    expect((await services.images.getImage(late.image.imageId))?.state).toBe('deleted');
    const { temporaryImageId } = unsaved.temporary;
    expect((await services.images.getTemporaryImage(temporaryImageId))?.state).toBe('expired');
    expect(await services.objects.get(`${temporaryImageId}/original`)).toBeUndefined();
    const steps = (await statusOf(projectId)).json.steps;
    expect(steps.find(({ step }: { step: string }) => step === 'temporary_ended').count).toBe(1);
  });

  it('leaves every other project of the account as it is (projects.deletion)', async () => {
    const [gone, stays] = [await makeProject(), await makeProject('stays')];
    const { services } = test;
    await storeImages(services, gone, 2);
    const [kept = ''] = await storeImages(services, stays, 2);
    const { apiKey } = await addKeys(services, stays);
    await fresh('deleteProject', { projectId: gone, name: 'shop', now: true });
    pass(20 * SECOND_MS);
    await purgeToTheEnd(gone);
    await authenticateApiKey(services, apiKey, 'images:read');
    expect((await deliver(services, kept)).status).toBe(200);
    expect((await listed()).map(({ projectId }: { projectId: string }) => projectId)).toContain(
      stays,
    );
    const { accountId } = (await services.projects.getProject(stays)) ?? { accountId: '' };
    expect((await services.usage.ofAccount(accountId, '2026-11')).images).toBe(2);
  });
});

describe('empty-project', () => {
  it('deletes the contents of the default project, and leaves the project and later images (projects.empty)', async () => {
    const { projectId } = (await listed()).find(
      (candidate: { isDefault: boolean }) => candidate.isDefault,
    );
    const { services } = test;
    const { apiKey } = await addKeys(services, projectId);
    const images = await storeImages(services, projectId, 3);
    const unsaved = await uploadTemporary(services, projectId);
    pass(SECOND_MS);
    const { status, json } = await fresh('emptyProject', { projectId, name: 'default' });
    expect([status, json]).toEqual([200, { message: 'project_marked_for_emptying', projectId }]);
    pass(SECOND_MS);
    const [later = ''] = await storeImages(services, projectId, 1, now);
    await purgeToTheEnd(projectId);
    for (const id of images) expect((await services.images.getImage(id))?.state).toBe('deleted');
    const { temporaryImageId } = unsaved.temporary;
    expect((await services.images.getTemporaryImage(temporaryImageId))?.state).toBe('expired');
    expect((await deliver(services, later)).status).toBe(200);
    await authenticateApiKey(services, apiKey, 'images:read');
    const receipt = (await statusOf(projectId)).json;
    expect(receipt).toMatchObject({ kind: 'empty', state: 'purged' });
    expect(receipt.steps.at(-1).step).toBe('edge_swept');
    expect(receipt.steps.at(1)).toMatchObject({ step: 'images_closed', count: 3 });
    expect((await ann('getProject', { projectId })).json.state).toBe('live');
  });

  it('a repeated request before its end includes images that were saved in between (projects.empty)', async () => {
    const projectId = await makeProject();
    const { services } = test;
    await storeImages(services, projectId, 2);
    await fresh('emptyProject', { projectId, name: 'shop' });
    expect(await eraseProject(services, projectId)).toBe('later');
    pass(SECOND_MS);
    await storeImages(services, projectId, 3, now);
    pass(SECOND_MS);
    await fresh('emptyProject', { projectId, name: 'shop' });
    await purgeToTheEnd(projectId);
    const query = { projectId, pair: null, limit: 10, before: null };
    expect((await services.images.listImages(query)).images).toEqual([]);
    expect((await statusOf(projectId)).json.steps.at(1).count).toBe(5);
  });

  it('takes a sign-in of the last five minutes and the name (projects.empty)', async () => {
    const { projectId } = (await listed()).find(
      (candidate: { isDefault: boolean }) => candidate.isDefault,
    );
    const old = await ann('emptyProject', { projectId, name: 'default' });
    expect([old.status, old.json.code]).toEqual([403, 'sign_in_too_old']);
    const wrong = await fresh('emptyProject', { projectId, name: 'shop' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'validation_failed']);
  });
});
