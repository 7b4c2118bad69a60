import { createSignedUploadForms } from '../../adapters/s3/upload-forms.ts';
import type { Services } from '../../core/ports/services.ts';
import {
  ENVIRONMENT,
  ownCredentials,
  ownEndpoint,
  ownRegion,
  readEnvironment,
} from '../environment.ts';
import type { ServiceParts } from './services.ts';

/** On an emulator the bucket is a path of its one address. */
function formUrl(bucket: string): string {
  const url = readEnvironment(ENVIRONMENT.incomingUrl);
  const endpoint = ownEndpoint();
  return endpoint === undefined ? url : `${endpoint}/${bucket}`;
}

/**
 * For functions that make forms, signed with the function's own role: a form has no further
 * permission than that role on the bucket.
 */
export const AWS_UPLOAD_FORMS: ServiceParts<Pick<Services, 'uploadForms'>> = {
  uploadForms: () => {
    const bucket = readEnvironment(ENVIRONMENT.incomingBucket);
    const url = formUrl(bucket);
    const endpoint = { bucket, url, region: ownRegion() };
    // read again for each form: a form is valid only as long as the credentials that sign it
    return { create: (terms) => createSignedUploadForms(ownCredentials(), endpoint).create(terms) };
  },
};
