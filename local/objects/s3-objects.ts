import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import type { CallerClients } from '../../adapters/aws-clients/time-limits.ts';
import { createObjectStoreWith } from '../../adapters/s3/object-store-with.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import type { ObjectsPlace } from '../settings/objects-place.ts';

/** Stores beside AWS take any region, and the client signs for one. */
const ANY_REGION = 'us-east-1';

/**
 * A client for a place, with the credentials of the environment (AWS SDK, "default credential
 * provider chain"), and the package that it is of. The package is loaded here and nowhere else in a
 * local service.
 */
export async function openS3(
  { endpoint, region }: ObjectsPlace,
  caller: keyof CallerClients = 'function',
) {
  const sdk = await import('@aws-sdk/client-s3');
  const isElsewhere = endpoint !== undefined;
  const known = region ?? (isElsewhere ? ANY_REGION : undefined);
  const settings: S3ClientConfig = {
    ...(known === undefined ? {} : { region: known }),
    // a bucket's name is rarely a name in DNS there, and newer checksums are unknown to some
    ...(isElsewhere
      ? {
          endpoint,
          forcePathStyle: true,
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
        }
      : {}),
  };
  const client: S3Client = createAwsClient(caller, 'S3Client', sdk.S3Client, settings);
  return { sdk, client };
}

/** Objects at a place; the client is made at the first use. */
export function createS3PlaceStore(place: ObjectsPlace): ObjectStore {
  let opening: Promise<ObjectStore> | undefined;
  const open = (): Promise<ObjectStore> => {
    opening ??= openS3(place).then(({ sdk, client }) => {
      const { bucket, prefix } = place;
      return createObjectStoreWith(sdk, client, { originals: bucket, renditions: bucket, prefix });
    });
    return opening;
  };
  return {
    put: async (...object) => (await open()).put(...object),
    putNew: async (...object) => (await open()).putNew(...object),
    get: async (key) => (await open()).get(key),
    copy: async (from, to) => (await open()).copy(from, to),
    remove: async (key) => (await open()).remove(key),
    removeAll: async (prefix) => (await open()).removeAll(prefix),
  };
}
