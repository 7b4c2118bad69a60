import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import type { Machine } from '../machine.ts';

/**
 * The signing secret of a file or of the environment, if there is one; never an argument, which
 * every user of the machine can read.
 */
export async function findSigningSecret(
  machine: Machine,
  file: string | undefined,
): Promise<string | undefined> {
  const { IMAGEWELL_SIGNING_SECRET: ofEnvironment } = machine.env;
  const secret = file === undefined ? ofEnvironment : await readFile(file, 'utf8');
  return secret?.trim() || undefined;
}

/** The same; throws a CommandError if there is none. */
export async function requireSigningSecret(
  machine: Machine,
  file: string | undefined,
): Promise<string> {
  const secret = await findSigningSecret(machine, file);
  if (secret) return secret;
  const hint = 'Set IMAGEWELL_SIGNING_SECRET, or give a file with --secret-file.';
  throw new CommandError('credentials', 'A signing secret is required.', hint);
}
