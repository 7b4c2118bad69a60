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

/** The subject of an e-mail address at the local issuer, which is stored. */
export function signInUser(store: SignInStore, email: string): LocalUser {
  const user = { subject: subjectOfEmail(email), email };
  store.addUser(user);
  return user;
}
