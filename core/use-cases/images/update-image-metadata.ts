import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Image } from '../../images/image-states.ts';
import {
  addMetadata,
  findKeyCountFault,
  type Metadata,
  metadataFrom,
} from '../../images/metadata.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { findImage } from './find-image.ts';

type Needs = Pick<Services, 'images'>;

type MetadataUpdate = InputOf<'updateImageMetadata'>;

const MAX_TRIES = 50;
const MAX_PAUSE_MS = 20;

function resultOf(image: Image, update: MetadataUpdate): Metadata {
  const isSet = update.set !== undefined;
  const result = isSet ? metadataFrom(update.set) : addMetadata(image.metadata, update.add);
  const fault = findKeyCountFault(result, isSet ? '/set' : '/add');
  if (fault) throw new ServiceError('validation_failed', { detail: fault.detail, errors: [fault] });
  return result;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_PAUSE_MS));
}

/**
 * Changes an image's metadata; concurrent changes are applied one after the other, and none is lost
 * (metadata.max-keys, security.no-lost-metadata).
 */
export async function updateImageMetadata(
  services: Needs,
  caller: Caller,
  update: MetadataUpdate,
): Promise<{ message: 'metadata_updated'; metadata: Metadata }> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const image = await findImage(services, caller, update.imageId);
    const metadata = resultOf(image, update);
    if (await services.images.replaceMetadata(image, metadata)) {
      return { message: 'metadata_updated', metadata };
    }
    await pause();
  }
  throw new ServiceError('busy', {
    detail: 'The image is being changed concurrently; retry.',
    headers: { 'Retry-After': '1' },
  });
}
