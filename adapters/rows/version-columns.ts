import { PURGE_STEPS } from '../../core/images/erasure-steps.ts';
import type { ImageVersion } from '../../core/ports/images/image-versions.ts';
import { type Column, type ColumnsOf, mapOf, number } from './columns.ts';
import { imageId, temporaryImageId } from './image-columns.ts';

const times = mapOf(number);

/** The times of the done steps of an erasure. */
export const purgeTimes: Column<ImageVersion['steps']> = (value) => {
  const done = times(value);
  const steps = PURGE_STEPS.filter((step) => done[step] !== undefined);
  return Object.fromEntries(steps.map((step) => [step, done[step]]));
};

/** The columns of a former original that both databases share. */
export const VERSION = {
  imageId,
  originalId: imageId,
  temporaryImageId,
  replacedAt: number,
} satisfies ColumnsOf<Omit<ImageVersion, 'facts' | 'steps' | 'kept'>>;
