/** A policy that is signed: its holder sees the images of its resource until it ends. */
export interface SignedPolicy {
  /** In CloudFront's form of base64, as `signature`. */
  readonly policy: string;
  readonly signature: string;
  /** ID of the public key that verifies the signature. */
  readonly keyPairId: string;
}

/** The time of a grant, in milliseconds of the Unix epoch; a second is its smallest step. */
export interface GrantTime {
  readonly expiresAt: number;
  readonly startsAt?: number;
}

/** A port that signs grants to see private images, as CloudFront verifies them. */
export interface AccessGrants {
  /** False for a stack that was deployed without keys of private images. */
  readonly isOn: boolean;
  /**
   * Signs a policy for one resource: the URL of an image or of a project's images, in which `*`
   * stands for any letters. Rejects where `isOn` is false.
   */
  sign(resource: string, time: GrantTime): Promise<SignedPolicy>;
}
