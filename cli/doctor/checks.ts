import { stat } from 'node:fs/promises';
import { ImagewellError } from '../../client/src/imagewell-error.ts';
import { CommandError } from '../command-error.ts';
import { configFolder } from '../config/config-folder.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { exitCodeOf, factsOf } from '../output/describe-error.ts';
import type { Session } from '../session.ts';

/** The result of a check; `skipped` where there is nothing to check. */
export interface CheckResult {
  readonly check: string;
  readonly result: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
}

type Finding = Omit<CheckResult, 'check'>;
type Check = (session: Session) => Promise<Finding>;

const MIN_NODE = 24;
/** Access tokens and signed URLs are valid for minutes. */
const MAX_SKEW_SECONDS = 60;
const TIMEOUT_MS = 10_000;

const passed = (detail: string): Finding => ({ result: 'passed', detail });
const failed = (detail: string): Finding => ({ result: 'failed', detail });
const skipped = (detail: string): Finding => ({ result: 'skipped', detail });

async function get(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' }).catch(
    (error: Error) => {
      throw new CommandError(
        'later',
        `${url} does not answer: ${(error.cause as Error)?.message ?? error.message}`,
      );
    },
  );
}

const checkNode: Check = async () => {
  const { node } = process.versions;
  const isEnough = Number.parseInt(node, 10) >= MIN_NODE;
  return isEnough ? passed(node) : failed(`${node}; version ${MIN_NODE} or later is required.`);
};

const checkFolder: Check = async ({ machine }) => {
  const folder = configFolder(machine);
  const found = await stat(folder).catch(() => undefined);
  if (!found) return skipped(`${folder} does not exist; login creates it.`);
  if (!found.isDirectory()) return failed(`${folder} is not a folder.`);
  const isOpen = machine.platform !== 'win32' && (found.mode & 0o077) !== 0;
  return isOpen ? failed(`Other users can read ${folder}: chmod 700 it.`) : passed(folder);
};

const checkService: Check = async (session) => {
  const { baseUrl } = await session.service();
  const { status } = await get(baseUrl);
  return status < 500 ? passed(baseUrl) : failed(`${baseUrl} answers with ${status}.`);
};

const checkClock: Check = async (session) => {
  const { baseUrl } = await session.service();
  const date = Date.parse((await get(baseUrl)).headers.get('date') ?? '');
  if (Number.isNaN(date)) return skipped('The service sends no date.');
  const seconds = Math.round((Date.now() - date) / 1_000);
  const words = `${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service`;
  return Math.abs(seconds) > MAX_SKEW_SECONDS ? failed(`The clock is ${words}.`) : passed(words);
};

/** Throws unless the credential is valid; one without the scope to read images is valid too. */
async function readOneImage(session: Session) {
  const { calls, about } = await session.either();
  try {
    return (await calls.listImages({ ...about, limit: 1 })).images[0];
  } catch (error) {
    if (error instanceof ImagewellError && error.status === 403) return undefined;
    throw error;
  }
}

const checkCredential: Check = async (session) => {
  await readOneImage(session);
  const { apiKey } = await session.service();
  return passed(apiKey ? 'The API key is valid.' : 'The sign-in is valid.');
};

const checkDelivery: Check = async (session) => {
  const image = await readOneImage(session);
  if (!image) return skipped('The project has no image that can be read.');
  const { calls, about } = await session.either();
  const { imageId } = image;
  const { imageUrl } = await calls.getImage({ ...about, imageId });
  const { status } = await get(imageUrl);
  const { origin } = new URL(imageUrl);
  return status < 500 ? passed(origin) : failed(`${origin} answers with ${status}.`);
};

const CHECKS: Readonly<Record<string, Check>> = {
  node: checkNode,
  'config folder': checkFolder,
  service: checkService,
  clock: checkClock,
  credential: checkCredential,
  cdn: checkDelivery,
};

/** All checks, one after the other, and the code of the whole; one that throws has failed. */
export async function runChecks(session: Session) {
  const results: CheckResult[] = [];
  let isLater = false;
  for (const [check, run] of Object.entries(CHECKS)) {
    const finding = await run(session).catch((error: unknown) => {
      isLater ||= exitCodeOf(error) === EXIT_CODES.later.code;
      const { detail, hint } = factsOf(error);
      return failed([detail, hint].filter(Boolean).join(' '));
    });
    results.push({ check, ...finding });
  }
  const isFailed = results.some(({ result }) => result === 'failed');
  const { code } = EXIT_CODES[isLater ? 'later' : isFailed ? 'failed' : 'done'];
  return { results, code };
}
