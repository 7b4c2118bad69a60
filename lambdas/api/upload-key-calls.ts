import type { Services } from '../../core/ports/services.ts';
import { createDirectUpload } from '../../core/use-cases/uploads/create-direct-upload.ts';
import { getDirectUpload } from '../../core/use-cases/uploads/get-direct-upload.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_IDENTITY, type IdentityServices } from '../composition/identity-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_UPLOAD_FORMS } from '../composition/upload-form-services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** Every call about an upload that takes no bytes. */
export function createHandler(
  services: RecordServices & IdentityServices & Pick<Services, 'uploadForms' | 'imageEngine'>,
) {
  return routeCalls(services, 'upload-key-calls', {
    createDirectUpload,
    createProjectUpload: createDirectUpload,
    getDirectUpload,
    getProjectUpload: getDirectUpload,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_UPLOAD_FORMS, ...AWS_ENGINE, ...AWS_IDENTITY })),
);
