import type { Role } from '../generated/call-roles.ts';
import { formatShortDay } from './format.ts';
import { ROLE_NAMES } from './shell-texts.ts';

interface Shown {
  readonly inviterName: string | null;
  readonly projectName: string;
  readonly role: Role;
}

/** The first of several words, but for titles and initials. */
function shortName(name: string): string {
  const [first = name] = name.split(' ', 1);
  return first.length > 1 && !first.endsWith('.') ? first : name;
}

/** On one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

const invitationOf = ({ inviterName, projectName, role }: Shown) =>
  `the invitation${inviterName === null ? '' : ` of ${shortName(inviterName)}`} to ${projectName} as ${ROLE_NAMES[role]}`;

/** Texts of the card of an invitation. */
export const INVITATION_TEXTS = {
  signInTitle: (shown: Shown) => `Sign in to accept ${invitationOf(shown)}`,
  acceptTitle: (shown: Shown) => `Accept ${invitationOf(shown)}`,
  from: 'From',
  inviter: (name: string | null, role: Role) =>
    name === null ? ROLE_NAMES[role] : `${name}, ${ROLE_NAMES[role]}`,
  project: 'Project',
  ends: 'Ends',
  signIn: 'Sign in and accept',
  signedIn: 'You are signed in',
  accept: 'Accept',
  accepting: 'Accepting…',
  acceptFailed: 'The invitation wasn’t accepted.',
  stillOpen: 'The invitation stays open.',
  otherAccount: 'Sign in with another account',
  fine: 'Nothing is accepted yet. If you don’t expect this invitation, close the page: it ends automatically.',
  memberTitle: (project: string) => `You are a member of ${project}`,
  memberAbout: (role: Role | undefined) =>
    `${role === undefined ? '' : `Your role is ${ROLE_NAMES[role]}. `}This invitation changes nothing. It stays open for its own address.`,
  open: 'Open the images',
  endedTitle: 'This invitation no longer works',
  endedAbout: (endedAt: string | undefined, name: string | null) =>
    `It was withdrawn, used, or ${endedAt === undefined ? 'its seven days are over' : `ended on ${unbroken(formatShortDay(endedAt))}`}. Ask ${name === null ? 'its sender' : shortName(name)} for a new one.`,
  endedSignIn: 'Sign in',
  unread: 'You are invited to a project',
  readFailed: 'The invitation didn’t load.',
} as const;

/** The rights that an invitation gives, in short. */
export const INVITED_MAY: Readonly<Record<Role, string>> = {
  viewer: 'sees images, copies addresses',
  editor: 'uploads, edits and deletes images',
  admin: 'manages images, keys, settings and the team',
  owner: 'may do all, also delete the project',
};
