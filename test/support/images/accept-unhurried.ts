import { LIMITS } from '../../../core/foundation/limits.ts';
import type { Services } from '../../../core/ports/services.ts';
import { acceptImage, type SentImage } from '../../../core/use-cases/uploads/accept-image.ts';

/** A deadline by the clock that no load reaches: the CPU time and the counts alone decide. */
export const UNHURRIED_MS = 24 * 3_600_000;

/** Validates an image as an upload does, however busy the machine is. */
export const acceptUnhurried = (
  services: Pick<Services, 'imageEngine' | 'abandonProcess'>,
  sent: SentImage,
) => acceptImage(services, sent, LIMITS.maxUploadBytes, UNHURRIED_MS);
