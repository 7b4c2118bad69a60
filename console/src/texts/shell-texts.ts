import type { Role } from '../generated/call-roles.ts';
import type { RouteName } from '../state/route-names.ts';

/** Texts around the screens. */
export const SHELL_TEXTS = {
  brand: 'imagewell',
  brandLabel: 'imagewell, to the images',
  skip: 'Skip to content',
  console: 'Console',
  main: 'Main',
  mainShort: 'Main, short',
  changeProject: 'Change project',
  changeProjectOf: (name: string) => `${name}: change project`,
  projects: 'Projects',
  projectsAbout: 'Each page shows one project.',
  more: 'More of this project',
  account: 'Account',
  signOut: 'Sign out',
  thisProject: 'This project',
  resetsIn: (days: number) => `resets in ${days} ${days === 1 ? 'day' : 'days'}`,
  images: 'Images',
  transformations: 'Transformations',
  theme: 'Change theme: system, light, dark',
  themeNow: (name: string) => `Theme: ${name}`,
  noUser: 'Signed in',
  unnamedMember: (accountId: string) => `Member …${accountId.slice(-6)}`,
  deleting: 'deleting',
  shortcuts: 'Keyboard',
  shortcutsAbout: 'Single-letter shortcuts work outside of text fields.',
  shortcutsOn: 'Use single-letter shortcuts',
  thisList: 'This list',
  goTo: (title: string) => `Go to ${title}`,
  screenFailed: 'This page didn’t load.',
  endedTitle: 'Your session has ended',
  endedAbout: 'Sign in again; the work on this page is kept.',
  signInAgain: 'Sign in again',
  accountLoading: 'Your projects are loading',
  unseenTitle: 'You can’t see this project',
  unseenIs: (projectId: string) => `The address names ${projectId}.`,
  unseenAbout: (email: string | undefined) =>
    `${email === undefined ? 'You aren’t' : `${email} isn’t`} a member of it, or it was deleted. An owner can invite you. Nothing was changed.`,
  toOwn: 'Open your own project',
  noRight: (role: Role, needed: Role) =>
    `Your role here is ${ROLE_NAMES[role]}. This page needs ${ROLE_NAMES[needed]}.`,
  noRightCure: 'Ask an owner of the project for this role.',
  notFound: 'Page not found',
  notFoundAbout: 'The address may be old or mistyped.',
  toImages: 'To the images',
} as const;

// the account's page has these too: a table that two scripts share keeps its keys in both
export const planOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)} plan`;
export const ACCOUNT_FAILED = 'Your projects didn’t load.';
export const NO_PROJECT_TITLE = 'No project yet';
export const NO_PROJECT_ABOUT = 'You belong to no project. Ask an owner to invite you.';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
  owner: 'Owner',
};

/** The title of each page, as in the navigation. */
export const PAGE_TITLES: Readonly<Record<RouteName, string>> = {
  welcome: 'Welcome',
  gallery: 'Images',
  image: 'Image',
  bin: 'Bin',
  playground: 'Playground',
  keys: 'Keys',
  usage: 'Usage',
  team: 'Team',
  project: 'Project',
  webhooks: 'Webhooks',
  audit: 'Audit trail',
  account: 'Account',
  invitation: 'Invitation',
};
