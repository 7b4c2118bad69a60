import type { AccessGrants, GrantTime } from '../../core/ports/images/access-grants.ts';

/** The key that signs. */
export interface GrantKey {
  /** ID of its public key at the CDN. */
  readonly keyPairId: string;
  /** PEM of an RSA key of 2,048 bits (CloudFront developer guide, "Specify signers"). */
  readonly privateKey: string;
}

/** Reads the key that signs now, the newest of those that the CDN trusts; rejects without one. */
export type ReadGrantKey = () => Promise<GrantKey>;

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

/** A custom policy (CloudFront developer guide, "Create a signed URL using a custom policy"). */
function policyOf(resource: string, { expiresAt, startsAt }: GrantTime): string {
  return JSON.stringify({
    Statement: [
      {
        Resource: resource,
        Condition: {
          DateLessThan: { 'AWS:EpochTime': secondsOf(expiresAt) },
          ...(startsAt === undefined
            ? {}
            : { DateGreaterThan: { 'AWS:EpochTime': secondsOf(startsAt) } }),
        },
      },
    ],
  });
}

/** Of a stack without keys. */
export const NO_ACCESS_GRANTS: AccessGrants = {
  isOn: false,
  sign: async () => {
    throw new Error('the stack has no key of private images');
  },
};

/** Signs by AWS's own library: RSA with SHA-1, the algorithm of signatures that name none. */
export function createAccessGrants(readKey: ReadGrantKey): AccessGrants {
  return {
    isOn: true,
    sign: async (resource, time) => {
      const { keyPairId, privateKey } = await readKey();
      const policy = policyOf(resource, time);
      // loaded at the first grant: a local service rarely signs one
      const { getSignedCookies } = await import('@aws-sdk/cloudfront-signer');
      const cookies = getSignedCookies({ policy, keyPairId, privateKey });
      return {
        policy: cookies['CloudFront-Policy'] ?? '',
        signature: cookies['CloudFront-Signature'],
        keyPairId,
      };
    },
  };
}
