import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { AwsCall } from '../../../../adapters/aws-calls/record-calls.ts';
import type { Credentials } from '../../../../local/data-folder/data-folder.ts';
import type { Place } from './access-requests.ts';
import { checkRights } from './check-rights.ts';
import { type DeployedFunction, deployedFunctions, invoke } from './deployed-functions.ts';
import { makeFirstCalls } from './first-calls.ts';
import { KNOWN_UNUSED } from './known-unused.ts';
import { type DeployedStores, makeRareCalls, type WorkNow } from './rare-calls.ts';

type RecordedCall = AwsCall & { readonly functionName: string };

/** The deployed stack, and the place where its functions record their calls. */
export interface Recording {
  readonly endpoint: string;
  readonly stack: string;
  readonly path: string;
  readonly stores: DeployedStores;
  readonly credentials: Credentials;
  /** Of the issuer for tests (test/support/identity/issuer.ts). */
  readonly issuerUrl: string;
}

/** ministack's own. */
const PLACE: Place = { region: 'us-east-1', account: '000000000000' };
const RUN_BY_A_SCHEDULE = ['requeuepurges', 'sweeptemporaryimages', 'deliverwebhooks'];
/** The stream is polled, then the queue: a worker that goes a second round has used all it may. */
const WORKER_MS = 90_000;

/** The writer of the site ran before anything was recorded; its answer was the deploy's success. */
const RUN_BY_THE_DEPLOY = 'SiteFilesWriter';

async function readCalls(path: string): Promise<RecordedCall[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  // the last may not be whole
  return lines.slice(0, -1).map((line) => JSON.parse(line) as RecordedCall);
}

function checkAll(functions: readonly DeployedFunction[], calls: readonly RecordedCall[]) {
  return functions.map(({ functionName, physicalName, policies }) => {
    const own = calls.filter((call) => call.functionName === physicalName);
    const record = { functionName, policies, calls: own };
    return { functionName, count: own.length, ...checkRights(record, PLACE, KNOWN_UNUSED) };
  });
}

/**
 * Compares the calls of the functions with the deployed policies, after the calls that no
 * end-to-end test causes. Throws if a call was not permitted, or if a permission was not used.
 */
export async function exerciseRights(recording: Recording): Promise<void> {
  const { endpoint, path, stack, stores, credentials, issuerUrl } = recording;
  const deployed = await deployedFunctions(endpoint, stack);
  const functions = deployed.filter(({ functionName }) => functionName !== RUN_BY_THE_DEPLOY);
  const hasReadOriginal = async (id: string) =>
    (await readCalls(path)).some(
      ({ operation, subjects }) =>
        operation === 'GetObject' && subjects[0]?.key === `${id}/original`,
    );
  const [worker] = functions.filter(({ functionName }) => functionName === 'renderqueued');
  const work: WorkNow = async (render) => {
    const Records = [{ messageId: render.renditionKey, body: JSON.stringify(render) }];
    if (worker) await invoke(endpoint, worker.physicalName, { Records });
  };
  await makeFirstCalls(credentials, issuerUrl);
  const statuses = await makeRareCalls(endpoint, stores, credentials, hasReadOriginal, work);
  console.log(`deleted while they were made: ${statuses.join(' and ')}`);
  for (const { functionName, physicalName } of functions) {
    if (RUN_BY_A_SCHEDULE.includes(functionName)) await invoke(endpoint, physicalName);
  }
  const end = Date.now() + WORKER_MS;
  let checked = checkAll(functions, await readCalls(path));
  while (Date.now() < end && checked.some(({ unused }) => unused.length > 0)) {
    await delay(1_000);
    checked = checkAll(functions, await readCalls(path));
  }
  for (const { functionName, count } of checked) console.log(`${functionName}: ${count} calls`);
  const faults = checked.flatMap(({ denied, unused }) => [
    ...denied.map((line) => `  denied  ${line}`),
    ...unused.map((line) => `  unused  ${line}`),
  ]);
  if (faults.length > 0) throw new Error(`the functions' rights:\n${faults.join('\n')}`);
}
