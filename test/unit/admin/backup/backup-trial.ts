import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type BackupOptions, backUp } from '../../../../admin/backup/back-up.ts';
import { type RestoreOptions, restore } from '../../../../admin/backup/restore.ts';
import { type VerifyOptions, verifyData } from '../../../../admin/backup/verify-data.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { originalIdOf } from '../../../../core/images/image-states.ts';
import { replaceImage, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeFolder } from '../../../support/local/start-fixture-pool.ts';
import { makeServices } from '../../../support/stores/make-services.ts';

const silent = () => undefined;
export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A data folder with services in this process, and folders for its backup and its restore. */
export async function backupTrial() {
  const test = await makeServices();
  onTestFinished(test.remove);
  const { clock } = test.services;
  const root = makeFolder();
  const [dir, restored] = [join(root, 'backup'), join(root, 'restored')];
  let width = 40;
  return {
    ...test,
    dir,
    restored,
    /** Stores an image that no other has; its ID. */
    store: async () => {
      width += 1;
      return (await storeImage(test, await drawJpeg(width, 30))) as ImageId;
    },
    /** Gives an image bytes that no other has; the ID of its former original. */
    replace: async (id: ImageId) => {
      width += 1;
      const former = await test.services.images.getImage(id);
      await replaceImage(test, id, await drawJpeg(width, 30));
      return former && originalIdOf(former);
    },
    backUp: (options: Partial<BackupOptions> = {}) =>
      backUp(test.dataDir, dir, {
        mustCopy: false,
        version: '0.0.0',
        clock,
        tell: silent,
        ...options,
      }),
    restore: (options: Partial<RestoreOptions> = {}) =>
      restore(dir, restored, { mustCopy: false, skipsDamaged: false, tell: silent, ...options }),
    verify: (dataDir: string, options: Partial<VerifyOptions> = {}) =>
      verifyData(dataDir, { clock, progress: silent, onFault: silent, ...options }),
    original: (id: string, dataDir = test.dataDir) => join(dataDir, 'objects', id, 'original'),
    backedUp: (id: string) => join(dir, 'originals', id.slice(4, 6), id),
  };
}

/** The paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export const readManifestOf = (dir: string) =>
  JSON.parse(readFileSync(join(dir, 'backup.json'), 'utf8'));
