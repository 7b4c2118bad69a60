/**
 * A name of at least two labels, the last of them no number: so neither an address nor a name of
 * this network alone.
 */
const PUBLIC_NAME =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The words for a URL in its faults, and its permitted length. */
export interface PublicUrlWords {
  /** As the beginning of a sentence, with its article. */
  readonly subject: string;
  readonly maxLength: number;
}

/**
 * The fault of an address that a stranger chose and this service connects to; undefined: none. The
 * addresses of its name are checked at each connection.
 */
export function findPublicUrlFault(
  text: string,
  { subject, maxLength }: PublicUrlWords,
): string | undefined {
  if (text.length > maxLength) return `${subject} may have at most ${maxLength} characters.`;
  if (!URL.canParse(text)) return 'This field must be a URL.';
  const { protocol, port, username, password, hostname, hash } = new URL(text);
  if (protocol !== 'https:') return `${subject} must use https.`;
  if (port !== '') return `${subject} must use port 443.`;
  if (username !== '' || password !== '') {
    return `${subject} must not have a user name or password.`;
  }
  if (hash !== '' || text.includes('#')) return `${subject} must not have a fragment.`;
  if (PUBLIC_NAME.test(hostname)) return undefined;
  return `The host of ${lowerFirst(subject)} must be a public DNS name, not an IP address.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
