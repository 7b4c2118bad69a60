import type { TemporaryImageId } from '../../images/ids.ts';

/**
 * The object that the form of a direct upload allows its holder to write, and the form's expiry.
 */
export interface UploadFormTerms {
  readonly temporaryImageId: TemporaryImageId;
  readonly contentType: string;
  readonly maxBytes: number;
  readonly now: number;
  readonly endsAt: number;
}

/**
 * An address and the fields to send there before the file, as AWS's createPresignedPost answers
 * them.
 */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Signs forms, whose holder needs no other permission. */
export interface UploadForms {
  create(terms: UploadFormTerms): Promise<UploadForm>;
}
