import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSqliteAuditStore } from '../adapters/sqlite/accounts/audit-store.ts';
import { createSqliteEdgePurge } from '../adapters/sqlite/edge-purge.ts';
import { createSqliteKeyStore } from '../adapters/sqlite/keys/key-store.ts';
import { createSqliteSigningSecretStore } from '../adapters/sqlite/keys/signing-secret-store.ts';
import { createSqliteProjectStore } from '../adapters/sqlite/projects/project-store.ts';
import { CommandError } from '../cli/command-error.ts';
import { databasePath } from '../local/data-folder/data-paths.ts';
import { LOCAL_ACCOUNT_ID } from '../local/data-folder/local-account.ts';
import { openRecords } from '../local/data-folder/open-records.ts';
import type { OperatorServices } from './operator-services.ts';

/** Those of a local data folder, whether its service runs or not. */
export function openDataFolder(dataDir: string): OperatorServices {
  const path = databasePath(resolve(dataDir));
  if (!existsSync(path)) {
    throw new CommandError(
      'notFound',
      `${dataDir} has no project yet; run npx imagewell start first`,
    );
  }
  const db = openRecords(resolve(dataDir));
  return {
    clock: Date.now,
    randomBytes,
    accountId: LOCAL_ACCOUNT_ID,
    keys: createSqliteKeyStore(db),
    projects: createSqliteProjectStore(db),
    audit: createSqliteAuditStore(db),
    signingSecrets: createSqliteSigningSecretStore(db),
    edge: createSqliteEdgePurge(db),
  };
}
