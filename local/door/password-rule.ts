import { KNOWN_PASSWORDS, KNOWN_WORDS } from './known-passwords.ts';

/** Characters; signs and digits have no rule (NIST SP 800-63B-4, 3.1.1.2). */
export const MIN_PASSWORD = 12;
/** Characters: a longer one is refused and never cut. */
export const MAX_PASSWORD = 128;

/** Why a password can't be taken. */
export type PasswordFault = 'short' | 'long' | 'known';

/** Only letters and digits, small: a known password with a sign behind it is known. */
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const MAX_PART = 4;
/** One short part again and again, or a run of the alphabet. */
function isPattern(text: string): boolean {
  for (let part = 1; part <= MAX_PART; part += 1) {
    if (text.startsWith(text.slice(part)) && text.length > part) return true;
  }
  return 'abcdefghijklmnopqrstuvwxyz'.includes(text);
}
/** Without the digits around it. */
function wordOf(text: string): string {
  const isDigit = (at: number) => /\d/.test(text.charAt(at));
  let [from, to] = [0, text.length];
  while (from < to && isDigit(from)) from += 1;
  while (to > from && isDigit(to - 1)) to -= 1;
  return text.slice(from, to);
}

/** The fault of a password; undefined for one that can be taken. */
export function findPasswordFault(password: string, email: string): PasswordFault | undefined {
  const length = [...password.normalize('NFKC').slice(0, MAX_PASSWORD * 4)].length;
  if (length < MIN_PASSWORD) return 'short';
  if (length > MAX_PASSWORD) return 'long';
  const plain = bare(password);
  const isKnown =
    KNOWN_PASSWORDS.has(plain) ||
    KNOWN_WORDS.has(wordOf(plain)) ||
    isPattern(plain) ||
    plain === bare(email);
  return isKnown ? 'known' : undefined;
}
