import { cpSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Context } from 'aws-lambda';
import { RESERVE_BYTES, reservePath } from '../../../adapters/folder/disk/reserve.ts';
import { createIncomingFolder } from '../../../adapters/folder/incoming-objects.ts';
import type { TemporaryImageId } from '../../../core/images/ids.ts';
import type { QueuedRender } from '../../../core/ports/images/render-queue.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { Services } from '../../../core/ports/services.ts';
import type { RemoteFiles } from '../../../core/ports/uploads/remote-files.ts';
import { PLANS, type Plan } from '../../../core/projects/plans.ts';
import { type Credentials, prepareDataFolder } from '../../../local/data-folder/data-folder.ts';
import { databasePath, incomingPath } from '../../../local/data-folder/data-paths.ts';
import { openRecords } from '../../../local/data-folder/open-records.ts';
import { createLocalServices } from '../../../local/lambda/local-services.ts';
import { drawJpeg } from '../images/draw.ts';
import { localSettings, NO_RELAY } from '../local/light-services.ts';
import { makeDataFolder } from '../service/start-service.ts';

export interface TestServices {
  readonly dataDir: string;
  readonly services: Services;
  readonly credentials: Credentials;
  /** Every line that was logged. */
  readonly logged: string[];
  /** Ids that the edge has purged. */
  readonly purged: string[];
  /** The renders that are queued. */
  readonly queued: QueuedRender[];
  setClock(now: number): void;
  abandoned(): number;
  remove(): Promise<void>;
}

type DataFolder = Awaited<ReturnType<typeof makeDataFolder>>;

/** A folder with a reserve that is sparse and keeps no space. */
async function makeFolderWithReserve(): Promise<DataFolder> {
  const folder = await makeDataFolder();
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(reservePath(folder.path), '', { mode: 0o600 });
  truncateSync(reservePath(folder.path), RESERVE_BYTES);
  return folder;
}

let emptyRecords: Buffer | undefined;

/**
 * Begins a data folder with tables and a reserve, which take most of the time. The tables are
 * copied from the first folder of this process.
 */
async function beginDataFolder(): Promise<DataFolder> {
  const folder = await makeFolderWithReserve();
  const records = databasePath(folder.path);
  if (!emptyRecords) {
    openRecords(folder.path).close();
    emptyRecords = readFileSync(records);
    return folder;
  }
  writeFileSync(records, emptyRecords, { mode: 0o600 });
  const db = new DatabaseSync(records);
  // each service has its own
  db.exec('UPDATE form_secrets SET secret = lower(hex(randomblob(32)))');
  db.close();
  return folder;
}

/** The local services in this process, over a fresh folder, with a clock that the test sets. */
export async function makeServices(changes: Partial<Services> = {}): Promise<TestServices> {
  return openServices(await beginDataFolder(), Date.UTC(2026, 10, 21, 12), changes);
}

/**
 * The services as another service would have them now: over a copy of its folder, at its time. No
 * write may be under way.
 */
export async function copyServices(
  { dataDir, services }: Pick<TestServices, 'dataDir' | 'services'>,
  changes: Partial<Services> = {},
): Promise<TestServices> {
  const folder = await makeFolderWithReserve();
  const { path } = folder;
  // SQLite makes its shared memory for the copied log; the reserve is sparse
  const left = new Set([reservePath(dataDir), `${databasePath(dataDir)}-shm`]);
  cpSync(dataDir, path, { recursive: true, filter: (from) => !left.has(from) });
  return openServices(folder, services.clock(), changes);
}

async function openServices(
  folder: DataFolder,
  time: number,
  changes: Partial<Services>,
): Promise<TestServices> {
  const url = 'http://127.0.0.1:8080';
  const credentials = await prepareDataFolder(folder.path, { baseUrl: url, cdnUrl: url });
  const purged: string[] = [];
  const logged: string[] = [];
  const queued: QueuedRender[] = [];
  let now = time;
  let abandoned = 0;
  const write = (message: string, fields?: object) =>
    logged.push(JSON.stringify({ message, ...fields }));
  const log: Log = { info: write, warn: write, error: write };
  const local = createLocalServices(localSettings(folder.path, url), {
    role: 'heavy',
    readsLargeBodies: true,
    forward: () => Promise.reject(new Error('a heavy process hands nothing over')),
    relay: NO_RELAY,
    purgeEdge: async (ids) => void purged.push(...ids),
    queueRender: (render) => queued.push(render),
    abandonProcess: () => {
      abandoned += 1;
    },
    noteRendition: () => undefined,
    log,
  });
  return {
    dataDir: folder.path,
    services: { ...local, log, clock: () => now, remoteFiles: ANY_IMAGE, ...changes },
    credentials,
    logged,
    purged,
    queued,
    setClock: (time) => {
      now = time;
    },
    abandoned: () => abandoned,
    remove: folder.remove,
  };
}

/** The same services with every project on the plan of the moment; unlimited by default. */
export function withPlan(
  test: TestServices,
  plan: () => Plan = () => PLANS.unlimited,
): TestServices {
  const { projects } = test.services;
  const getProject: typeof projects.getProject = async (id) => {
    const project = await projects.getProject(id);
    return project && { ...project, plan: plan() };
  };
  const getPlan: typeof projects.getPlan = async () => plan();
  const planned = { ...projects, getProject, getPlan };
  return { ...test, services: { ...test.services, projects: planned } };
}

/** Puts bytes where the form of a direct upload puts them; their entity tag. */
export async function putIncoming(
  { dataDir }: Pick<TestServices, 'dataDir'>,
  id: string,
  bytes: Uint8Array,
): Promise<string> {
  const write = await createIncomingFolder(incomingPath(dataDir)).start();
  await write.write(bytes);
  return write.finish(id as TemporaryImageId);
}

/** Of any address the same image: no test of handlers reaches a network. */
const ANY_IMAGE: RemoteFiles = {
  read: async () => ({
    outcome: 'read',
    bytes: await drawJpeg(16, 16),
    disposition: undefined,
  }),
};

let requests = 0;

/** A Lambda context as far as our handlers read it. */
export function makeContext(): Context {
  requests += 1;
  return { awsRequestId: `request-${requests}`, getRemainingTimeInMillis: () => 15_000 } as Context;
}
