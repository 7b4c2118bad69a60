import type { InputOf } from '../../api/call-types.ts';
import type { DeletionStatus } from '../../api/calls/deletions.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { PURGE_STEPS, type PurgeStep } from '../../images/erasure-steps.ts';
import { isForgotten } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';

function stepsOf(done: Partial<Record<PurgeStep, number>>): DeletionStatus['steps'] {
  return PURGE_STEPS.map((step) => {
    const at = done[step];
    return { step, at: at === undefined ? null : new Date(at).toISOString() };
  });
}

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
  if (image.state === 'saved') return { imageId, state: 'live', steps: [] };
  const done = await images.getPurgeSteps(imageId);
  // the steps were read later than the state
  const state = done.swept === undefined ? 'deleting' : 'deleted';
  return { imageId, state, steps: stepsOf(done) };
}
