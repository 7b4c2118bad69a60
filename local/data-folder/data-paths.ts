import { join } from 'node:path';

/** Where the records of a data folder are. */
export function databasePath(dataDir: string): string {
  return join(dataDir, 'imagewell.db');
}

/** Where direct uploads come in. */
export function incomingPath(dataDir: string): string {
  return join(dataDir, 'incoming');
}

/** Where the edge's access logs are. */
export function accessLogsPath(dataDir: string): string {
  return join(dataDir, 'access-logs');
}

/** Where its bytes are. */
export function objectsPath(dataDir: string): string {
  return join(dataDir, 'objects');
}

/** Where the local issuer keeps its key, who signed in, and their sessions. */
export function signInPath(dataDir: string): string {
  return join(dataDir, 'sign-in.db');
}

/** Where bodies wait for slow readers; nothing in it outlives the service. */
export function spoolPath(dataDir: string): string {
  return join(dataDir, 'spool');
}
