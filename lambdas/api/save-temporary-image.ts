import type { Services } from '../../core/ports/services.ts';
import { saveTemporaryImage } from '../../core/use-cases/images/save-temporary-image.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { runOnlyCall } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of `save-temporary-image`. */
export function createHandler(services: RecordServices & Pick<Services, 'objects'>) {
  return runOnlyCall(services, 'saveTemporaryImage', saveTemporaryImage);
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(AWS_OBJECTS)));
