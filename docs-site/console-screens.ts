import type { RouteName } from '../console/src/state/route-names.ts';

/**
 * The screenshots that the tests of the console take of each screen, by the beginning of a name;
 * null: no test takes any yet.
 */
export const SCREENSHOTS = {
  welcome: 'welcome',
  gallery: 'gallery',
  image: 'images',
  bin: 'bin',
  playground: 'playgr',
  keys: 'keys',
  usage: 'usage',
  team: 'team',
  project: 'project',
  webhooks: 'webhooks',
  audit: 'audit',
  account: 'account',
  invitation: 'invitation',
} as const satisfies Readonly<Record<RouteName, string | null>>;

/** Widths and themes in which the docs show a screen; the docs' image has `width`. */
export const SCREEN_LOOKS = [
  { name: '1440-light', crop: '0,0,1440,900', width: 960 },
  { name: '1440-dark', crop: '0,0,1440,900', width: 960 },
  { name: '360-light', crop: '0,0,360,780', width: 360 },
] as const;

/** The docs' images, in the repository: a folder of it for each look. */
export const SCREENS_FOLDER = 'docs/screens';
/** Of one image, and of all: a clone carries them. */
export const MAX_SCREEN_BYTES = 40_000;
export const MAX_SCREENS_BYTES = 1_000_000;

/** The paths of a screen's images in that folder; none without screenshots. */
export const screenFiles = (route: RouteName): readonly string[] =>
  SCREENSHOTS[route] === null ? [] : SCREEN_LOOKS.map(({ name }) => `${name}/${route}.webp`);
