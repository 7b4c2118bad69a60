import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemporaryImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { eraseProject } from '../../../../core/use-cases/deletion/erase-project.ts';
import { sweepTemporaryImages } from '../../../../core/use-cases/deletion/sweep-temporary-images.ts';
import { acceptDirectUpload } from '../../../../core/use-cases/uploads/accept-direct-upload.ts';
import { watchServices } from '../../../support/faults/strike-services.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { makeUsers } from '../../../support/identity/users.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { createFakeBucket, promise } from '../../../support/stores/direct-arrivals.ts';
import { storeImages, uploadTemporary } from '../../../support/stores/project-contents.ts';
import { readRows } from '../../../support/stores/snapshot-folder.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const IMAGE = await drawJpeg(24, 16);

let test: Awaited<ReturnType<typeof makeUsers>>;
const bucket = createFakeBucket();
let now = NOON;
beforeAll(async () => {
  test = await makeUsers({ incoming: bucket });
});
afterAll(() => test.remove());

function passTo(time: number): void {
  now = time;
  test.setClock(now);
}

/** Work on something new of its kind each time. */
interface Work {
  /** Makes the records and files that the work concerns. */
  readonly prepare: () => Promise<string>;
  /** Throws, or answers false, if the work wasn't done. */
  readonly run: (services: Services, id: string) => Promise<unknown>;
  /** Throws unless the work is done, as if nothing had failed. */
  readonly check: (id: string) => Promise<void>;
  /** Whether an attempt is still counted as running. */
  readonly isHeld?: (id: string) => Promise<boolean>;
  /** Calls whose failure itself keeps a lease until its time. */
  readonly keepsLease: readonly string[];
}

const rowsOf = (table: string, id: string) =>
  readRows(test.dataDir, table).filter((row) => row.includes(id));
const isStored = async (key: string) => {
  const found = await test.services.objects.get(key);
  await found?.body[Symbol.asyncIterator]().return?.();
  return found !== undefined;
};

const WORKS: Readonly<Record<string, Work>> = {
  'the purge of a project': {
    prepare: async () => {
      const ann = test.signIn('ann', now);
      const { projectId } = (await ann('createProject', { name: 'shop' })).json;
      await storeImages(test.services, projectId, 2, now - 1_000);
      await uploadTemporary(test.services, projectId, now - 1_000);
      await ann('deleteProject', { projectId, name: 'shop', now: true });
      passTo(now + 75_000);
      return projectId;
    },
    run: async (services, id) => (await eraseProject(services, id)) === 'done',
    check: async (id) => {
      expect(await test.services.projects.getProject(id)).toBeUndefined();
      expect(rowsOf('members', id)).toEqual([]);
    },
    keepsLease: ['projectDeletions.putDown'],
  },
  'the validation of a direct upload': {
    prepare: async () => {
      const wish = { contentType: 'image/jpeg', bytes: 50_000 };
      return promise(test, wish as never);
    },
    run: async (services, id) => {
      const temporaryImageId = id as TemporaryImageId;
      const etag = bucket.write(temporaryImageId, IMAGE);
      await acceptDirectUpload(services, { temporaryImageId, etag });
      return true;
    },
    check: async (id) => {
      expect((await test.services.images.getTemporaryImage(id as never))?.state).toBe('temporary');
      expect(await isStored(originalObjectKey(id as never))).toBe(true);
      expect(bucket.keys()).toEqual([]);
    },
    isHeld: async (id) => {
      const upload = await test.services.directUploads.get(id as TemporaryImageId);
      return upload?.state === 'pending' && (upload.judging?.openTries ?? 0) > 0;
    },
    keepsLease: ['directUploads.endValidation'],
  },
  'the first delivery of a rendition': {
    prepare: () => storeImage(test, IMAGE),
    // served, and stored beside that
    run: async (services, id) => {
      const { status } = await deliver({ services }, `/res/${id}.webp?width=9`);
      const isKept = rowsOf('renditions', id).some((row) => row.includes('"state":"ready"'));
      return status === 200 && isKept;
    },
    check: async (id) => {
      const rows = rowsOf('renditions', id);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toContain('"state":"ready"');
    },
    keepsLease: ['renditions.release'],
  },
  'the sweep of a temporary image': {
    prepare: async () => {
      const { temporary } = await uploadTemporary(
        test.services,
        test.credentials.projectId,
        now - 3 * HOUR,
      );
      return temporary.temporaryImageId;
    },
    run: async (services) => {
      await sweepTemporaryImages(services);
      return (await test.services.images.listEnded(now, 10)).length === 0;
    },
    check: async (id) => {
      expect(await isStored(originalObjectKey(id as never))).toBe(false);
      expect(await test.services.images.listEnded(now, 10)).toEqual([]);
    },
    keepsLease: [],
  },
};

describe.each(Object.entries(WORKS))('%s', (_, work) => {
  const { prepare, run, check, keepsLease, isHeld = async () => false } = work;

  it('holds no lease after an error of any port, at the same moment again it is done, and it waits for all it began (errors.nothing-left)', async () => {
    const struck: string[] = [];
    for (let at = 0; ; at += 1) {
      const id = await prepare();
      const watched = watchServices(test.services, {
        at,
        when: 'before',
        error: () => new Error('a fault that was put there'),
      });
      const done = await run(watched.services, id).catch(() => false);
      const name = watched.struck();
      const writes = watched.open().filter((call) => !/\.(get|find|list|count|peek)/.test(call));
      expect([at, name, writes]).toEqual([at, name, []]);
      if (name === undefined) {
        expect(done).toBe(true);
        await check(id);
        break;
      }
      struck.push(name);
      if (keepsLease.includes(name)) passTo(now + 75_000);
      else expect([at, name, await isHeld(id)]).toEqual([at, name, false]);
      const again = done || (await run(test.services, id));
      expect([at, name, again]).toEqual([at, name, true]);
      await check(id);
      passTo(now + 1_000);
    }
    expect(struck.length).toBeGreaterThan(3);
  }, 240_000);
});

describe('a batch of which everything fails', () => {
  it('holds up no message behind it, at and above the size of a batch (temporary.removal)', async () => {
    const { projectId } = test.credentials;
    const poisoned = new Set<string>();
    for (let at = 0; at < 101; at += 1) {
      const { temporary } = await uploadTemporary(test.services, projectId, now - 4 * HOUR);
      poisoned.add(temporary.temporaryImageId);
      // only some may be unsaved at a time
      await test.services.images.closeEnded(temporary.temporaryImageId, now);
    }
    const { temporary } = await uploadTemporary(test.services, projectId, now - 3 * HOUR);
    const objects: Services['objects'] = {
      ...test.services.objects,
      remove: async (key) => {
        if ([...poisoned].some((id) => key.startsWith(id))) throw new Error('access denied');
        await test.services.objects.remove(key);
      },
    };
    expect((await sweepTemporaryImages({ ...test.services, objects })).swept).toBe(1);
    expect(await isStored(originalObjectKey(temporary.temporaryImageId))).toBe(false);
    expect((await sweepTemporaryImages(test.services)).swept).toBe(101);
  });
});
