import { LIMITS } from './limits.ts';
/** A text of at most `maxLength` code points: a longer one is cut and ends with an ellipsis. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // a code point has at most two units, so a long text is never scanned completely
  const begun = [...text.slice(0, 2 * maxLength + 2)];
  return begun.length <= maxLength ? text : `${begun.slice(0, maxLength).join('')}…`;
}

/**
 * One step of a JSON Pointer (RFC 6901 section 4), its slash before it; of a name longer than any
 * of ours its beginning.
 */
export function pointerStep(name: string): string {
  const reported = cutText(name, LIMITS.maxReportedNameLength);
  return `/${reported.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
