/** The reason why one image of a source can't be read; the others may be. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  readonly code: string;
  /** Whether the source gave no response, so that it may be away. */
  readonly isAway: boolean;

  constructor(code: string, message: string, isAway = false) {
    super(message);
    this.code = code;
    this.isAway = isAway;
  }
}
