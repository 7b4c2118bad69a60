import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { SignInFile } from '../config/sign-ins.ts';
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

async function readCredentials(dataDir: string): Promise<Service> {
  const path = join(dataDir, 'credentials.json');
  try {
    const { baseUrl, apiKey, uploadKey } = JSON.parse(await readFile(path, 'utf8'));
    return { baseUrl, apiKey, uploadKey };
  } catch (error) {
    const why = (error as Error).message;
    const hint = 'Start the service with this data folder first: npx imagewell start --data DIR.';
    throw new CommandError('usage', `${path} cannot be read: ${why}`, hint);
  }
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
