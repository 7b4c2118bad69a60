import { createSignedUploadForms } from '../../adapters/s3/upload-forms.ts';
import type { UploadForms } from '../../core/ports/uploads/upload-forms.ts';
import type { FormSigner } from './check-form.ts';

/** The path of the local presigned POST endpoint. */
export const PRESIGNED_POST_PATH = '/direct-upload';

/** The signer of forms, with the secret of the data folder. */
export function localFormSigner(secretAccessKey: string): FormSigner {
  return { accessKeyId: 'local', secretAccessKey, bucket: 'incoming', region: 'local' };
}

/** Forms for the local presigned POST endpoint. */
export function createLocalUploadForms(secret: string, serviceUrl: string): UploadForms {
  const { bucket, region, ...credentials } = localFormSigner(secret);
  const url = serviceUrl + PRESIGNED_POST_PATH;
  return createSignedUploadForms(credentials, { bucket, region, url });
}
