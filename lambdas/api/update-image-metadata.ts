import { updateImageMetadata } from '../../core/use-cases/images/update-image-metadata.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { runOnlyCall } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** The handler of `update-image-metadata`. */
export function createHandler(services: RecordServices) {
  return runOnlyCall(services, 'updateImageMetadata', updateImageMetadata);
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices()));
