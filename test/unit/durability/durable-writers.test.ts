import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAccessLogFolder } from '../../../adapters/folder/access-logs.ts';
import { reservePath } from '../../../adapters/folder/disk/reserve.ts';
import { createFileEventSink } from '../../../adapters/folder/event-sink.ts';
import { findOrMakeGrantKey, readGrantKeys } from '../../../adapters/folder/grant-keys.ts';
import { createIncomingFolder } from '../../../adapters/folder/incoming-objects.ts';
import { createFolderObjectStore } from '../../../adapters/folder/object-store.ts';
import { createRepair, lostOriginalsPath } from '../../../admin/backup/repair.ts';
import { targetFolder } from '../../../admin/move/folder-place.ts';
import { StorageFaultError } from '../../../core/foundation/storage-fault.ts';
import { originalObjectKey } from '../../../core/images/object-keys.ts';
import { createAccessLog } from '../../../local/cloudfront/access-log.ts';
import { prepareDataFolder } from '../../../local/data-folder/data-folder.ts';
import { openRecords } from '../../../local/data-folder/open-records.ts';
import { writeObjectsMark } from '../../../local/objects/check-place.ts';
import { onDisk, unsynced } from '../../support/disk/watch-disk.ts';
import { makeDataFolder } from '../../support/service/start-service.ts';
import { backupTrial } from '../admin/backup/backup-trial.ts';

vi.mock('node:fs/promises', async (load) => {
  const { watchable } = await import('../../support/disk/watch-disk.ts');
  return watchable(await load<typeof FsPromises>());
});

const ID = `img_${'a'.repeat(26)}` as const;
const TEMPORARY = `tmp_${'a'.repeat(26)}` as const;
const BYTES = Buffer.from('the bytes of an image, more than a few');
const URLS = { baseUrl: 'http://127.0.0.1:8080', cdnUrl: 'http://127.0.0.1:8080' };
const EVENTS = [{ id: 'evt_a' }, { id: 'evt_b' }] as never;
const ANSWER = {
  method: 'GET',
  url: '/',
  status: 200,
  resultType: 'Hit',
  requestId: 'r',
  bytes: 5,
  now: 0,
};

/** A writer whose acknowledgement promises that a power cut takes nothing. */
interface Writer {
  /** Writes once; may be called again after an error, and then writes the same. */
  readonly write: (root: string) => Promise<unknown>;
  /** The content that is there: `whole`, `nothing`, or anything else for a torn file. */
  readonly read: (root: string) => Promise<unknown>;
  /** Work before the first write. */
  readonly prepare?: (root: string) => Promise<unknown>;
}

async function bytesOf(stored: { body: AsyncIterable<Uint8Array> } | undefined) {
  if (!stored) return 'nothing';
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored.body) chunks.push(chunk);
  return Buffer.concat(chunks).equals(BYTES) ? 'whole' : 'torn';
}

function linesIn(path: string, count: number): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text === '') return 'nothing';
  const lines = text.split('\n').slice(0, -1);
  if (!text.endsWith('\n')) return `half a line: ${text}`;
  for (const line of lines) JSON.parse(line);
  return lines.length === count ? 'whole' : `${lines.length} lines`;
}

function textIn(path: string, isWhole: (text: string) => boolean): string {
  if (!existsSync(path)) return 'nothing';
  return isWhole(readFileSync(path, 'utf8')) ? 'whole' : 'torn';
}

const logs = new Map<string, ReturnType<typeof createAccessLog>>();

function accessLogOf(root: string) {
  const known = logs.get(root);
  if (known) return known;
  const log = createAccessLog(createAccessLogFolder(join(root, 'logs')).add);
  log.write(ANSWER);
  log.write({ ...ANSWER, now: 1_000 });
  logs.set(root, log);
  return log;
}

const objectsOf = (root: string) => createFolderObjectStore(join(root, 'objects'));

const WRITERS: Readonly<Record<string, Writer>> = {
  'adapters/folder/object-store.ts: put': {
    write: (root) => objectsOf(root).put(originalObjectKey(ID), BYTES, 'image/jpeg'),
    read: async (root) => bytesOf(await objectsOf(root).get(originalObjectKey(ID))),
  },
  'adapters/folder/object-store.ts: putNew': {
    write: (root) => objectsOf(root).putNew(originalObjectKey(ID), BYTES, 'image/jpeg'),
    read: async (root) => bytesOf(await objectsOf(root).get(originalObjectKey(ID))),
  },
  'adapters/folder/object-store.ts: copy': {
    prepare: (root) => objectsOf(root).put(originalObjectKey(TEMPORARY), BYTES, 'image/jpeg'),
    write: (root) => objectsOf(root).copy(originalObjectKey(TEMPORARY), originalObjectKey(ID)),
    read: async (root) => bytesOf(await objectsOf(root).get(originalObjectKey(ID))),
  },
  'adapters/folder/object-store.ts: remove': {
    prepare: (root) => objectsOf(root).put(originalObjectKey(ID), BYTES, 'image/jpeg'),
    write: (root) => objectsOf(root).remove(originalObjectKey(ID)),
    read: async (root) => {
      const found = await bytesOf(await objectsOf(root).get(originalObjectKey(ID)));
      return found === 'nothing' ? 'whole' : 'nothing';
    },
  },
  'adapters/folder/incoming-objects.ts': {
    write: async (root) => {
      const write = await createIncomingFolder(join(root, 'incoming')).start();
      try {
        await write.write(BYTES.subarray(0, 9));
        await write.write(BYTES.subarray(9));
      } catch (error) {
        await write.discard();
        throw error;
      }
      await write.finish(TEMPORARY);
    },
    read: async (root) => {
      const incoming = createIncomingFolder(join(root, 'incoming'));
      const [one] = await incoming.list();
      return one ? bytesOf(await incoming.get(TEMPORARY, one.etag)) : 'nothing';
    },
  },
  'adapters/folder/grant-keys.ts': {
    write: (root) => findOrMakeGrantKey(join(root, 'grant-keys.json')),
    read: async (root) => {
      const keys = await readGrantKeys(join(root, 'grant-keys.json'));
      return keys.length === 1 ? 'whole' : 'nothing';
    },
  },
  'adapters/folder/event-sink.ts': {
    write: (root) => createFileEventSink(join(root, 'events.jsonl')).send(EVENTS),
    read: async (root) => linesIn(join(root, 'events.jsonl'), 2),
  },
  'adapters/folder/access-logs.ts': {
    write: (root) => accessLogOf(root).close(),
    read: async (root) => {
      const folder = createAccessLogFolder(join(root, 'logs'));
      const names = await folder.list();
      if (names.length === 0) return 'nothing';
      const texts = names.map((name) => readFileSync(join(root, 'logs', name), 'utf8'));
      const lines = texts
        .join('')
        .split('\n')
        .filter((line) => line && !line.startsWith('#'));
      return lines.length === 2 && texts.every((text) => text.endsWith('\n')) ? 'whole' : lines;
    },
  },
  'local/data-folder/data-folder.ts': {
    write: (root) => prepareDataFolder(root, URLS),
    read: async (root) =>
      textIn(join(root, 'credentials.json'), (text) => JSON.parse(text).apiKey !== undefined),
  },
  'local/objects/check-place.ts': {
    write: (root) => writeObjectsMark(root, { bucket: 'b' } as never),
    read: async (root) => textIn(join(root, 'objects-place'), (text) => text.endsWith('\n')),
  },
  'admin/backup/repair.ts': {
    write: async (root) => {
      const repair = createRepair(root, {
        from: undefined,
        objects: { open: async () => undefined } as never,
        clock: () => 0,
      });
      await repair.original({ id: ID, projectId: 'prj_a' } as never);
    },
    read: async (root) => linesIn(lostOriginalsPath(root), 1),
  },
};

let root: string;
beforeEach(async () => {
  const folder = await makeDataFolder();
  onTestFinished(folder.remove);
  root = folder.path;
  const { mkdirSync } = await import('node:fs');
  mkdirSync(root, { recursive: true, mode: 0o700 });
});

/** Files that are no result: of a killed writer. */
function partsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => /\.(parts|incoming|credentials-|objects-place-)/.test(path));
}

describe.each(Object.entries(WRITERS))('%s', (_, { prepare, write, read }) => {
  it('has its bytes and its names on the disk when it acknowledges (security.acknowledged-is-durable)', async () => {
    await prepare?.(root);
    const { error } = await onDisk(undefined, () => write(root));
    expect([error, await read(root), unsynced(root)]).toEqual([undefined, 'whole', []]);
  });

  it.each(['ENOSPC', 'EIO', 'EFBIG', 'EDQUOT'])(
    'leaves nothing torn where %s meets any of its writes, and then writes the same (security.full-disk)',
    async (code) => {
      await prepare?.(root);
      for (let at = 0; ; at += 1) {
        const { hasStruck, error } = await onDisk({ at, code }, () => write(root));
        const found = await read(root);
        if (!hasStruck) {
          expect([at, error, found]).toEqual([at, undefined, 'whole']);
          break;
        }
        expect([at, ['whole', 'nothing'].includes(String(found)), found]).toEqual([
          at,
          true,
          found,
        ]);
        expect(partsIn(root)).toEqual([]);
        if (found === 'whole') break;
      }
      await onDisk(undefined, () => write(root));
      expect(unsynced(root)).toEqual([]);
    },
  );
});

describe('a file of lines whose writer was killed in the middle of a write', () => {
  const cutShort = 'x'.repeat(200_000);
  it.each([
    ['at its first line', ''],
    ['after other lines', '{"id":"evt_before"}\n'],
  ])(
    '%s loses the half line alone, and takes no next one with it (security.acknowledged-is-durable)',
    async (_, before) => {
      const path = join(root, 'events.jsonl');
      writeFileSync(path, `${before}{"id":"evt_a${cutShort}`);
      await createFileEventSink(path).send(EVENTS);
      const ids = readFileSync(path, 'utf8').split('\n').slice(0, -1);
      const known = before === '' ? [] : ['evt_before'];
      expect(ids.map((line) => JSON.parse(line).id)).toEqual([...known, 'evt_a', 'evt_b']);
    },
  );
});

describe('a reserve that isn’t whole', () => {
  const broken = {
    requireWhole: () => {
      throw new StorageFaultError('full');
    },
    releaseSome: () => false,
  };
  it.each([
    [
      'objects',
      () =>
        createFolderObjectStore(join(root, 'o'), broken).put(
          originalObjectKey(ID),
          BYTES,
          'image/jpeg',
        ),
    ],
    [
      'new objects',
      () =>
        createFolderObjectStore(join(root, 'o'), broken).putNew(
          originalObjectKey(ID),
          BYTES,
          'image/jpeg',
        ),
    ],
    ['incoming objects', () => createIncomingFolder(join(root, 'o'), broken).start()],
    ['events', () => createFileEventSink(join(root, 'o'), broken).send(EVENTS)],
    ['access logs', () => createAccessLogFolder(join(root, 'o'), broken).add('x')],
  ] as const)('refuses %s before a byte is written (security.full-disk)', async (_, write) => {
    await expect(write()).rejects.toMatchObject({ code: 'storage_full' });
    expect(existsSync(join(root, 'o'))).toBe(false);
    expect(existsSync(reservePath(root))).toBe(false);
  });
});

describe('the databases', () => {
  it('wait for the disk at each commit (security.acknowledged-is-durable)', () => {
    const db = openRecords(root);
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', 2]);
    db.close();
  });
});

describe('backup, restore and move', () => {
  it('have everything on the disk when they say so (security.acknowledged-is-durable)', async () => {
    const trial = await backupTrial();
    await trial.store();
    await trial.backUp({ mustCopy: true });
    expect(unsynced(trial.dir)).toEqual([]);
    await trial.restore({ mustCopy: true });
    expect(unsynced(trial.restored)).toEqual([]);
    const moved = join(root, 'moved');
    const target = await targetFolder(moved).open({});
    expect(unsynced(moved)).toEqual([]);
    await target.writeMark('one');
    expect(unsynced(moved)).toEqual([]);
    await target.removeMark();
    expect(unsynced(moved)).toEqual([]);
    target.close();
  });
});
