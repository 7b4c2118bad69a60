import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, isMissing } from './disk-faults.ts';

/** An entry of a data folder or of a backup is a link, or no file where a file belongs. */
export class PlantedEntryError extends Error {
  override name = 'PlantedEntryError';
}

/** An open regular file; its reader closes the descriptor. */
export interface OpenedFile {
  readonly file: number;
  readonly stat: Stats;
}

/**
 * Handles become free as other requests end: a read gives up after this number of attempts, each a
 * little later.
 */
const OPEN_TRIES = 6;
const FIRST_WAIT_MS = 20;
/** A named pipe without a writer opens immediately, and is then seen to be none. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** A link, a socket, and a device without a driver. */
const NO_FILES = ['ELOOP', 'ENXIO', 'ENODEV'];

function regular(file: number): OpenedFile | undefined {
  const stat = fstatSync(file);
  if (stat.isFile()) return { file, stat };
  closeSync(file);
  return undefined;
}

async function openToRead(path: string, triesLeft = OPEN_TRIES): Promise<number | undefined> {
  try {
    return openSync(path, FLAGS);
  } catch (error) {
    if (isMissing(error) || hasCode(error, ...NO_FILES)) return undefined;
    if (triesLeft <= 1 || !hasCode(error, 'EMFILE', 'ENFILE')) throw error;
  }
  await sleep(FIRST_WAIT_MS * 2 ** (OPEN_TRIES - triesLeft));
  return openToRead(path, triesLeft - 1);
}

/**
 * THE opener of stored files: the service and every check use it. Undefined for a missing file, a
 * link, and an entry of another type (security.checks-open-as-served).
 */
export async function openRegularFile(path: string): Promise<OpenedFile | undefined> {
  const file = await openToRead(path);
  return file === undefined ? undefined : regular(file);
}

/** The same without a wait for a free handle, which a process with few files needs not. */
export function openRegularFileNow(path: string): OpenedFile | undefined {
  try {
    return regular(openSync(path, FLAGS));
  } catch (error) {
    if (isMissing(error) || hasCode(error, ...NO_FILES)) return undefined;
    throw error;
  }
}
