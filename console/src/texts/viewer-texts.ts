import { formatMoment } from './format.ts';

/** The viewers of an image, and the switch to the others. */
export const VISIBILITY_TEXTS = {
  failed: 'The visibility was not changed.',
  public: {
    title: 'Public',
    about: 'Everybody who has its address sees it.',
    turn: 'Make it private',
    other: 'private',
    ask: 'Make it private?',
    askAbout:
      'Its public address answers 404, and pages that show it lose it. Browsers may keep a copy for up to a day.',
  },
  private: {
    title: 'Private',
    about: 'Viewers need a link, or a grant of your server.',
    turn: 'Make it public',
    other: 'public',
    ask: 'Make it public?',
    askAbout: 'Everybody who has its public address sees it. The links that you made stop working.',
  },
} as const;

/** The seconds that a link lives, by choice; the service allows a day. */
export const LINK_LIVES = { 3600: '1 hour', 28800: '8 hours', 86400: '24 hours' } as const;

/** Texts of a link that lets viewers see a private image. */
export const LINK_TEXTS = {
  make: 'Make a link…',
  title: 'Make a link to this image',
  about: 'Everybody who has the link sees the image until it ends. It can’t be revoked alone.',
  life: 'Life of the link',
  makeNow: 'Make the link',
  failed: 'The link wasn’t made.',
  made: 'The link is ready',
  madeAbout: (until: string) => `Everybody who has it sees the image until ${formatMoment(until)}.`,
  link: 'Link',
  done: 'Done',
} as const;
