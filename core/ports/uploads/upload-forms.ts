import type { TemporaryImageId } from '../../images/ids.ts';

/** What the form of a direct upload lets its holder write, and until when. */
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
