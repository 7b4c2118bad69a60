import { formatNumber } from './format.ts';

interface ShownPlan {
  readonly name: string;
  readonly maxImages: number | null;
  readonly maxTransformationsPerMonth: number | null;
}

const amount = (limit: number | null, word: string) =>
  limit === null ? `any number of ${word}s` : `${formatNumber(limit)} ${word}s`;

/** Texts of the page at `/`. */
export const WELCOME_TEXTS = {
  docs: 'Docs',
  openapi: 'OpenAPI',
  help: 'Help',
  running: 'Running on this machine',
  runningAt: (host: string) => `Running at ${host}`,
  title: ['Your images, stored once, ', 'served in every size.'],
  lead: 'imagewell takes images from browsers and servers, keeps them, and makes the size and format that each address asks for.',
  leadLocal: 'Everything here stays on this machine.',
  addresses: 'Three addresses',
  console: 'Console',
  api: 'API',
  images: 'Images',
  addressOf: (name: string) => `${name} address`,
  first: 'Your first image, from a terminal',
  curl: 'curl',
  takeOver: 'Take over this project',
  project: 'Project',
  plan: 'Plan',
  planOf: ({ name, maxImages, maxTransformationsPerMonth }: ShownPlan) =>
    `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${amount(maxImages, 'image')}, ${amount(maxTransformationsPerMonth, 'transformation')}`,
  sample: 'Add twelve sample images',
  sampleAbout: (places: number | null) =>
    `${places === null ? '' : `Uses 12 of ${formatNumber(places)} places. `}They appear after the gallery opens.`,
  takeOverAndOpen: 'Take over and open',
  takingOver: 'Taking over…',
  takeOverFailed: 'The project wasn’t taken over.',
  accountInstead: 'Sign in with an account instead',
  otherAccount: 'Sign in with another account',
  fine: 'This is offered only to a browser on this machine. The audit trail records it.',
  signInFailed: 'The sign-in failed.',
  signedIn: 'You are signed in',
  projectAs: (project: string, role: string) => `${project}, as ${role}`,
  open: 'Open the images',
  closed: {
    title: 'Sign-in isn’t set up yet',
    about: 'This service has no account. Stored images are served, and API keys work.',
    ifYouRun: 'If you run this service',
    steps: [
      'In its terminal, make a set-up link:',
      'Open the link within 30 minutes.',
      'Choose a passkey or a password.',
    ],
    fine: 'If you don’t, ask its operator.',
    docs: 'Use a sign-in you already have',
  },
  command: 'command',
} as const;

/** The card of who has an account: without a page to return to, with one, and locally. */
export const SIGN_IN_TEXTS = {
  signInHere: {
    title: 'Sign in to the console',
    about: 'Images, keys, team and usage of your projects.',
    button: 'Sign in',
    fine: undefined,
  },
  returning: {
    title: 'Sign in to the console',
    about: 'You are signed out. Sign in to open the page that you asked for.',
    button: 'Sign in',
    fine: undefined,
  },
  owned: {
    title: 'Sign in to see the images',
    about:
      'The projects on this machine have owners. Sign in with your account, or ask an owner to invite you.',
    button: 'Sign in',
    fine: 'Lost every account? The operator of this service can give you a project from its terminal.',
  },
} as const;

/** The effect of a click on the card of a take-over. */
export const TAKE_OVER_ABOUT = {
  oneClick:
    'It was made when the service started and has no owner. One click makes you its owner: no e-mail address, no password.',
  afterSignIn:
    'It was made when the service started and has no owner. Sign in, and you become its owner.',
} as const;

/** The card of a service without a sign-in: on this machine, and elsewhere. */
export const NO_SIGN_IN_TEXTS = {
  local: {
    title: 'Sign-in is off',
    about: 'This service was started without sign-in. Stored images are served, and API keys work.',
    fine: 'Start it without --no-sign-in to use the console.',
  },
  elsewhere: {
    title: 'No sign-in from here',
    about: 'Sign-in isn’t available at this address. Stored images are served, and API keys work.',
    fine: 'Ask the operator of this service.',
  },
} as const;
