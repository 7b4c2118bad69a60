import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { createDynamoKeyStore } from '../../adapters/dynamodb/keys/key-store.ts';
import { createDynamoSigningSecretStore } from '../../adapters/dynamodb/keys/signing-secret-store.ts';
import { createDynamoProjectStore } from '../../adapters/dynamodb/projects/project-store.ts';
import { createDynamoRefusedOriginStore } from '../../adapters/dynamodb/projects/refused-origin-store.ts';
import { createDynamoRouteStore } from '../../adapters/dynamodb/projects/route-store.ts';
import { createDynamoThumbnailSecrets } from '../../adapters/dynamodb/projects/thumbnail-secrets.ts';
import { createDynamoRenditionStore } from '../../adapters/dynamodb/renditions/rendition-store.ts';
import { createDynamoDirectUploadStore } from '../../adapters/dynamodb/uploads/direct-upload-store.ts';
import { createDynamoRateCounter } from '../../adapters/dynamodb/uploads/rate-counter.ts';
import { createDynamoUsageStore } from '../../adapters/dynamodb/usage/usage-store.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, findEnvironment, readEnvironment } from '../environment.ts';
import { abandonProcess } from './abandoned-process.ts';
import { AWS_OPERATOR_COMMANDS } from './operator-commands.ts';
import { awsPlanNamed } from './plans.ts';
import { sharedDynamoClient } from './shared-clients.ts';

/** The structured log of a function. */
export function createLog(): Log {
  const logger = new Logger({ serviceName: 'imagewell' });
  return {
    info: (message, fields = {}) => logger.info(message, fields),
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, fields = {}) => logger.error(message, fields),
  };
}

function hostOf(url: string): string {
  return new URL(url).host;
}

/** The CDN's host and its former ones, as references may name them. */
function createIsCdnHost(): Services['isCdnHost'] {
  const former = findEnvironment(ENVIRONMENT.formerCdnHosts)?.split(',') ?? [];
  const hosts = new Set([hostOf(readEnvironment(ENVIRONMENT.cdnUrl)), ...former]);
  return (host) => hosts.has(host);
}

/** A factory for each of some services. */
export type ServiceParts<Some extends Partial<Services>> = {
  readonly [Name in keyof Some]: () => Some[Name];
};

/** Each is made on first use and kept: a function reads no variable of an unused service. */
function lazyServices<Some extends Partial<Services>>(parts: ServiceParts<Some>): Some {
  const services = {};
  for (const [name, create] of Object.entries<() => unknown>(parts)) {
    let result: unknown;
    const get = () => {
      result ??= create();
      return result;
    };
    Object.defineProperty(services, name, { enumerable: true, get });
  }
  return services as Some;
}

/** Services with their own client or library, which other functions must not bundle. */
type Apart = Pick<
  Services,
  | 'accessGrants'
  | 'objects'
  | 'imageEngine'
  | 'edge'
  | 'renderQueue'
  | 'orphanedCopies'
  | 'uploadForms'
  | 'incoming'
  | 'remoteFiles'
  | 'accessTokens'
  | 'userInfo'
  | 'accounts'
  | 'memberships'
  | 'audit'
  | 'invitations'
  | 'ownershipTransfers'
  | 'accessLogs'
  | 'webhooks'
  | 'deliveries'
  | 'deliveryQueue'
  | 'webhookSender'
  | 'projectPurge'
  | 'projectDeletions'
  | 'projectDataCleanup'
  | 'projectQueue'
>;
/** The services of every function. */
export type RecordServices = Omit<Services, keyof Apart>;

/**
 * The composition root of the functions in AWS: records, log and settings, and the additional parts
 * of a function. Clients are kept for the life of the process.
 */
export function awsServices<More extends Partial<Apart> = Record<never, never>>(
  more = {} as ServiceParts<More>,
  dynamo = sharedDynamoClient(),
): RecordServices & More {
  const tables = () => ({
    images: readEnvironment(ENVIRONMENT.imagesTable),
    usage: readEnvironment(ENVIRONMENT.usageTable),
  });
  const records: ServiceParts<RecordServices> = {
    clock: () => Date.now,
    randomBytes: () => randomBytes,
    keys: () => createDynamoKeyStore(dynamo, readEnvironment(ENVIRONMENT.keysTable)),
    projects: () => {
      const table = readEnvironment(ENVIRONMENT.projectsTable);
      return createDynamoProjectStore(dynamo, table, awsPlanNamed(createLog));
    },
    signingSecrets: () =>
      createDynamoSigningSecretStore(dynamo, readEnvironment(ENVIRONMENT.projectsTable)),
    thumbnailSecrets: () =>
      createDynamoThumbnailSecrets(dynamo, readEnvironment(ENVIRONMENT.imagesTable)),
    refusedOrigins: () =>
      createDynamoRefusedOriginStore(dynamo, readEnvironment(ENVIRONMENT.usageTable)),
    routes: () => createDynamoRouteStore(dynamo, readEnvironment(ENVIRONMENT.imagesTable)),
    rates: () => createDynamoRateCounter(dynamo, readEnvironment(ENVIRONMENT.usageTable)),
    images: () => createDynamoImageStore(dynamo, tables()),
    directUploads: () => createDynamoDirectUploadStore(dynamo, tables()),
    renditions: () => createDynamoRenditionStore(dynamo, tables()),
    usage: () => createDynamoUsageStore(dynamo, readEnvironment(ENVIRONMENT.usageTable)),
    log: createLog,
    cdnUrl: () => readEnvironment(ENVIRONMENT.cdnUrl),
    isCdnHost: createIsCdnHost,
    hasRateLimits: () => findEnvironment(ENVIRONMENT.rateLimits) !== 'off',
    hasRekognition: () => findEnvironment(ENVIRONMENT.rekognition) === 'on',
    operatorCommands: () => AWS_OPERATOR_COMMANDS,
    abandonProcess: () => abandonProcess,
  };
  return lazyServices({ ...records, ...more } as ServiceParts<RecordServices & More>);
}
