import { KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import { privateImageKeyName, publicKeyPem } from '../private-images/private-image-keys.ts';
import { globalName } from './delivery-policies.ts';
import type { ServiceFunction } from './service-function.ts';
import { grantSecret } from './upload-key.ts';

export interface PrivateImagesProps {
  /** Public keys in base64 of their DER, the signing one first; at least one. */
  readonly publicKeys: readonly [string, ...string[]];
  /** The folder of the private keys in SSM, with a slash at the end. */
  readonly folder: string;
}

interface TrustedKey {
  readonly name: string;
  readonly publicKey: PublicKey;
}

/**
 * The trusted key group of private images. A private key is in SSM only: `admin private-keys`
 * writes it, because CloudFormation can't make a SecureString.
 */
export class PrivateImages extends Construct {
  readonly keyGroup: KeyGroup;
  /** Each key of the group as `name:CloudFront's ID`, the signing one first. */
  readonly keyList: string;
  private readonly signing: TrustedKey;
  private readonly folder: string;

  constructor(scope: Construct, id: string, { publicKeys, folder }: PrivateImagesProps) {
    super(scope, id);
    const [first, ...others] = publicKeys;
    this.folder = folder;
    this.signing = this.trust(first);
    const keys = [this.signing, ...others.map((key) => this.trust(key))];
    this.keyGroup = new KeyGroup(this, 'Keys', {
      keyGroupName: globalName(this, 'keys'),
      comment: 'Signers of private images',
      items: keys.map(({ publicKey }) => publicKey),
    });
    this.keyList = keys.map(({ name, publicKey }) => `${name}:${publicKey.publicKeyId}`).join(',');
  }

  /** Allows a function to sign grants: to read the signing key and no other. */
  grantSigning(fn: ServiceFunction): void {
    const { name, publicKey } = this.signing;
    const parameter = `${this.folder}${name}`;
    grantSecret(this, parameter, fn);
    fn.setVariable(ENVIRONMENT.signingKeyParameter, parameter);
    fn.setVariable(ENVIRONMENT.signingKeyPairId, publicKey.publicKeyId);
  }

  /** By its name, so that another order of the keys replaces none. */
  private trust(key: string): TrustedKey {
    const name = privateImageKeyName(key);
    const publicKey = new PublicKey(this, `Key-${name}`, {
      publicKeyName: globalName(this, name),
      comment: 'A signer of private images',
      encodedKey: publicKeyPem(key),
    });
    return { name, publicKey };
  }
}
