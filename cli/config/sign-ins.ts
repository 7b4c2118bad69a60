import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Machine } from '../machine.ts';
import { configFolder } from './config-folder.ts';
import { whileLocked } from './file-lock.ts';

/** A user's sign-in at one service. */
export interface SignIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly email: string | null;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Of the access token, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** The project that is meant where none is named. */
  readonly projectId?: string | undefined;
}

/** The sign-ins by service; the latest sign-in is the default service. */
export interface SignIns {
  readonly current: string | null;
  /** By the service's base URL. */
  readonly services: Readonly<Record<string, SignIn>>;
}

/** The file of sign-ins of one user on one machine; only its owner can read it. */
export interface SignInFile {
  read(): Promise<SignIns>;
  /** Reads, changes and writes while no other process does. */
  change<T>(run: (now: SignIns) => Promise<readonly [SignIns, T]>): Promise<T>;
}

const NOBODY: SignIns = { current: null, services: {} };

async function readSignIns(path: string): Promise<SignIns> {
  try {
    return { ...NOBODY, ...JSON.parse(await readFile(path, 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOBODY;
    const why = (error as Error).message;
    throw new CommandError(
      'failed',
      `${path} cannot be read: ${why}`,
      `Delete the file and sign in again.`,
    );
  }
}

/** Writes atomically; only the owner can read the file, from the first byte. */
async function writeSignIns(path: string, signIns: SignIns): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  await rm(fresh, { force: true });
  const file = await open(fresh, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(signIns, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

/** Opens nothing yet: a command without a credential touches no file. */
export function signInFile(machine: Machine): SignInFile {
  const path = join(configFolder(machine), 'sign-ins.json');
  return {
    read: () => readSignIns(path),
    async change(run) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return whileLocked(`${path}.lock`, async () => {
        const before = await readSignIns(path);
        const [after, result] = await run(before);
        if (after !== before) await writeSignIns(path, after);
        return result;
      });
    },
  };
}

/** The sign-ins with one added, whose service becomes the default. */
export function withSignIn(signIns: SignIns, baseUrl: string, signIn: SignIn): SignIns {
  return { current: baseUrl, services: { ...signIns.services, [baseUrl]: signIn } };
}

/** The sign-ins without one. */
export function withoutSignIn({ current, services }: SignIns, baseUrl: string): SignIns {
  const { [baseUrl]: _, ...rest } = services;
  const next = current === baseUrl ? (Object.keys(rest)[0] ?? null) : current;
  return { current: next, services: rest };
}
