import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { parseFocalPoint } from '../../images/focal-point.ts';
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

type Needs = Pick<Services, 'clock' | 'images'>;

type Update = InputOf<'updateImageMetadata'>;
type PointUpdate = Extract<Update, { readonly focalPoint: unknown }>;
type MetadataUpdate = Exclude<Update, PointUpdate>;

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

function answerOf({ metadata }: Pick<Image, 'metadata'>) {
  return { message: 'metadata_updated', metadata } as const;
}

/** A point that is sent again changes nothing: it makes no rendition again. */
async function replaceFocalPoint(
  services: Needs,
  caller: Caller,
  { imageId, focalPoint: sent }: PointUpdate,
): Promise<ResultOf<'updateImageMetadata'>> {
  const { clock, images } = services;
  const image = await findImage(services, caller, imageId);
  const focalPoint = (sent && parseFocalPoint(sent)) || null;
  if (focalPoint === image.focalPoint) return answerOf(image);
  if (!(await images.replaceFocalPoint(imageId, focalPoint, clock()))) {
    throw new ServiceError('image_not_found');
  }
  return answerOf(image);
}

/**
 * Changes an image's metadata; concurrent changes are applied one after the other, and none is lost
 * (metadata.max-keys, security.no-lost-metadata). Or replaces its focal point and outdates its
 * renditions; of concurrent changes the last one stays (metadata.focal-point).
 */
export async function updateImageMetadata(
  services: Needs,
  caller: Caller,
  update: Update,
): Promise<ResultOf<'updateImageMetadata'>> {
  if (update.focalPoint !== undefined) return replaceFocalPoint(services, caller, update);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const image = await findImage(services, caller, update.imageId);
    const metadata = resultOf(image, update);
    if (await services.images.replaceMetadata(image, metadata)) return answerOf({ metadata });
    await pause();
  }
  throw new ServiceError('busy', {
    detail: 'The image is being changed concurrently; retry.',
    headers: { 'Retry-After': '1' },
  });
}
