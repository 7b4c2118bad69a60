/** The credit of an image, as its file states it: each part is null where it says nothing. */
export interface Credit {
  readonly creator: string | null;
  readonly copyright: string | null;
  /** Of the page with the licence. */
  readonly licenseUrl: string | null;
}

/** The credit of a new image is left out as other metadata, or it stays. */
export const CREDIT_CHOICES = ['drop', 'keep'] as const;
export type CreditChoice = (typeof CREDIT_CHOICES)[number];

/** Code points of a text. */
export const MAX_CREDIT_CHARACTERS = 500;
export const MAX_LICENSE_URL_CHARACTERS = 2_000;

/** Line breaks, and other characters that control a device or a line. */
const CONTROLS = /[\p{Cc}\u2028\u2029\s]+/gu;
/** Halves of characters, characters of none, marks of byte order, and those that turn a line. */
const UNSHOWN = /[\p{Cs}\p{Noncharacter_Code_Point}\p{Bidi_Control}\ufeff]+/gu;
/** A code point has at most two code units, and normalization at most triples them. */
const MAX_READ_UNITS = 6 * MAX_CREDIT_CHARACTERS;

function cut(text: string): string {
  const characters = [...text];
  return characters.length > MAX_CREDIT_CHARACTERS
    ? characters.slice(0, MAX_CREDIT_CHARACTERS).join('')
    : text;
}

/** A text within the bounds of a credit: in one line, in NFC, and cut; null if nothing is left. */
export function cleanCreditText(text: string | undefined): string | null {
  if (text === undefined) return null;
  const read = text.trim().slice(0, MAX_READ_UNITS);
  const line = read.replace(UNSHOWN, '').replace(CONTROLS, ' ').normalize('NFC').trim();
  const cleaned = cut(line).trim();
  return cleaned === '' ? null : cleaned;
}

/** The address of a page that everyone may open; null for any other text. */
export function cleanLicenseUrl(text: string | undefined): string | null {
  const sent = text?.trim() ?? '';
  if (sent === '' || sent.length > MAX_LICENSE_URL_CHARACTERS || !URL.canParse(sent)) return null;
  const url = new URL(sent);
  const isOfPage = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isOfPage || url.username !== '' || url.password !== '') return null;
  // only ASCII is left, so characters are code units
  return url.href.length > MAX_LICENSE_URL_CHARACTERS ? null : url.href;
}
