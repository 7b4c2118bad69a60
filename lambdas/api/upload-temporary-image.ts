import { ENDPOINTS } from '../../core/api/endpoints.ts';
import type { Services } from '../../core/ports/services.ts';
import { uploadTemporaryImage } from '../../core/use-cases/uploads/upload-temporary-image.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { headerOf } from '../http/api-types.ts';
import { endpoint } from '../http/endpoint.ts';
import { bodyBytes } from '../http/read-json-body.ts';
import { lazily } from '../lazily.ts';

/** The handler of `upload-temporary-image`. */
export function createHandler(
  services: RecordServices & Pick<Services, 'objects' | 'imageEngine'>,
) {
  return endpoint(services, ENDPOINTS.uploadTemporaryImage, (caller, _input, event) =>
    uploadTemporaryImage(services, caller, {
      bytes: bodyBytes({ event }),
      contentType: headerOf(event, 'content-type'),
      originalFilename: headerOf(event, 'x-original-filename'),
    }),
  );
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_ENGINE })),
);
