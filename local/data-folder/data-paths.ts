import { join } from 'node:path';

/** The database file of a data folder. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'imagewell.db');
}

/** The folder of incoming direct uploads. */
export function incomingPath(dataDir: string): string {
  return join(dataDir, 'incoming');
}

/** The folder of the access logs of the local CDN. */
export function accessLogsPath(dataDir: string): string {
  return join(dataDir, 'access-logs');
}

/** The folder of the stored objects. */
export function objectsPath(dataDir: string): string {
  return join(dataDir, 'objects');
}

/** The file that names the store of the objects, where that isn't the data folder. */
export function objectsMarkPath(dataDir: string): string {
  return join(dataDir, 'objects-place');
}

/** The file with the key, users and sessions of the local token issuer. */
export function signInPath(dataDir: string): string {
  return join(dataDir, 'sign-in.db');
}

/** The file with the keys that sign grants to see private images. */
export function grantKeysPath(dataDir: string): string {
  return join(dataDir, 'grant-keys.json');
}

/** The folder of spooled bodies for slow readers; it is emptied at startup. */
export function spoolPath(dataDir: string): string {
  return join(dataDir, 'spool');
}

/** The file that a move to the folder writes first and removes last. */
export function unfinishedMovePath(dataDir: string): string {
  return join(dataDir, 'move-unfinished');
}

/** The file that a restore writes first and removes last: until then the folder is not whole. */
export function unfinishedRestorePath(dataDir: string): string {
  return join(dataDir, 'restore-unfinished.json');
}
