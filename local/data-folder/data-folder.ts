import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccessLogFolder } from '../../adapters/folder/access-logs.ts';
import { syncFolder, writeDurably } from '../../adapters/folder/disk/folder-files.ts';
import { readStoredJson } from '../../adapters/folder/disk/stored-json.ts';
import { dropRenditions } from '../../adapters/folder/drop-renditions.ts';
import { createIncomingFolder } from '../../adapters/folder/incoming-objects.ts';
import { removeStaleObjects } from '../../adapters/folder/object-store.ts';
import { type ColumnsOf, fields, prefixed, text } from '../../adapters/rows/columns.ts';
import { requireSound } from '../../adapters/sqlite/database/require-sound.ts';
import { createSqliteKeyStore } from '../../adapters/sqlite/keys/key-store.ts';
import { createSqliteProjectStore } from '../../adapters/sqlite/projects/project-store.ts';
import { isStorageFull } from '../../core/foundation/storage-fault.ts';
import { PLANS } from '../../core/projects/plans.ts';
import {
  createDefaultProject,
  type DefaultProject,
  storeDefaultProject,
} from '../../core/use-cases/projects/store-default-project.ts';
import {
  accessLogsPath,
  incomingPath,
  objectsPath,
  unfinishedMovePath,
  unfinishedRestorePath,
} from './data-paths.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_KEY_NAME } from './local-account.ts';
import { type LocalDatabase, openRecords } from './open-records.ts';
import { DataFolderError } from './private-data-folder.ts';
import { withRoom } from './with-reserve.ts';

/** SQLite's index and its log, and the credentials. */
const ROOM_TO_START_BYTES = 1_048_576;

/** The addresses of a service for its users: of the API, and of images. */
export interface ServiceUrls {
  readonly baseUrl: string;
  readonly cdnUrl: string;
}

/** `credentials.json` of a data folder (local.credentials-file). */
export interface Credentials extends DefaultProject, ServiceUrls {}

/** The file with the credentials of a data folder. */
export function credentialsPath(dataDir: string): string {
  return join(dataDir, 'credentials.json');
}

const credentialsColumn = fields({
  baseUrl: text,
  cdnUrl: text,
  projectId: prefixed('prj_'),
  apiKey: prefixed('private_'),
  uploadKey: prefixed('upl_'),
} satisfies ColumnsOf<Credentials>);

/**
 * The credentials of a data folder; undefined if it has none. Throws a DataFolderError for a file
 * that is damaged.
 */
export function readCredentials(dataDir: string): Credentials | undefined {
  const path = credentialsPath(dataDir);
  const read = readStoredJson(path, credentialsColumn);
  if (read.fault === undefined) return read.value;
  if (read.fault === 'missing') return undefined;
  throw new DataFolderError(
    `${path} is damaged: it ${read.fault.words}; move it away, and new keys will be created.`,
  );
}

async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const fresh = join(dataDir, `.credentials-${randomUUID()}`);
  try {
    await writeDurably(fresh, `${JSON.stringify(credentials, null, 2)}\n`);
    await rename(fresh, credentialsPath(dataDir));
  } finally {
    await rm(fresh, { force: true });
  }
  await syncFolder(dataDir);
}

async function storeLocalProject(
  db: LocalDatabase,
  dataDir: string,
  { baseUrl, cdnUrl }: ServiceUrls,
): Promise<Credentials> {
  const projects = createSqliteProjectStore(db);
  const known = readCredentials(dataDir);
  // a lost credentials file costs the keys, not the images
  const [first] = known ? [] : await projects.listProjects(LOCAL_ACCOUNT_ID);
  const fresh = {
    ...createDefaultProject(randomBytes),
    ...(first ? { projectId: first.projectId } : {}),
  };
  const { projectId, apiKey, uploadKey } = known ?? fresh;
  const credentials = { baseUrl, cdnUrl, projectId, apiKey, uploadKey };
  if (!known || known.baseUrl !== baseUrl || known.cdnUrl !== cdnUrl) {
    await withRoom(dataDir, () => writeCredentials(dataDir, credentials));
  } else {
    // an earlier start may have failed between the file and its name; a broken disk is read anyway
    await syncFolder(dataDir).catch(() => undefined);
  }
  const keys = createSqliteKeyStore(db);
  const owned = { accountId: LOCAL_ACCOUNT_ID, keyName: LOCAL_KEY_NAME, plan: PLANS.free };
  await storeDefaultProject({ clock: Date.now, randomBytes, projects, keys }, credentials, owned);
  return credentials;
}

/**
 * Opens the records; on a full disk with a used-up reserve, in the space of renditions, which can
 * be made again.
 */
async function openInAnyRoom(dataDir: string): Promise<LocalDatabase> {
  try {
    return openRecords(dataDir);
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    if ((await dropRenditions(objectsPath(dataDir), ROOM_TO_START_BYTES)) === 0) throw error;
    return openRecords(dataDir);
  }
}

/** Throws a DataFolderError if a restore or a move into the folder began and didn't end. */
export function requireRestored(dataDir: string): void {
  if (existsSync(unfinishedMovePath(dataDir))) {
    throw new DataFolderError(
      `${dataDir} has an unfinished move; continue it with npx imagewell admin move --from SOURCE --to ${dataDir}.`,
    );
  }
  if (!existsSync(unfinishedRestorePath(dataDir))) return;
  throw new DataFolderError(
    `${dataDir} has an unfinished restore; continue it with npx imagewell restore BACKUP --data ${dataDir}.`,
  );
}

/**
 * Brings a data folder to where functions can work on it: schema, local account, credentials. One
 * text is both URLs. The lock is held by the caller. On a full disk it uses the room that was set
 * aside before. Throws a StorageFaultError, a DataFolderError, and as openRecords does.
 */
export async function prepareDataFolder(
  dataDir: string,
  urls: ServiceUrls | string,
): Promise<Credentials> {
  requireRestored(dataDir);
  // first, for it may be all the room that there is
  await removeStaleObjects(objectsPath(dataDir));
  await createIncomingFolder(incomingPath(dataDir)).removeParts();
  await createAccessLogFolder(accessLogsPath(dataDir)).removeParts();
  const db = await openInAnyRoom(dataDir);
  try {
    requireSound(db);
    const both = typeof urls === 'string' ? { baseUrl: urls, cdnUrl: urls } : urls;
    return await storeLocalProject(db, dataDir, both);
  } finally {
    db.close();
  }
}
