/** The numbers of an image; the first is shown where none is chosen. */
export const NUMBER_NAMES = {
  requests: 'Requests',
  bandwidthBytes: 'Bandwidth',
} as const;
