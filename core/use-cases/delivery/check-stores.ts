import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import type { Services } from '../../ports/services.ts';

/** 26 letters of the ID are random: no image has this one. */
const NO_IMAGE: ImageId = `img_${'a'.repeat(26)}`;
/** The body while the stores answer. */
export const READY_BODY = '{"status":"ready"}';
/** The words of `busy` while one of them doesn't. */
export const STORES_BUSY = {
  detail: 'The stores of the service do not answer.',
  headers: { 'Retry-After': '5' },
} as const;

/** Reads a record and an object that aren't there; rejects with `busy` where a read fails. */
export async function checkStores({
  images,
  objects,
}: Pick<Services, 'images' | 'objects'>): Promise<void> {
  try {
    await Promise.all([images.getImage(NO_IMAGE), objects.get(originalObjectKey(NO_IMAGE))]);
  } catch (error) {
    throw new ServiceError('busy', { ...STORES_BUSY, cause: error });
  }
}
