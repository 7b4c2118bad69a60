import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccessLogFolder } from '../adapters/access-logs/folder.ts';
import { createIncomingFolder } from '../adapters/incoming-objects/folder.ts';
import { createSqliteKeyStore } from '../adapters/key-store/sqlite.ts';
import { removeStaleObjects } from '../adapters/object-store/folder.ts';
import { createSqliteProjectStore } from '../adapters/project-store/sqlite.ts';
import { openDatabase } from '../adapters/sqlite-database/open-database.ts';
import { PLANS } from '../core/projects/plans.ts';
import {
  createDefaultProject,
  type DefaultProject,
  storeDefaultProject,
} from '../core/use-cases/store-default-project.ts';
import { accessLogsPath, databasePath, incomingPath, objectsPath } from './data-paths.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_KEY_NAME } from './local-account.ts';

/** `credentials.json` of a data folder (CONTRACT C1.4). */
export interface Credentials extends DefaultProject {
  readonly baseUrl: string;
  readonly cdnUrl: string;
}

/** Where a data folder's credentials are. */
export function credentialsPath(dataDir: string): string {
  return join(dataDir, 'credentials.json');
}

async function readCredentials(dataDir: string): Promise<Credentials | undefined> {
  try {
    return JSON.parse(await readFile(credentialsPath(dataDir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${credentialsPath(dataDir)} can not be read: ${(error as Error).message}`);
  }
}

async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const fresh = join(dataDir, `.credentials-${randomUUID()}`);
  const file = await open(fresh, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, credentialsPath(dataDir));
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close());
}

/** Brings a data folder to where functions can work on it: schema, local account, credentials. The lock is held by the caller. */
export async function prepareDataFolder(dataDir: string, url: string): Promise<Credentials> {
  const db = openDatabase(databasePath(dataDir));
  try {
    await removeStaleObjects(objectsPath(dataDir));
    await createIncomingFolder(incomingPath(dataDir)).removeParts();
    await createAccessLogFolder(accessLogsPath(dataDir)).removeParts();
    const projects = createSqliteProjectStore(db);
    const known = await readCredentials(dataDir);
    // a lost credentials file costs the keys, not the pictures
    const [first] = known ? [] : await projects.listProjects(LOCAL_ACCOUNT_ID);
    const fresh = {
      ...createDefaultProject(randomBytes),
      ...(first ? { projectId: first.projectId } : {}),
    };
    const { projectId, apiKey, uploadKey } = known ?? fresh;
    const credentials = { baseUrl: url, cdnUrl: url, projectId, apiKey, uploadKey };
    await writeCredentials(dataDir, credentials);
    const keys = createSqliteKeyStore(db);
    const owned = { accountId: LOCAL_ACCOUNT_ID, keyName: LOCAL_KEY_NAME, plan: PLANS.free };
    await storeDefaultProject({ clock: Date.now, randomBytes, projects, keys }, credentials, owned);
    return credentials;
  } finally {
    db.close();
  }
}
