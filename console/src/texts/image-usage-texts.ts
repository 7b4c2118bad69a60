/** The numbers of an image; the first is shown where none is chosen. */
export const NUMBER_NAMES = {
  requests: 'Requests',
  bandwidthBytes: 'Bandwidth',
} as const;

/** The word beside an amount of each. */
export const NUMBER_DEEDS = {
  requests: 'requests',
  bandwidthBytes: 'sent',
} as const satisfies Readonly<Record<keyof typeof NUMBER_NAMES, string>>;

/** Texts of an image's own numbers. */
export const IMAGE_USAGE_TEXTS = {
  title: 'Usage by day',
  about: 'the last 31 days, UTC, estimate',
  show: 'Show',
  failed: 'The usage of the image didn’t load.',
  empty:
    'No requests in the last 31 days. They are counted from the logs of the CDN, minutes late.',
} as const;
