import { KIND_NAMES, USAGE_TEXTS } from './usage-texts.ts';

/** The numbers of an image; the first is shown where none is chosen. */
export const NUMBER_NAMES = {
  requests: USAGE_TEXTS.requests,
  bandwidthBytes: KIND_NAMES.bandwidthBytes,
} as const;

/** The viewers of an image, and the switch to the others. */
export const VISIBILITY_TEXTS = {
  failed: 'The visibility was not changed.',
  public: {
    title: 'Public',
    about: 'Everybody who has its address sees it.',
    turn: 'Make it private',
    other: 'private',
  },
  private: {
    title: 'Private',
    about: 'Viewers need a grant of your server. Its address changes with a switch.',
    turn: 'Make it public',
    other: 'public',
  },
} as const;
