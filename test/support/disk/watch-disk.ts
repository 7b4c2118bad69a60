import type * as FsPromises from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A write that fails: half of its bytes are there, or nothing of another act. */
export interface DiskStrike {
  /** The number of acts that write before it. */
  readonly at: number;
  readonly code: string;
}

const unsyncedFiles = new Set<string>();
const unsyncedNames = new Set<string>();
let acts = 0;
let strike: DiskStrike | undefined;
let hasStruck = false;

function act(): Error | undefined {
  acts += 1;
  if (!strike || acts - 1 !== strike.at) return undefined;
  hasStruck = true;
  return Object.assign(new Error(`${strike.code}: injected`), { code: strike.code });
}

/** Runs work with a struck act; whether it was struck, and the error of the work. */
export async function onDisk(
  wanted: DiskStrike | undefined,
  work: () => Promise<unknown>,
): Promise<{ readonly hasStruck: boolean; readonly error: unknown }> {
  [acts, strike, hasStruck] = [0, wanted, false];
  let error: unknown;
  await work().catch((thrown) => {
    error = thrown;
  });
  strike = undefined;
  return { hasStruck, error };
}

/** Files and names below a folder that a power cut could take, as far as they were written here. */
export function unsynced(root: string): string[] {
  const isBelow = (path: string) => path.startsWith(root);
  return [
    ...[...unsyncedFiles].filter(isBelow).map((path) => `bytes of ${path}`),
    ...[...unsyncedNames].filter(isBelow).map((path) => `name of ${path}`),
  ];
}

function forget(path: string): void {
  unsyncedFiles.delete(path);
  unsyncedNames.delete(path);
}

function watchHandle(file: FileHandle, path: string): FileHandle {
  const watched = file as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of ['writeFile', 'appendFile'] as const) {
    const call = file[name].bind(file) as (data: unknown) => Promise<void>;
    watched[name] = async (data) => {
      const error = act();
      unsyncedFiles.add(path);
      if (error) {
        const bytes = Buffer.from(data as string);
        await call(bytes.subarray(0, bytes.length / 2));
        throw error;
      }
      return call(data);
    };
  }
  for (const name of ['sync', 'datasync'] as const) {
    const call = file[name].bind(file);
    watched[name] = async () => {
      const error = act();
      if (error) throw error;
      await call();
      unsyncedFiles.delete(path);
      for (const one of unsyncedNames) if (dirname(one) === path) unsyncedNames.delete(one);
    };
  }
  return file;
}

/** `node:fs/promises` whose writes are watched and may be struck: for `vi.mock`. */
export function watchable(real: typeof FsPromises): typeof FsPromises {
  const isThere = (path: string) =>
    real.lstat(path).then(
      () => true,
      () => false,
    );
  const struckFirst = async (run: () => Promise<void>) => {
    const error = act();
    if (error) throw error;
    await run();
  };
  return {
    ...real,
    open: async (path: string, flags: string | number = 'r', mode?: number) => {
      const isWriting = typeof flags === 'string' && flags !== 'r';
      if (isWriting) {
        const error = act();
        if (error) throw error;
        if (flags !== 'r+' && !(await isThere(path))) unsyncedNames.add(path);
      }
      return watchHandle(await real.open(path, flags, mode), path);
    },
    writeFile: async (path: string, data: string, options: object) =>
      struckFirst(async () => {
        unsyncedFiles.add(path);
        unsyncedNames.add(path);
        await real.writeFile(path, data, options);
      }),
    mkdir: async (path: string, options: object) =>
      struckFirst(async () => {
        await real.mkdir(path, options);
        unsyncedNames.add(path);
      }),
    rename: async (from: string, to: string) =>
      struckFirst(async () => {
        await real.rename(from, to);
        if (unsyncedFiles.has(from)) unsyncedFiles.add(to);
        forget(from);
        unsyncedNames.add(to);
      }),
    link: async (from: string, to: string) =>
      struckFirst(async () => {
        await real.link(from, to);
        unsyncedNames.add(to);
      }),
    copyFile: async (from: string, to: string, mode?: number) =>
      struckFirst(async () => {
        await real.copyFile(from, to, mode);
        unsyncedFiles.add(to);
        unsyncedNames.add(to);
      }),
    unlink: async (path: string) => {
      await real.unlink(path);
      forget(path);
      unsyncedNames.add(path); // its removal too
    },
    rmdir: async (path: string) => {
      await real.rmdir(path);
      forget(path);
    },
    rm: async (path: string, options: object) => {
      await real.rm(path, options);
      for (const one of [...unsyncedFiles, ...unsyncedNames]) if (one.startsWith(path)) forget(one);
    },
  } as unknown as typeof FsPromises;
}
