/** In their order. */
export const PURGE_STEPS = [
  'marked',
  'origin_closed',
  'renditions_removed',
  'original_removed',
  'temporary_ended',
  'edge_invalidated',
  'swept',
] as const;

export type PurgeStep = (typeof PURGE_STEPS)[number];

/** The steps of a deletion that are done for an image in the bin, whose original stays. */
export const BINNED_STEPS: readonly PurgeStep[] = PURGE_STEPS.filter(
  (step) => step !== 'marked' && step !== 'original_removed' && step !== 'swept',
);
