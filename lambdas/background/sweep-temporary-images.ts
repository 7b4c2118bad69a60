import type { Services } from '../../core/ports/services.ts';
import { sweepTemporaryImages } from '../../core/use-cases/deletion/sweep-temporary-images.ts';
import { AWS_OBJECTS } from '../composition/object-services.ts';
import { awsOrphanedCopies } from '../composition/purge-queue.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { lazily } from '../lazily.ts';

/** Run by a schedule: removes the data of expired temporary images, and answers their number. */
export function createHandler(
  services: RecordServices & Pick<Services, 'objects' | 'orphanedCopies'>,
) {
  return (): Promise<{ swept: number }> => sweepTemporaryImages(services);
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_OBJECTS, orphanedCopies: awsOrphanedCopies })),
);
