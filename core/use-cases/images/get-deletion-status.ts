import type { InputOf } from '../../api/call-types.ts';
import type { DeletionStatus } from '../../api/calls/deletions.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { isForgotten } from '../../images/image-states.ts';
import { endOfKeeping } from '../../images/kept/keeping.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { describeSteps } from './describe-steps.ts';

/**
 * The receipt of a deletion while it is kept; throws image_not_found (deletion.steps,
 * calls.get-deletion-status).
 */
export async function getDeletionStatus(
  { clock, images }: Pick<Services, 'clock' | 'images'>,
  caller: Caller,
  { imageId }: InputOf<'getDeletionStatus'>,
): Promise<DeletionStatus> {
  const image = await images.getImage(imageId);
  if (image?.projectId !== caller.project.projectId || isForgotten(image, clock())) {
    throw new ServiceError('image_not_found');
  }
  if (image.state === 'saved') return { imageId, state: 'live', keptUntil: null, steps: [] };
  const done = await images.getPurgeSteps(imageId);
  // the steps were read later than the state
  const state = done.swept === undefined ? 'deleting' : 'deleted';
  const { keepDays } = caller.project.settings;
  const end = image.kept && new Date(endOfKeeping(image.kept, keepDays)).toISOString();
  return { imageId, state, keptUntil: end ?? null, steps: describeSteps(done) };
}
