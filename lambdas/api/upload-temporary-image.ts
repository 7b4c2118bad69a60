import type { Services } from '../../core/ports/services.ts';
import { uploadTemporaryImage } from '../../core/use-cases/uploads/upload-temporary-image.ts';
import { AWS_ENGINE } from '../composition/engine-services.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { runOnlyCall } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of `upload-temporary-image`. */
export function createHandler(
  services: RecordServices & Pick<Services, 'objects' | 'imageEngine'>,
) {
  return runOnlyCall(services, 'uploadTemporaryImage', uploadTemporaryImage);
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, ...AWS_ENGINE })),
);
