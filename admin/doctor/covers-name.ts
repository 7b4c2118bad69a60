/**
 * Whether a name of a certificate covers a DNS name. A wildcard is the whole first label and stands
 * for exactly one (RFC 9525 section 6.3).
 */
export function coversName(presented: string, name: string): boolean {
  const [covering, covered] = [presented.toLowerCase(), name.toLowerCase()];
  if (covering === covered) return true;
  const dot = covered.indexOf('.');
  return dot > 0 && covering === `*${covered.slice(dot)}`;
}
