import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporaryImageId, type TemporaryImageId } from '../../core/images/ids.ts';
import type { IncomingObjects } from '../../core/ports/uploads/incoming-objects.ts';
import { tellingFaults } from './disk/disk-faults.ts';
import { createFolderFiles, type FolderFiles, syncFolder } from './disk/folder-files.ts';
import { type DiskReserve, NO_RESERVE } from './disk/reserve.ts';

/** An object that has arrived and is not removed yet. */
export interface IncomingObject {
  readonly temporaryImageId: TemporaryImageId;
  readonly etag: string;
}

/** An object that is arriving; not visible before it is complete. */
export interface IncomingWrite {
  write(chunk: Uint8Array): Promise<void>;
  /** Puts it in its place, durably; answers its entity tag. */
  finish(id: TemporaryImageId): Promise<string>;
  /** Removes it completely. */
  discard(): Promise<void>;
}

/**
 * The folder that local forms write to. Each write is a file, named by id and entity tag, so that a
 * tag never names other bytes.
 */
export interface IncomingFolder extends IncomingObjects {
  start(): Promise<IncomingWrite>;
  list(): Promise<IncomingObject[]>;
  /** Its first bytes, as many as tell its format. Rejects if it is gone or can't be read. */
  readStart(object: IncomingObject): Promise<Uint8Array>;
  /** Removes incomplete objects of a killed process; only while none is being written. */
  removeParts(): Promise<void>;
}

const PARTS = '.parts';
/** The brands of a HEIC or AVIF, and the start of an SVG, lie within (detect-format.ts). */
const START_BYTES = 4_096;

async function startWrite(root: string, files: FolderFiles): Promise<IncomingWrite> {
  await files.makeFolder(join(root, PARTS), true);
  const part = join(root, PARTS, randomUUID());
  const file = await open(part, 'wx', 0o600);
  const hash = createHash('md5'); // S3's entity tag of an object from a single request
  return {
    write: async (chunk) => {
      hash.update(chunk);
      await tellingFaults(() => file.writeFile(chunk));
    },
    finish: (id) =>
      tellingFaults(async () => {
        const etag = hash.digest('hex');
        try {
          await file.sync().finally(() => file.close());
          await rename(part, join(root, `${id}.${etag}`));
        } finally {
          await rm(part, { force: true }); // a failed one leaves nothing
        }
        await syncFolder(root);
        return etag;
      }),
    discard: async () => {
      await file.close();
      await rm(part, { force: true });
    },
  };
}

async function listObjects(root: string): Promise<IncomingObject[]> {
  const names = await readdir(root).catch(() => []);
  return names.flatMap((name) => {
    const [temporaryImageId = '', etag = ''] = name.split('.', 2);
    return isTemporaryImageId(temporaryImageId) ? [{ temporaryImageId, etag }] : [];
  });
}

/** The folder of incoming objects below `root`. Nothing begins while the reserve isn't whole. */
export function createIncomingFolder(
  root: string,
  reserve: DiskReserve = NO_RESERVE,
): IncomingFolder {
  const files = createFolderFiles(root);
  const pathOf = ({ temporaryImageId, etag }: IncomingObject) =>
    join(root, `${temporaryImageId}.${etag}`);
  return {
    get: async (temporaryImageId, etag) =>
      /^[0-9a-f]{32}$/.test(etag)
        ? tellingFaults(() => files.open(pathOf({ temporaryImageId, etag })))
        : undefined,
    remove: async (id) => {
      const all = await listObjects(root);
      const own = all.filter(({ temporaryImageId }) => temporaryImageId === id);
      for (const name of own) await tellingFaults(() => files.remove(pathOf(name)));
    },
    start: () =>
      tellingFaults(async () => {
        reserve.requireWhole();
        return startWrite(root, files);
      }),
    list: () => listObjects(root),
    readStart: async (object) => {
      const file = await open(pathOf(object), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    removeParts: () => rm(join(root, PARTS), { recursive: true, force: true }),
  };
}
