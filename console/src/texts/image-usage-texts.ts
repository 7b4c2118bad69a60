import { KIND_NAMES, USAGE_TEXTS } from './usage-texts.ts';

/** The numbers of an image; the first is shown where none is chosen. */
export const NUMBER_NAMES = {
  requests: USAGE_TEXTS.requests,
  bandwidthBytes: KIND_NAMES.bandwidthBytes,
} as const;
