import type { UploadForms } from '../../core/ports/uploads/upload-forms.ts';
import { createFormFields, type FormCredentials, type FormPlace } from './post-policy.ts';

export interface PresignedPostEndpoint extends FormPlace {
  /** Where forms are sent. */
  readonly url: string;
}

/**
 * Forms for a presigned POST endpoint, S3's or the local service's; the object's key is the
 * temporary image's id.
 */
export function createSignedUploadForms(
  credentials: FormCredentials,
  { url, ...place }: PresignedPostEndpoint,
): UploadForms {
  return {
    create: async ({ temporaryImageId: key, ...terms }) => ({
      url,
      fields: createFormFields(credentials, place, { key, ...terms }),
    }),
  };
}
