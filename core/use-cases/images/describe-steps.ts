import { PURGE_STEPS, type PurgeStep } from '../../images/erasure-steps.ts';

/** The steps of an erasure in their order, each with the time when it was done; null: it isn't. */
export function describeSteps(done: Partial<Record<PurgeStep, number>>) {
  return PURGE_STEPS.map((step) => {
    const at = done[step];
    return { step, at: at === undefined ? null : new Date(at).toISOString() };
  });
}
