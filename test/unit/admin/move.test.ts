import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { verifyData } from '../../../admin/backup/verify-data.ts';
import { openSourceFolder, targetFolder } from '../../../admin/move/folder-place.ts';
import { type MoveOptions, move } from '../../../admin/move/move.ts';
import type { MoveTargetPlace } from '../../../admin/move/move-place.ts';
import { openAdminFolder } from '../../../admin/session/open-admin-folder.ts';
import type { ImageId } from '../../../core/images/ids.ts';
import { prepareDataFolder } from '../../../local/data-folder/data-folder.ts';
import { lockDataFolder } from '../../../local/data-folder/data-folder-lock.ts';
import { replaceImage, storeImage } from '../../support/http/deliver.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import { makeFolder } from '../../support/local/start-fixture-pool.ts';
import { makeServices, type TestServices } from '../../support/stores/make-services.ts';
import { commandLine } from '../cli/support/command-line.ts';

const silent = () => undefined;

/** A data folder with images, closed, and a folder for its move. */
async function moveTrial(
  images = 3,
  before?: (test: TestServices, ids: readonly string[]) => Promise<void>,
) {
  const test = await makeServices();
  const ids: string[] = [];
  for (let at = 0; at < images; at += 1)
    ids.push(await storeImage(test, await drawJpeg(40 + at, 30)));
  await before?.(test, ids);
  const root = makeFolder();
  const [from, to] = [join(root, 'from'), join(root, 'to')];
  cpSync(test.dataDir, from, { recursive: true });
  await test.remove();
  const { clock } = test.services;
  const options: MoveOptions = { clock, tell: silent, onFault: silent, isDryRun: false };
  return {
    from,
    to,
    ids,
    clock,
    original: (id: string, dataDir = from) => join(dataDir, 'objects', id, 'original'),
    run: async (changes: Partial<MoveOptions> = {}, target: MoveTargetPlace = targetFolder(to)) => {
      const source = await openSourceFolder(from);
      try {
        return await move(source, target, { ...options, ...changes });
      } finally {
        source.close();
      }
    },
  };
}

it('moves records and originals, which verify finds whole', async () => {
  const { run, from, to, ids, clock, original } = await moveTrial();
  const report = await run();
  expect(report).toMatchObject({
    images: 3,
    originals: { copied: 3, kept: 0, missing: 0, damaged: 0 },
    records: { projects: expect.any(Number), images: 3, keys: expect.any(Number) },
  });
  for (const id of ids) {
    expect(readFileSync(original(id, to))).toEqual(readFileSync(original(id)));
  }
  const verified = await verifyData(to, { clock, progress: silent, onFault: silent });
  expect(verified).toMatchObject({ images: 3, remaining: 0, counts: {} });
  expect(existsSync(from)).toBe(true);
  await expect(run()).rejects.toThrow('is not empty');
});

it('moves the bytes that a replaced image shows, and none of its former ones (replacing.address)', async () => {
  const replaced: string[] = [];
  const { run, to, ids, clock, original } = await moveTrial(2, async (test, [first = '']) => {
    await replaceImage(test, first, await drawJpeg(60, 30));
    const image = await test.services.images.getImage(first as ImageId);
    replaced.push(image?.originalId ?? '');
  });
  expect(await run()).toMatchObject({ images: 2, originals: { copied: 2, missing: 0 } });
  const [[former = '', other = ''], [shown = '']] = [ids, replaced];
  for (const id of [shown, other]) {
    expect(readFileSync(original(id, to))).toEqual(readFileSync(original(id)));
  }
  expect(existsSync(original(former, to))).toBe(false);
  const verified = await verifyData(to, { clock, progress: silent, onFault: silent });
  expect(verified).toMatchObject({ images: 2, counts: {} });
});

it('a dry run counts, and makes no folder', async () => {
  const { run, to } = await moveTrial();
  expect(await run({ isDryRun: true })).toMatchObject({ images: 3, originals: { copied: 0 } });
  expect(existsSync(to)).toBe(false);
});

it('continues where it ended; until then neither a service nor a command opens the folder', async () => {
  const { run, to } = await moveTrial();
  const stop = new Error('killed');
  const place = targetFolder(to);
  const dying: MoveTargetPlace = {
    ...place,
    open: async (plans) => {
      const target = await place.open(plans);
      let count = 0;
      const store: typeof target.objects.store = async (...object) => {
        count += 1;
        if (count > 1) throw stop;
        return target.objects.store(...object);
      };
      return { ...target, objects: { ...target.objects, store } };
    },
  };
  await expect(run({}, dying)).rejects.toThrow(stop);
  await expect(prepareDataFolder(to, 'http://127.0.0.1:1')).rejects.toThrow('unfinished move');
  expect(() => openAdminFolder(to)).toThrow('unfinished move');
  expect(await run()).toMatchObject({ originals: { copied: 2, kept: 1 } });
  await prepareDataFolder(to, 'http://127.0.0.1:1');
});

it('an unfinished move is continued from its own source only', async () => {
  const { run, to } = await moveTrial(1);
  const other = await moveTrial(1);
  const place = targetFolder(to);
  const dying: MoveTargetPlace = {
    ...place,
    open: async (plans) => {
      const target = await place.open(plans);
      return { ...target, removeMark: () => Promise.reject(new Error('killed')) };
    },
  };
  await expect(run({}, dying)).rejects.toThrow('killed');
  await expect(other.run({}, place)).rejects.toThrow('unfinished move of another source');
});

it('an original that is lost or damaged in the source is named, and the others are moved', async () => {
  const { run, ids, original } = await moveTrial();
  const [lost = '', damaged = ''] = ids;
  rmSync(original(lost));
  writeFileSync(original(damaged), 'other bytes');
  const faults: string[] = [];
  const report = await run({ onFault: ({ kind, subject }) => faults.push(`${kind} ${subject}`) });
  expect(report.originals).toEqual({ copied: 1, kept: 0, missing: 1, damaged: 1 });
  expect(faults.sort()).toEqual([`original_damaged ${damaged}`, `original_missing ${lost}`]);
});

it('records that another process wrote into the target are found', async () => {
  const { run, to } = await moveTrial(1);
  const place = targetFolder(to);
  const disturbed: MoveTargetPlace = {
    ...place,
    open: async (plans) => {
      const target = await place.open(plans);
      const writer: typeof target.writer = (now) => {
        const inner = target.writer(now);
        const account = {
          accountId: 'acc_other',
          plan: 'free',
          identity: null,
          createdAt: 0,
          deletedAt: null,
        };
        return {
          ...inner,
          finish: async () => {
            await inner.add({ kind: 'account', value: account }, false);
            await inner.finish();
          },
        };
      };
      return { ...target, writer };
    },
  };
  await expect(run({}, disturbed)).rejects.toThrow('1 are only there: account acc_other');
});

it('a source that is written during the move is not taken for moved', async () => {
  const { run, from, to } = await moveTrial(1);
  const { DatabaseSync } = await import('node:sqlite');
  const place = targetFolder(to);
  const late: MoveTargetPlace = {
    ...place,
    open: async (plans) => {
      const target = await place.open(plans);
      const writer: typeof target.writer = (now) => {
        const inner = target.writer(now);
        const finish = async () => {
          await inner.finish();
          const db = new DatabaseSync(join(from, 'imagewell.db'));
          db.exec("UPDATE projects SET name = 'renamed'");
          db.close();
        };
        return { ...inner, finish };
      };
      return { ...target, writer };
    },
  };
  await expect(run({}, late)).rejects.toThrow('was written during the move: project prj_');
  expect(await run()).toMatchObject({ originals: { kept: 1 } });
});

it('a plan that the target does not have stops the move before it begins', async () => {
  const { run, from, to } = await moveTrial(1);
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(join(from, 'imagewell.db'));
  db.exec("UPDATE accounts SET plan = 'team'");
  db.close();
  await expect(run()).rejects.toThrow(`${to} has no plan team`);
  expect(existsSync(to)).toBe(false);
});

it('a folder with a running service is refused', async () => {
  const { run, from } = await moveTrial(1);
  const lock = await lockDataFolder(from);
  onTestFinished(() => lock.release());
  await expect(run()).rejects.toThrow('in use by another running imagewell');
});

it('the command refuses two folders, and a missing one', async () => {
  const root = makeFolder();
  const cli = commandLine(root);
  const [two, missing] = await Promise.all([
    cli(['admin', 'move', '--from', root, '--to', join(root, 'b')]),
    cli(['admin', 'move', '--from', join(root, 'none'), '--to', 'stack:images']),
  ]);
  expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining('stack:NAME') });
  expect(missing).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('not the data folder'),
  });
});
