/** RFC 5321 section 4.5.3.1: a path is at most 256 octets with its brackets. */
export const MAX_EMAIL_LENGTH = 254;
/**
 * A single address: one `@`, no blank, no control character. Only the issuer can prove its owner.
 */
export const EMAIL_PATTERN = '^[^\\s@\\p{C}]{1,64}@[^\\s@\\p{C}]+$';
const FORM = new RegExp(EMAIL_PATTERN, 'u');

/** Whether a text has the form of an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && FORM.test(text);
}

function foldAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Whether two addresses are the same except for the case of A to Z. No other letter is folded: by
 * Unicode's rules the Kelvin sign is a k, and `mi\u212Ae@…` would be accepted as `mike@…`.
 */
export function isSameEmailAddress(first: string, other: string): boolean {
  return foldAscii(first) === foldAscii(other);
}
