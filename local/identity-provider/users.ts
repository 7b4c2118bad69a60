import { createHash } from 'node:crypto';
import type { LocalUser, SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';

/** Of the user who took the local project over with one click; the page takes no such address. */
export const OWNER_EMAIL = 'owner@localhost';

/** RFC 5321, 4.5.3.1.3. */
const MAX_EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@<>"]+@[^\s@<>"][^\s@<>".]*\.[^\s@<>"]+$/u;

/** An e-mail address as the local issuer knows it; undefined where it is none. */
export function readEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email) ? email : undefined;
}

/**
 * The subject of an address, derived from it only: the same in every data folder and after a loss
 * of the issuer's file.
 */
export function subjectOfEmail(email: string): string {
  return `usr_${encodeIdBytes(createHash('sha256').update(email).digest().subarray(0, 26))}`;
}

/**
 * An address with which a user signs in here, as typed or chosen from the list; undefined where it
 * is none. The owner's counts once a take-over has made the user.
 */
export function readUserEmail(store: SignInStore, text: string): string | undefined {
  const isOwner = text === OWNER_EMAIL && store.findUser(subjectOfEmail(OWNER_EMAIL)) !== undefined;
  return isOwner ? OWNER_EMAIL : readEmail(text);
}

/** The subject of an e-mail address at the local issuer, which is stored. */
export function signInUser(store: SignInStore, email: string): LocalUser {
  const user = { subject: subjectOfEmail(email), email };
  store.addUser(user);
  return user;
}
