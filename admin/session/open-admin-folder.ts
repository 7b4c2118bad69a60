import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createSqliteAccountDirectory } from '../../adapters/sqlite/accounts/account-directory.ts';
import { createSqliteAccountStore } from '../../adapters/sqlite/accounts/account-store.ts';
import { createSqliteAuditStore } from '../../adapters/sqlite/accounts/audit-store.ts';
import { createSqliteEdgePurge } from '../../adapters/sqlite/edge-purge.ts';
import { createSqliteImageStore } from '../../adapters/sqlite/images/image-store.ts';
import { createSqliteTakedowns } from '../../adapters/sqlite/images/takedowns.ts';
import { createSqliteKeyStore } from '../../adapters/sqlite/keys/key-store.ts';
import { createSqliteSigningSecretStore } from '../../adapters/sqlite/keys/signing-secret-store.ts';
import { createSqliteMembershipStore } from '../../adapters/sqlite/members/membership-store.ts';
import { createSqliteProjectMarks } from '../../adapters/sqlite/projects/project-marks.ts';
import { createSqliteProjectStore } from '../../adapters/sqlite/projects/project-store.ts';
import { createSqliteRouteStore } from '../../adapters/sqlite/projects/route-store.ts';
import { createSqliteUsageStore } from '../../adapters/sqlite/usage/usage-store.ts';
import { createStuckPurges } from '../../adapters/sqs/stuck-erasures.ts';
import { createPlanNamed } from '../../core/projects/plans.ts';
import { readConfiguredPlans } from '../../local/data-folder/configured-plans.ts';
import { LOCAL_ACCOUNT_ID } from '../../local/data-folder/local-account.ts';
import { openRecords } from '../../local/data-folder/open-records.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import type { AdminServices } from './admin-services.ts';
import { ERROR_LOG } from './error-log.ts';

/** Those of a local data folder, whether its service runs or not. */
export function openAdminFolder(dataDir: string): AdminServices {
  requireDataFolder(dataDir);
  const db = openRecords(resolve(dataDir));
  const plans = readConfiguredPlans(resolve(dataDir));
  const planNamed = createPlanNamed(plans);
  const images = createSqliteImageStore(db);
  return {
    clock: Date.now,
    randomBytes,
    hasRekognition: false,
    log: ERROR_LOG,
    plans,
    images,
    accountId: LOCAL_ACCOUNT_ID,
    keys: createSqliteKeyStore(db),
    signingSecrets: createSqliteSigningSecretStore(db),
    audit: createSqliteAuditStore(db),
    accounts: createSqliteAccountStore(db, planNamed),
    memberships: createSqliteMembershipStore(db),
    projects: createSqliteProjectStore(db, planNamed),
    usage: createSqliteUsageStore(db),
    directory: createSqliteAccountDirectory(db),
    routes: createSqliteRouteStore(db),
    projectMarks: createSqliteProjectMarks(db),
    takeDowns: createSqliteTakedowns(db),
    deadLetters: createStuckPurges({ clock: Date.now, images }),
    // its terms are written with the images, and by a migration
    termIndex: { indexStep: async () => ({ images: 0, cursor: null }) },
    edge: createSqliteEdgePurge(db),
    // the edge never caches a response that is being made during its purge
    untilNothingInFlight: async () => undefined,
    close: () => db.close(),
  };
}
