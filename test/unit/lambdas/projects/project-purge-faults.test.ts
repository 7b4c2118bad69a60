import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../../../core/ports/services.ts';
import {
  type EraseProgress,
  eraseProject,
} from '../../../../core/use-cases/deletion/erase-project.ts';
import { makeUsers } from '../../../support/identity/users.ts';
import { addKeys, storeImages, uploadTemporary } from '../../../support/stores/project-contents.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
/** Above the lease of whoever is killed, and above what may be in flight. */
const PAUSE_MS = 75_000;

let test: Awaited<ReturnType<typeof makeUsers>>;
let now: number;
beforeEach(async () => {
  test = await makeUsers();
  now = NOON;
});
afterEach(() => test.remove());

function pass(ms: number): void {
  now += ms;
  test.setClock(now);
}

class Killed extends Error {}

/**
 * The services as a worker has them that dies at its nth call of them, before it or after; how
 * often they were called.
 */
function dyingAt(nth: number, isAfter: boolean) {
  const { services } = test;
  const calls = { count: 0 };
  const wrapPort = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const call = Reflect.get(target, name);
        if (typeof call !== 'function') return call;
        return async (...args: unknown[]) => {
          const at = calls.count;
          calls.count += 1;
          if (at > nth || (at === nth && !isAfter)) throw new Killed(); // nothing more is done
          const answer = await call.apply(target, args);
          if (at === nth) throw new Killed();
          return answer;
        };
      },
    });
  const names = [
    'images',
    'directUploads',
    'renditions',
    'objects',
    'edge',
    'projectDeletions',
    'projectDataCleanup',
    'projectQueue',
  ] as const;
  const wrapped = Object.fromEntries(names.map((name) => [name, wrapPort(services[name])]));
  return { services: { ...services, ...wrapped } as Services, calls };
}

async function makeDeleted(images: number): Promise<string> {
  const ann = test.signIn('ann', now);
  const { projectId } = (await ann('createProject', { name: 'shop' })).json;
  await addKeys(test.services, projectId);
  await storeImages(test.services, projectId, images, now - 1_000);
  await uploadTemporary(test.services, projectId, now - 1_000);
  await ann('deleteProject', { projectId, name: 'shop', now: true });
  pass(PAUSE_MS);
  return projectId;
}

async function run(services: Services, projectId: string): Promise<EraseProgress | 'killed'> {
  return eraseProject(services, projectId).catch((error: unknown) => {
    if (error instanceof Killed) return 'killed' as const;
    throw error;
  });
}

async function expectGone(projectId: string, images: number): Promise<void> {
  const { services } = test;
  expect(await services.projects.getProject(projectId)).toBeUndefined();
  expect(await services.memberships.listMembers(projectId)).toEqual([]);
  const query = { projectId, pair: null, limit: 10, before: null };
  expect((await services.images.listImages(query)).images).toEqual([]);
  const { status, json } = await test.signIn('ann')('getProjectDeletionStatus', { projectId });
  expect([status, json.state]).toEqual([200, 'purged']);
  const counts = Object.fromEntries(
    json.steps.map(({ step, count }: { step: string; count: number | null }) => [step, count]),
  );
  expect(counts).toMatchObject({
    images_closed: images,
    images_removed: images,
    temporary_ended: 1,
    keys_removed: 2,
    signing_secrets_removed: 0,
    webhooks_removed: 0,
    members_removed: 1,
  });
  expect((await test.signIn('ann')('exportAccount')).json.usage.images.used).toBe(0);
}

describe('the purge of a project', () => {
  it.each([
    ['before', false],
    ['after', true],
  ])(
    'comes to the same whichever of its calls it dies %s (projects.deletion)',
    async (_, isAfter) => {
      const whole = dyingAt(Number.POSITIVE_INFINITY, false);
      const first = await makeDeleted(2);
      expect(await run(whole.services, first)).toBe('done');
      await expectGone(first, 2);
      expect(whole.calls.count).toBeGreaterThan(40);
      for (let nth = 0; nth < whole.calls.count; nth += 1) {
        const projectId = await makeDeleted(2);
        await run(dyingAt(nth, isAfter).services, projectId);
        pass(PAUSE_MS);
        expect([nth, await run(test.services, projectId)]).toEqual([nth, 'done']);
        await expectGone(projectId, 2);
      }
    },
    240_000,
  );

  it('ends however often it is interrupted, each time a step later (projects.deletion)', async () => {
    const projectId = await makeDeleted(30);
    let deaths = 0;
    for (let patience = 20; ; patience += 7) {
      const progress = await run(dyingAt(patience, deaths % 2 === 0).services, projectId);
      pass(PAUSE_MS);
      if (progress === 'done') break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(5);
    await expectGone(projectId, 30);
  });

  it('of many workers that are notified concurrently one works, and nothing is counted twice (projects.deletion)', async () => {
    const projectId = await makeDeleted(25);
    const all = await Promise.all(Array.from({ length: 5 }, () => run(test.services, projectId)));
    expect(all.every((progress) => progress === 'done')).toBe(true);
    await expectGone(projectId, 25);
  });

  it('removes five pages of a hundred images and a part, in runs that are cut off at their time (projects.deletion)', async () => {
    const projectId = await makeDeleted(520);
    const { services } = test;
    let calls = 0;
    // each look at the clock is 200 ms: a run of thirty seconds is over after 150
    const clock = () => {
      calls += 1;
      return now + calls * 200;
    };
    let runs = 0;
    for (let progress = 'more'; progress === 'more'; runs += 1) {
      progress = await run({ ...services, clock }, projectId);
    }
    expect(runs).toBeGreaterThan(3);
    pass(calls * 200);
    await expectGone(projectId, 520);
  }, 240_000);

  it('one image that can’t be removed keeps no other, and the project until it can (projects.deletion)', async () => {
    const projectId = await makeDeleted(5);
    const { services } = test;
    const query = { projectId, pair: null, limit: 1, before: null };
    const [poison] = (await services.images.listImages(query)).images;
    const objects: Services['objects'] = {
      ...services.objects,
      remove: async (key) => {
        if (key.startsWith(poison?.imageId ?? '?')) throw new Error('access denied');
        await services.objects.remove(key);
      },
    };
    await expect(run({ ...services, objects }, projectId)).rejects.toThrow('access denied');
    const deletion = await services.projectDeletions.get({ projectId, kind: 'delete' });
    const deletingWith = await services.images.listDeletingWith(deletion?.deletionId ?? '', 10);
    expect(deletingWith).toEqual([poison?.imageId]);
    pass(PAUSE_MS);
    expect(await run(services, projectId)).toBe('done');
    await expectGone(projectId, 5);
  });
});
