import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { SignInFile } from '../config/sign-ins.ts';
import { parseObject } from '../json-object.ts';
import type { Machine } from '../machine.ts';
import { serviceAddress } from './service-address.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly url?: string;
  readonly project?: string;
  readonly data?: string;
  readonly email?: string;
  readonly token?: string;
  readonly json?: boolean;
}

/** The service that is meant, and the keys that are at hand for it. */
export interface Service {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly uploadKey?: string | undefined;
}

const START = 'Start the service with this data folder first: npx imagewell start --data DIR.';
/** The words for errors of the file system. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

const isText = (value: unknown) => typeof value === 'string';

async function readCredentials(dataDir: string): Promise<Service> {
  const path = join(dataDir, 'credentials.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = WORDS[error.code ?? ''] ?? 'the file system fails';
    throw new CommandError('usage', `${path} cannot be read: ${why}.`, START);
  });
  const found = parseObject(text);
  const { baseUrl, apiKey, uploadKey } = found ?? {};
  const all = [baseUrl, apiKey, uploadKey];
  if (typeof baseUrl === 'string' && typeof apiKey === 'string' && typeof uploadKey === 'string') {
    return { baseUrl, apiKey, uploadKey };
  }
  const words = found ? `${all.filter(isText).length} of its 3 texts are there` : 'it is no object';
  const hint = 'Move it away and start the service, which makes new keys: npx imagewell start.';
  throw new CommandError('usage', `${path} is damaged: ${words}.`, hint);
}

/**
 * By the options, the environment and who is signed in, in this order. The keys of a data folder go
 * with its address.
 */
export async function findService(
  { env }: Machine,
  file: SignInFile,
  { url, data }: GlobalOptions,
): Promise<Service> {
  const local = data === undefined ? undefined : await readCredentials(data);
  const named = url ?? local?.baseUrl ?? env.IMAGEWELL_URL ?? (await file.read()).current;
  if (!named) {
    const hint =
      'Sign in with npx imagewell login --url URL, or select one with --url, IMAGEWELL_URL or --data.';
    throw new CommandError('usage', 'No service is selected.', hint);
  }
  const { IMAGEWELL_API_KEY: apiKey, IMAGEWELL_UPLOAD_KEY: uploadKey } = env;
  return { ...(local ?? { apiKey, uploadKey }), baseUrl: serviceAddress(named) };
}
