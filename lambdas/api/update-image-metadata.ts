import { ENDPOINTS } from '../../core/api/endpoints.ts';
import type { ImageId } from '../../core/images/ids.ts';
import type { MetadataChange } from '../../core/images/metadata.ts';
import {
  type MetadataUpdate,
  updateImageMetadata,
} from '../../core/use-cases/images/update-image-metadata.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { endpoint } from '../http/endpoint.ts';
import { lazily } from '../lazily.ts';

function updateOf(input: Record<string, unknown>): MetadataUpdate {
  const imageUrl = input.imageUrl as ImageId;
  if (input.set !== undefined) return { imageUrl, set: input.set as MetadataChange };
  return { imageUrl, add: (input.add ?? input.addMetadata) as MetadataChange };
}

/** The handler of `update-image-metadata`. */
export function createHandler(services: RecordServices) {
  return endpoint(services, ENDPOINTS.updateImageMetadata, (caller, input) =>
    updateImageMetadata(services, caller, updateOf(input)),
  );
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices()));
