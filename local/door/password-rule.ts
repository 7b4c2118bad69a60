import { KNOWN_PASSWORDS, KNOWN_WORDS } from './known-passwords.ts';

/** Characters; there is no rule about signs and digits (NIST SP 800-63B-4, 3.1.1.2). */
export const MIN_PASSWORD = 12;
/** Characters: a longer one is refused and never cut. */
export const MAX_PASSWORD = 128;

/** Why a password can't be taken. */
export type PasswordFault = 'short' | 'long' | 'known';

/** Only letters and digits, small: a known password with a sign behind it is known. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** One part again and again, or a run of neighbours. */
const isPattern = (text: string) =>
  /^(.{1,4})\1+.?.?$/u.test(text) || 'abcdefghijklmnopqrstuvwxyz'.includes(text);

/** The fault of a password; undefined for one that can be taken. */
export function findPasswordFault(password: string, email: string): PasswordFault | undefined {
  const length = [...password.normalize('NFKC').slice(0, MAX_PASSWORD * 4)].length;
  if (length < MIN_PASSWORD) return 'short';
  if (length > MAX_PASSWORD) return 'long';
  const plain = bare(password);
  const word = plain.replace(/^\d+|\d+$/g, '');
  const isKnown =
    KNOWN_PASSWORDS.has(plain) ||
    KNOWN_WORDS.has(word) ||
    isPattern(plain) ||
    plain === bare(email);
  return isKnown ? 'known' : undefined;
}
