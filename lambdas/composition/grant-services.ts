import { SSMClient } from '@aws-sdk/client-ssm';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import {
  createAccessGrants,
  type GrantKey,
  NO_ACCESS_GRANTS,
} from '../../adapters/cloudfront/access-grants.ts';
import { readSigningKey } from '../../adapters/ssm/signing-key.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, NO_PRIVATE_IMAGES, readEnvironment } from '../environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

/** The signer of grants to see private images. */
export type GrantServices = Pick<Services, 'accessGrants'>;

/**
 * Reads the key a single time for this process: another key has another parameter, and so a new
 * deploy. A read that failed is tried again at the next grant.
 */
function createReadKey(keyPairId: string): () => Promise<GrantKey> {
  const parameter = readEnvironment(ENVIRONMENT.signingKeyParameter);
  const client = recordedClient(createAwsClient('function', 'SSMClient', SSMClient));
  const read = async () => ({ keyPairId, privateKey: await readSigningKey(client, parameter) });
  let key: Promise<GrantKey> | undefined;
  return () => {
    key ??= read().catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}

/** With the key of the stack's settings; without one no grant can be signed. */
export const AWS_GRANTS: ServiceParts<GrantServices> = {
  accessGrants: () => {
    const keyPairId = readEnvironment(ENVIRONMENT.signingKeyPairId);
    if (keyPairId === NO_PRIVATE_IMAGES) return NO_ACCESS_GRANTS;
    return createAccessGrants(createReadKey(keyPairId));
  },
};
