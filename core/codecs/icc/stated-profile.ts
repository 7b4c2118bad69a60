/** The colours that a file states, as a profile that is not yet validated. */
export interface StatedProfile {
  /** None where the file has a profile that can't be read. */
  readonly bytes: Uint8Array;
  /** The profile is in the file; else the file has numbers or codes. */
  readonly isEmbedded: boolean;
}

/** A profile that is in the file. */
export function embedded(bytes: Uint8Array | undefined): StatedProfile | undefined {
  return bytes && { bytes, isEmbedded: true };
}

/** A profile that stands for numbers or codes. */
export function ofCodes(bytes: Uint8Array | undefined): StatedProfile | undefined {
  return bytes && { bytes, isEmbedded: false };
}
