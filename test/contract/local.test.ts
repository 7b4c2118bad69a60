import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAccessLogFolder } from '../../adapters/folder/access-logs.ts';
import { createIncomingFolder } from '../../adapters/folder/incoming-objects.ts';
import { createFolderObjectStore, removeStaleObjects } from '../../adapters/folder/object-store.ts';
import { createSqliteAccountDirectory } from '../../adapters/sqlite/accounts/account-directory.ts';
import { createSqliteAccountStore } from '../../adapters/sqlite/accounts/account-store.ts';
import { createSqliteAuditStore } from '../../adapters/sqlite/accounts/audit-store.ts';
import { openDatabase } from '../../adapters/sqlite/database/open-database.ts';
import { createSqliteEdgePurge, watchEdgePurges } from '../../adapters/sqlite/edge-purge.ts';
import { createSqliteImageStore } from '../../adapters/sqlite/images/image-store.ts';
import { createSqliteTakedowns } from '../../adapters/sqlite/images/takedowns.ts';
import { createSqliteKeyStore } from '../../adapters/sqlite/keys/key-store.ts';
import { createSqliteSigningSecretStore } from '../../adapters/sqlite/keys/signing-secret-store.ts';
import { createSqliteInvitationStore } from '../../adapters/sqlite/members/invitation-store.ts';
import { createSqliteMembershipStore } from '../../adapters/sqlite/members/membership-store.ts';
import { createSqliteOwnershipTransfers } from '../../adapters/sqlite/members/ownership-transfers.ts';
import { createSqliteProjectDataCleanup } from '../../adapters/sqlite/projects/project-data-cleanup.ts';
import { createSqliteProjectDeletions } from '../../adapters/sqlite/projects/project-deletions.ts';
import { createSqliteProjectMarks } from '../../adapters/sqlite/projects/project-marks.ts';
import { createSqliteProjectStore } from '../../adapters/sqlite/projects/project-store.ts';
import { createSqliteRefusedOriginStore } from '../../adapters/sqlite/projects/refused-origin-store.ts';
import { createSqliteRouteStore } from '../../adapters/sqlite/projects/route-store.ts';
import { createSqliteThumbnailSecrets } from '../../adapters/sqlite/projects/thumbnail-secrets.ts';
import { createSqliteRenditionStore } from '../../adapters/sqlite/renditions/rendition-store.ts';
import { createSqliteDirectUploadStore } from '../../adapters/sqlite/uploads/direct-upload-store.ts';
import { createSqliteRateCounter } from '../../adapters/sqlite/uploads/rate-counter.ts';
import { createSqliteUsageStore } from '../../adapters/sqlite/usage/usage-store.ts';
import { createSqliteDeliveryStore } from '../../adapters/sqlite/webhooks/delivery-store.ts';
import { createSqliteWebhookStore } from '../../adapters/sqlite/webhooks/webhook-store.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { TemporaryImageId } from '../../core/images/ids.ts';
import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { createLocalRenderQueue } from '../../local/workers/render-queue.ts';
import { makeDataFolder } from '../support/service/start-service.ts';
import { describeAuditStore, makeEvent } from './audit-store.ts';
import { describeDirectUploadStore } from './direct-upload-store.ts';
import { describeImageLists } from './image-lists.ts';
import { describeImageRaces } from './image-races.ts';
import { describeImageStore } from './image-store.ts';
import { describeImageVersions } from './image-versions.ts';
import { describeKeptImages } from './images/kept-images.ts';
import { describeIncomingObjects } from './incoming-objects.ts';
import { describeKeyStore } from './key-store.ts';
import { describeObjectStore, readObject } from './object-store.ts';
import { describeOperatorStores } from './operator-stores.ts';
import { describeOwnershipTransfers } from './ownership-transfers.ts';
import { describeProjectDeletions } from './project-deletions.ts';
import { describeProjectStore } from './project-store.ts';
import { describeRefusedOriginStore } from './refused-origin-store.ts';
import { describeRenderQueue } from './render-queue.ts';
import { describeRenditionStore, type RenditionStoreUnderTest } from './rendition-store.ts';
import { describeReviews } from './reviews.ts';
import { describeRouteStore } from './route-store.ts';
import { describeImageSearch } from './search/image-search.ts';
import { describeTeamStores } from './team-stores.ts';
import { describeThumbnailStores } from './thumbnail-stores.ts';
import { describeUsageStore } from './usage-store.ts';
import { describeUserStores } from './user-stores.ts';
import { describeWebhookStores } from './webhook-stores.ts';

async function openTwice() {
  const folder = await makeDataFolder();
  const path = join(folder.path, 'test.db');
  const [first, second] = [openDatabase(path), openDatabase(path)] as const;
  const remove = async () => {
    first.close();
    second.close();
    await folder.remove();
  };
  return { first, second, remove };
}

describeRenderQueue('in memory', async () => {
  const result: QueuedRender[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const queue = createLocalRenderQueue(async (render) => {
    await begun;
    result.push(render);
  });
  const received = async () => {
    begin();
    await expect.poll(() => result.length).toBe(3);
    return result;
  };
  return { queue, received, remove: async () => queue.stop() };
});

async function openImageStores() {
  const { first, second, remove } = await openTwice();
  return {
    stores: [createSqliteImageStore(first), createSqliteImageStore(second)] as const,
    projects: createSqliteProjectStore(first),
    usage: createSqliteUsageStore(second),
    remove,
  };
}

describeImageStore('SQLite', openImageStores);
describeImageLists('SQLite', openImageStores);
describeImageSearch('SQLite', openImageStores);
describeImageRaces('SQLite', openImageStores);
describeReviews('SQLite', openImageStores);
describeImageVersions('SQLite', openImageStores);
describeKeptImages('SQLite', openImageStores);

describeDirectUploadStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    stores: [createSqliteDirectUploadStore(first), createSqliteDirectUploadStore(second)],
    images: createSqliteImageStore(first),
    remove,
  };
});

describeIncomingObjects('a folder', async () => {
  const folder = await makeDataFolder();
  const incoming = createIncomingFolder(join(folder.path, 'incoming'));
  const write = async (id: TemporaryImageId, bytes: Uint8Array) => {
    const write = await incoming.start();
    await write.write(bytes);
    return write.finish(id);
  };
  return { incoming, write, remove: folder.remove };
});

async function openRenditions() {
  const { first, second, remove } = await openTwice();
  const projects = createSqliteProjectStore(first);
  const stores: RenditionStoreUnderTest = {
    stores: [createSqliteRenditionStore(first), createSqliteRenditionStore(second)],
    images: createSqliteImageStore(first),
    usage: createSqliteUsageStore(second),
    addAccount: (projectId) =>
      projects.addProject({
        projectId,
        accountId: `acc_${projectId}`,
        name: 'p',
        allowedOrigins: [],
        plan: PLANS.free,
        createdAt: 0,
      }),
    hasNotes: false,
    remove,
  };
  return { first, second, stores };
}

describeRenditionStore('SQLite', async () => (await openRenditions()).stores);
describeThumbnailStores('SQLite', async () => {
  const { first, second, stores } = await openRenditions();
  return {
    ...stores,
    secrets: [createSqliteThumbnailSecrets(first), createSqliteThumbnailSecrets(second)],
    cleanup: createSqliteProjectDataCleanup(second),
  };
});

describeUsageStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return { stores: [createSqliteUsageStore(first), createSqliteUsageStore(second)], remove };
});

describeOperatorStores('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    directory: createSqliteAccountDirectory(first),
    projectMarks: createSqliteProjectMarks(first),
    takeDowns: createSqliteTakedowns(first),
    projects: createSqliteProjectStore(second),
    images: createSqliteImageStore(second),
    remove,
  };
});

describeUserStores('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    accounts: [createSqliteAccountStore(first), createSqliteAccountStore(second)],
    memberships: [createSqliteMembershipStore(first), createSqliteMembershipStore(second)],
    projects: createSqliteProjectStore(first),
    remove,
  };
});

describeAuditStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return { stores: [createSqliteAuditStore(first), createSqliteAuditStore(second)], remove };
});

describe('entries of the audit trail that are too old: SQLite', () => {
  it('goes with the next that is written, of whatever trail', async () => {
    const { first, remove } = await openTwice();
    const store = createSqliteAuditStore(first);
    const old = makeEvent({ at: 5 });
    await store.putEvent('project#prj_a', old);
    await store.putEvent('project#prj_b', makeEvent({ at: 4 + LIMITS.auditMs }));
    expect(first.prepare('SELECT event_id FROM audit_events').all()).toHaveLength(2);
    await store.putEvent('project#prj_b', makeEvent({ at: 5 + LIMITS.auditMs }));
    const remaining = first.prepare('SELECT event_id FROM audit_events').all();
    expect(remaining.map((row) => row.event_id)).not.toContain(old.eventId);
    expect(remaining).toHaveLength(2);
    await remove();
  });
});
async function openTeamStores() {
  const { first, second, remove } = await openTwice();
  const twice = <Store>(create: (db: typeof first) => Store) =>
    [create(first), create(second)] as const;
  return {
    accounts: twice(createSqliteAccountStore),
    memberships: twice(createSqliteMembershipStore),
    invitations: twice(createSqliteInvitationStore),
    transfers: twice(createSqliteOwnershipTransfers),
    images: twice(createSqliteImageStore),
    renditions: createSqliteRenditionStore(first),
    projects: createSqliteProjectStore(first),
    usage: createSqliteUsageStore(second),
    deletions: createSqliteProjectDeletions(first),
    remove,
  };
}

describeTeamStores('SQLite', openTeamStores);
describeOwnershipTransfers('SQLite', openTeamStores);

describeKeyStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    stores: [createSqliteKeyStore(first), createSqliteKeyStore(second)],
    projects: createSqliteProjectStore(first),
    remove,
  };
});

describeWebhookStores('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    webhooks: [createSqliteWebhookStore(first), createSqliteWebhookStore(second)],
    deliveries: [createSqliteDeliveryStore(first), createSqliteDeliveryStore(second)],
    remove,
  };
});

describeRouteStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    routes: createSqliteRouteStore(first),
    cleanup: createSqliteProjectDataCleanup(second),
    remove,
  };
});

it('SQLite holds 20,000 routes of a project, and finds each (delivery.old-addresses)', async () => {
  const { first, remove } = await openTwice();
  const store = createSqliteRouteStore(first);
  const all = Array.from({ length: LIMITS.maxRoutes }, (_, at) => {
    return { path: `/image/upload/w_${at}/lamp.jpg`, target: `/res/img_x.jpg?width=${at}` };
  });
  expect(await store.putRoutes('prj_a', all, LIMITS.maxRoutes)).toBe(true);
  expect(await store.putRoutes('prj_a', [{ path: '/x', target: '/y' }], LIMITS.maxRoutes)).toBe(
    false,
  );
  for (const { path, target } of all.filter((_, at) => at % 1_000 === 0)) {
    expect(await store.getTarget('prj_a', path)).toBe(target);
  }
  await remove();
});

describeProjectDeletions('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    deletions: [createSqliteProjectDeletions(first), createSqliteProjectDeletions(second)],
    images: [createSqliteImageStore(first), createSqliteImageStore(second)],
    remains: createSqliteProjectDataCleanup(second),
    usage: createSqliteUsageStore(first),
    accounts: createSqliteAccountStore(first),
    memberships: createSqliteMembershipStore(first),
    projects: createSqliteProjectStore(second),
    keys: createSqliteKeyStore(first),
    secrets: createSqliteSigningSecretStore(first),
    webhooks: createSqliteWebhookStore(first),
    remove,
  };
});
describeProjectStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  return {
    stores: [createSqliteProjectStore(first), createSqliteProjectStore(second)],
    secrets: [createSqliteSigningSecretStore(first), createSqliteSigningSecretStore(second)],
    remove,
  };
});

describeObjectStore('a folder', async () => {
  const folder = await makeDataFolder();
  return { store: createFolderObjectStore(join(folder.path, 'objects')), remove: folder.remove };
});

describe('the renditions of a deleted image: SQLite', () => {
  it('leave no record behind (deletion.steps)', async () => {
    const { first, remove } = await openTwice();
    const renditions = createSqliteRenditionStore(first);
    first.exec(`INSERT INTO renditions (image_id, rendition_key, version, state, owner, lease_until, account_id)
      VALUES ('img_a', 'a.jpg', 1, 'ready', 'o', 0, 'acc'), ('img_a', 'b.jpg', 1, 'making', 'o', 0, 'acc'),
        ('img_b', 'a.jpg', 1, 'ready', 'o', 0, 'acc')`);
    await renditions.forgetAll('img_a');
    const remaining = first.prepare('SELECT image_id FROM renditions').all();
    expect(remaining.map((row) => row.image_id)).toEqual(['img_b']);
    await remove();
  });
});

describeRefusedOriginStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  const stores = [
    createSqliteRefusedOriginStore(first),
    createSqliteRefusedOriginStore(second),
  ] as const;
  return { stores, remove };
});

describe('a rate counter: SQLite', () => {
  it('counts each counter in its window (uploads.rate-limit)', async () => {
    const { first, second, remove } = await openTwice();
    const [firstCounter, secondCounter] = [
      createSqliteRateCounter(first),
      createSqliteRateCounter(second),
    ];
    expect(await firstCounter.countUp('a', 0, 60)).toBe(1);
    expect(await secondCounter.countUp('a', 0, 60)).toBe(2);
    expect(await firstCounter.countUp('b', 0, 60)).toBe(1);
    expect(await firstCounter.countUp('a', 60, 120)).toBe(1);
    expect(await firstCounter.countUp('a', 60, 120)).toBe(2);
    await remove();
  });
});

describe('purges for a running edge: SQLite', () => {
  it('are received once by each listener, from any process (signing.cdn-copies)', async () => {
    const { first, second, remove } = await openTwice();
    const [teller, other] = [createSqliteEdgePurge(first), createSqliteEdgePurge(second)];
    await teller.purgeProject('prj_a');
    const hear = watchEdgePurges(second);
    expect(hear()).toEqual([]);
    await teller.purgeProject('prj_a');
    await other.purgeProject('prj_b');
    expect(hear().sort()).toEqual(['prj_a', 'prj_b']);
    expect(hear()).toEqual([]);
    await teller.purgeProject('prj_a');
    await other.purgeProject('prj_a');
    expect(hear()).toEqual(['prj_a']);
    await remove();
  });
});

describe('the folder', () => {
  it('never follows a planted link', async () => {
    const folder = await makeDataFolder();
    const root = join(folder.path, 'objects');
    const outside = join(folder.path, 'outside');
    await mkdir(join(root, 'p'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'secret'), 'secret');
    await symlink(join(outside, 'secret'), join(root, 'link'));
    await symlink(outside, join(root, 'p', 'dir'));
    const store = createFolderObjectStore(root);
    expect(await store.get('link')).toBeUndefined();
    expect(await store.copy('link', 'copy')).toBe(false);
    await store.removeAll('p/dir/');
    await store.removeAll('p/');
    expect(await readdir(outside)).toEqual(['secret']);
    await folder.remove();
  });

  it('serves, copies, writes and removes nothing behind a link at any level, however it got there (security.private-data-folder)', async () => {
    const folder = await makeDataFolder();
    const root = join(folder.path, 'objects');
    const outside = join(folder.path, 'outside');
    await mkdir(join(outside, 'g0', 'v1'), { recursive: true });
    await mkdir(join(root, 'renditions'), { recursive: true });
    const theirs = join(outside, 'g0', 'v1', 'secret');
    await writeFile(theirs, 'secret');
    await symlink(outside, join(root, 'renditions', 'img_a'));
    const store = createFolderObjectStore(root);
    const below = 'renditions/img_a/g0/v1/secret';
    const expectUntouched = async () => {
      expect(await readdir(outside, { recursive: true })).toEqual(['g0', 'g0/v1', 'g0/v1/secret']);
      expect(await readFile(theirs, 'utf8')).toBe('secret');
    };
    expect(await store.get(below)).toBeUndefined();
    expect(await store.copy(below, 'copy')).toBe(false);
    await expect(store.put(below, Buffer.from('x'), 'image/jpeg')).rejects.toThrow();
    await expect(store.putNew('renditions/img_a/n/o', Buffer.of(), 'image/jpeg')).rejects.toThrow();
    await store.put('ours', Buffer.from('x'), 'image/jpeg');
    await expect(store.copy('ours', 'renditions/img_a/copy')).rejects.toThrow();
    await store.remove(below);
    await store.removeAll('renditions/img_a/g0/');
    await store.removeAll('renditions/img_a/g');
    await expectUntouched();
    await store.removeAll('renditions/img_a/');
    await expectUntouched();
    expect(await readdir(join(root, 'renditions'))).toEqual([]);
    expect(await readdir(join(root, '.incoming'))).toEqual([]);

    await rm(join(root, '.incoming'), { recursive: true });
    await symlink(outside, join(root, '.incoming'));
    await expect(store.put('more', Buffer.from('y'), 'image/jpeg')).rejects.toThrow();
    await expectUntouched();

    const linked = join(folder.path, 'linked');
    await symlink(root, linked);
    expect(await createFolderObjectStore(linked).get('ours')).toBeUndefined();
    expect((await readObject(store, 'ours'))?.toString()).toBe('x');
    await folder.remove();
  });

  it('follows no link in place of the folders of incoming objects and access logs', async () => {
    const folder = await makeDataFolder();
    const outside = join(folder.path, 'outside');
    await mkdir(outside);
    const [incoming, logs] = [join(folder.path, 'incoming'), join(folder.path, 'access-logs')];
    const name = '00000000000001-00000000-0000-4000-8000-000000000001.log';
    await writeFile(join(outside, name), 'secret');
    await writeFile(join(outside, `tmp_${'a'.repeat(26)}.${'0'.repeat(32)}`), 'secret');
    await symlink(outside, incoming);
    await symlink(outside, logs);
    const before = await readdir(outside);
    await expect(createIncomingFolder(incoming).start()).rejects.toThrow();
    expect(
      await createIncomingFolder(incoming).get(`tmp_${'a'.repeat(26)}`, '0'.repeat(32)),
    ).toBeUndefined();
    await createIncomingFolder(incoming).remove(`tmp_${'a'.repeat(26)}`);
    await expect(createAccessLogFolder(logs).add('x')).rejects.toThrow();
    expect(await createAccessLogFolder(logs).open({ name, etag: '' })).toBeUndefined();
    await createAccessLogFolder(logs).remove(name);
    expect(await readdir(outside)).toEqual(before);
    await folder.remove();
  });

  it('drops what a killed process left half written, and nothing else', async () => {
    const folder = await makeDataFolder();
    const root = join(folder.path, 'objects');
    const store = createFolderObjectStore(root);
    await store.put('kept', Buffer.from('x'), 'image/jpeg');
    await writeFile(join(root, '.incoming', 'half'), 'x');
    await removeStaleObjects(root);
    expect(await readdir(root)).toEqual(['kept']);
    expect((await readObject(store, 'kept'))?.toString()).toBe('x');
    await store.put('more', Buffer.from('y'), 'image/jpeg');
    expect((await readObject(store, 'more'))?.toString()).toBe('y');
    await folder.remove();
  });
});
