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
import type { NewPoint } from '../../ports/images/image-store.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { findImage } from './find-image.ts';

type Needs = Pick<Services, 'clock' | 'images'>;

type Update = InputOf<'updateImageMetadata'>;

const MAX_TRIES = 50;
const MAX_PAUSE_MS = 20;

function resultOf(image: Image, update: Update): Metadata {
  const isSet = update.set !== undefined;
  const result = isSet ? metadataFrom(update.set) : addMetadata(image.metadata, update.add ?? {});
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

/** The new focal point; undefined if none is sent, or the present one again. */
function newPoint(image: Image, { focalPoint: sent }: Update, now: number): NewPoint | undefined {
  if (sent === undefined) return undefined;
  const focalPoint = (sent && parseFocalPoint(sent)) || null;
  return focalPoint === image.focalPoint ? undefined : { focalPoint, now };
}

/** The focal point alone: of concurrent changes the last one stays (metadata.focal-point). */
async function replaceFocalPoint(
  services: Needs,
  caller: Caller,
  update: Update,
): Promise<ResultOf<'updateImageMetadata'>> {
  const { clock, images } = services;
  const image = await findImage(services, caller, update.imageId);
  const point = newPoint(image, update, clock());
  // a point that is sent again changes nothing: it makes no rendition again
  if (!point) return answerOf(image);
  if (!(await images.replaceFocalPoint(image.imageId, point.focalPoint, point.now))) {
    throw new ServiceError('image_not_found');
  }
  return answerOf(image);
}

/**
 * Changes an image's metadata; concurrent changes are applied one after the other, and none is lost
 * (metadata.max-keys, security.no-lost-metadata). A focal point changes in the same write, and
 * outdates the renditions.
 */
export async function updateImageMetadata(
  services: Needs,
  caller: Caller,
  update: Update,
): Promise<ResultOf<'updateImageMetadata'>> {
  if (update.add === undefined && update.set === undefined) {
    return replaceFocalPoint(services, caller, update);
  }
  const { clock, images } = services;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const image = await findImage(services, caller, update.imageId);
    const metadata = resultOf(image, update);
    const point = newPoint(image, update, clock());
    if (await images.replaceMetadata(image, metadata, point)) return answerOf({ metadata });
    await pause();
  }
  throw new ServiceError('busy', {
    detail: 'The image is being changed concurrently; retry.',
    headers: { 'Retry-After': '1' },
  });
}
