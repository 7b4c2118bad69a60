import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Spools bodies to disk for readers that are slower than their source. */
export interface Spool {
  /** A place for one body; undefined where none can be made. */
  open(): Promise<SpoolFile | undefined>;
}

/**
 * The start of one body, in a file without a name: a process that is killed leaves nothing behind.
 */
export interface SpoolFile {
  /** Adds to its end; false if the disk has no space for it, and then for nothing more. */
  add(piece: Uint8Array): Promise<boolean>;
  /** At most so many bytes from the offset on; at least one where there is one. */
  read(offset: number, maxBytes: number): Promise<Uint8Array>;
  /** Gives its room back. */
  close(): void;
}

/** Maximum of all bodies; beyond it, sources are read at the speed of their readers. */
const MAX_BYTES = 4_000_000_000;
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const file = await open(path, FLAGS, 0o600);
  await unlink(path);
  return file;
}

/** Writes completely, also after short writes. Rejects on a full disk. */
async function writeAll(file: FileHandle, piece: Uint8Array, offset: number): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const { bytesWritten } = await file.write(piece, at, piece.length - at, offset + at);
    at += bytesWritten;
  }
}

/** A spool in its own folder, which is emptied and made when it is first needed. */
export function createSpool(folder: string, maxBytes: number = MAX_BYTES): Spool {
  let usedBytes = 0;
  let making: Promise<unknown> | undefined;
  const make = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  };
  const begin = (file: FileHandle): SpoolFile => {
    let bytes = 0;
    let hasRoom = true;
    return {
      async add(piece) {
        hasRoom &&= usedBytes + piece.length <= maxBytes;
        if (!hasRoom) return false;
        usedBytes += piece.length;
        const offset = bytes;
        bytes += piece.length;
        hasRoom = await writeAll(file, piece, offset).then(
          () => true,
          () => false, // a full disk, or a broken one: whoever reads has to be quick then
        );
        return hasRoom;
      },
      async read(offset, most) {
        const piece = Buffer.allocUnsafe(most);
        const { bytesRead } = await file.read(piece, 0, most, offset);
        return piece.subarray(0, bytesRead);
      },
      close() {
        usedBytes -= bytes;
        bytes = 0;
        file.close().catch(() => undefined);
      },
    };
  };
  return {
    async open() {
      try {
        making ??= make();
        await making;
        return begin(await openNameless(folder));
      } catch {
        making = undefined; // the next one tries again
        return undefined;
      }
    },
  };
}
