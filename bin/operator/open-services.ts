import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { createDynamoClient } from '../../adapters/dynamodb-tables/dynamo-client.ts';
import { createCloudFrontEdgePurge } from '../../adapters/edge-purge/cloudfront.ts';
import { createSqliteProjectPurge } from '../../adapters/edge-purge/sqlite.ts';
import { createDynamoKeyStore } from '../../adapters/key-store/dynamodb.ts';
import { createSqliteKeyStore } from '../../adapters/key-store/sqlite.ts';
import { createDynamoProjectStore } from '../../adapters/project-store/dynamodb.ts';
import { createSqliteProjectStore } from '../../adapters/project-store/sqlite.ts';
import { createDynamoSigningSecretStore } from '../../adapters/signing-secret-store/dynamodb.ts';
import { createSqliteSigningSecretStore } from '../../adapters/signing-secret-store/sqlite.ts';
import { openDatabase } from '../../adapters/sqlite-database/open-database.ts';
import { LIMITS } from '../../core/contract/limits.ts';
import type { Services } from '../../core/ports.ts';
import type { ProjectPurge } from '../../core/projects/project-purge.ts';
import { LOCAL_ACCOUNT_ID } from '../../local/local-account.ts';
import { databasePath } from '../../local/services.ts';
import { findStackOutputs, readStackOutputs, STACK_ACCOUNT_ID } from './stack-outputs.ts';

/** What an operator's command works on, and whose it is. */
export interface OperatorServices
  extends Pick<Services, 'clock' | 'randomBytes' | 'keys' | 'projects' | 'signingSecrets'> {
  readonly edge: ProjectPurge;
  readonly accountId: string;
}

/** Those of a local data folder, whether its service runs or not. */
export function openDataFolder(dataDir: string): OperatorServices {
  const path = databasePath(resolve(dataDir));
  if (!existsSync(path)) throw new Error(`${dataDir} has no project yet; run npm start first`);
  const db = openDatabase(path);
  return {
    ...{ clock: Date.now, randomBytes, accountId: LOCAL_ACCOUNT_ID },
    keys: createSqliteKeyStore(db),
    projects: createSqliteProjectStore(db),
    signingSecrets: createSqliteSigningSecretStore(db),
    edge: createSqliteProjectPurge(db),
  };
}

/**
 * Twice: an answer that was begun by the old settings may reach the CDN after the first invalidation, until the renderer's deadline.
 * Nothing where the stack has no CDN.
 */
function purgeTwice(distributionId: string | undefined): OperatorServices['edge'] {
  if (!distributionId) return { purgeProject: async () => undefined };
  const { purgeProject } = createCloudFrontEdgePurge(new CloudFrontClient({}), distributionId);
  return {
    purgeProject: async (projectId) => {
      await purgeProject(projectId);
      const waitMs = LIMITS.deliveryTimeoutMs + LIMITS.renditionWaitMs;
      console.error(`the CDN forgets; once more in ${waitMs / 1000} s, for what is under way`);
      await delay(waitMs);
      await purgeProject(projectId);
    },
  };
}

/** Those of a deployed stack; credentials, region and endpoint come from where the AWS SDK looks for them. */
export async function openStack(stack: string): Promise<OperatorServices> {
  const output = await readStackOutputs(stack);
  const distributionId = (await findStackOutputs(stack))('DistributionId');
  const client = createDynamoClient();
  return {
    ...{ clock: Date.now, randomBytes, accountId: STACK_ACCOUNT_ID },
    keys: createDynamoKeyStore(client, output('KeysTable')),
    projects: createDynamoProjectStore(client, output('ProjectsTable')),
    signingSecrets: createDynamoSigningSecretStore(client, output('ProjectsTable')),
    edge: purgeTwice(distributionId),
  };
}
