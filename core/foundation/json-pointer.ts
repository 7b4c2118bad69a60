import { cutText } from './cut-text.ts';
import { LIMITS } from './limits.ts';

/**
 * One step of a JSON Pointer (RFC 6901 section 4), its slash before it; a name longer than any of
 * ours is cut.
 */
export function pointerStep(name: string): string {
  const reported = cutText(name, LIMITS.maxToldNameLength);
  return `/${reported.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
