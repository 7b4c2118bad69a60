import type { Services } from '../../core/ports/services.ts';
import {
  createDirectUpload,
  type DirectUploadWish,
} from '../../core/use-cases/uploads/create-direct-upload.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_UPLOAD_FORMS } from '../composition/upload-form-services.ts';
import { endpoint, type Run } from '../http/endpoint.ts';
import { type CallsOf, routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** Every call with an upload key that has no function of its own. */
export function createHandler(
  services: RecordServices & Pick<Services, 'uploadForms' | 'imageEngine'>,
) {
  const runs: Readonly<Record<CallsOf<'upload-key-calls'>, Run>> = {
    createDirectUpload: (caller, input) =>
      createDirectUpload(services, caller, input as unknown as DirectUploadWish),
  };
  return routeCalls<'upload-key-calls', Run>(runs, (contract, run) =>
    endpoint(services, contract, run),
  );
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_UPLOAD_FORMS, ...AWS_ENGINE })),
);
