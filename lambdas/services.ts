import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { createDynamoClient } from '../adapters/dynamodb-tables/dynamo-client.ts';
import { createCloudFrontEdgePurge } from '../adapters/edge-purge/cloudfront.ts';
import { createDynamoImageStore } from '../adapters/image-store/dynamodb.ts';
import { createDynamoKeyStore } from '../adapters/key-store/dynamodb.ts';
import { createS3ObjectStore } from '../adapters/object-store/s3.ts';
import { createS3Client } from '../adapters/object-store/s3-client.ts';
import { createDynamoProjectStore } from '../adapters/project-store/dynamodb.ts';
import { createDynamoRateCounter } from '../adapters/rate-counter/dynamodb.ts';
import { createDynamoRenditionStore } from '../adapters/rendition-store/dynamodb.ts';
import { createDynamoUsageStore } from '../adapters/usage-store/dynamodb.ts';
import type { EdgePurge, ImageEngine, Log, Services } from '../core/ports.ts';
import { abandonProcess } from './abandoned-process.ts';
import { ENVIRONMENT, findEnvironment, NO_DISTRIBUTION, readEnvironment } from './environment.ts';
import { recordedClient } from './recorded-client.ts';

function createLog(): Log {
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

function createEdgePurge(): EdgePurge {
  const distributionId = readEnvironment(ENVIRONMENT.distributionId);
  if (distributionId === NO_DISTRIBUTION) return { purge: async () => undefined };
  return createCloudFrontEdgePurge(recordedClient(new CloudFrontClient({})), distributionId);
}

async function loadEngine(): Promise<ImageEngine> {
  const { createSharpEngine } = await import('../adapters/image-engine/sharp.ts');
  return createSharpEngine();
}

/** Each made on first use and kept: a function reads no variable of a service that it doesn't use. */
function lazyServices(
  parts: { readonly [Name in keyof Services]: () => Services[Name] },
): Services {
  const services = {};
  for (const [name, create] of Object.entries(parts)) {
    let made: unknown;
    const get = () => {
      made ??= create();
      return made;
    };
    Object.defineProperty(services, name, { enumerable: true, get });
  }
  return services as Services;
}

/** The composition root of the functions in AWS; clients are kept for the life of the process. */
export function awsServices(): Services {
  const dynamo = recordedClient(createDynamoClient());
  const tables = () => ({
    images: readEnvironment(ENVIRONMENT.imagesTable),
    usage: readEnvironment(ENVIRONMENT.usageTable),
  });
  let engine: Promise<ImageEngine> | undefined;
  return lazyServices({
    clock: () => Date.now,
    randomBytes: () => randomBytes,
    keys: () => createDynamoKeyStore(dynamo, readEnvironment(ENVIRONMENT.keysTable)),
    projects: () => createDynamoProjectStore(dynamo, readEnvironment(ENVIRONMENT.projectsTable)),
    rates: () => createDynamoRateCounter(dynamo, readEnvironment(ENVIRONMENT.usageTable)),
    images: () => createDynamoImageStore(dynamo, tables()),
    renditions: () => createDynamoRenditionStore(dynamo, tables()),
    usage: () => createDynamoUsageStore(dynamo, readEnvironment(ENVIRONMENT.usageTable)),
    objects: () =>
      createS3ObjectStore(recordedClient(createS3Client()), {
        originals: readEnvironment(ENVIRONMENT.originalsBucket),
        renditions: readEnvironment(ENVIRONMENT.renditionsBucket),
      }),
    imageEngine: () => () => {
      engine ??= loadEngine();
      return engine;
    },
    edge: createEdgePurge,
    log: createLog,
    cdnUrl: () => readEnvironment(ENVIRONMENT.cdnUrl),
    isCdnHost: createIsCdnHost,
    hasRateLimits: () => findEnvironment(ENVIRONMENT.rateLimits) !== 'off',
    abandonProcess: () => abandonProcess,
  });
}
