/**
 * The CloudFront viewer-response function of private images. The CDN keeps an image for its own
 * time behind its check of signatures, and a browser for minutes. The build checks its syntax, as
 * the viewer-request function's.
 */
import { privateCacheControl } from '../../core/foundation/private-cache.ts';
import type { EdgeValues } from './edge-event.ts';

/** The parts of CloudFront's event that we read and write. */
export interface PrivateResponseEvent {
  readonly request: { readonly querystring: EdgeValues; readonly cookies: EdgeValues };
  readonly response: { readonly statusCode: number; readonly headers: EdgeValues };
}

/** CloudFront's form of base64: `-`, `~` and `_` in place of `+`, `/` and `=`. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-~';

/** The bytes of a text as Latin letters; the numbers of a policy are ASCII in any encoding. */
function decode(text: string): string {
  let letters = '';
  let bits = 0;
  let held = 0;
  text
    .replace(/_/g, '')
    .split('')
    .forEach((letter) => {
      bits = ((bits << 6) | ALPHABET.indexOf(letter)) & 0xffff;
      held += 6;
      if (held >= 8) {
        held -= 8;
        letters += String.fromCharCode((bits >> held) & 255);
      }
    });
  return letters;
}

/** The end of the grant in Unix seconds; undefined where the request doesn't have it. */
function endOf(request: PrivateResponseEvent['request']): number | undefined {
  const read = (name: string) =>
    (request.querystring[name] || request.cookies[`CloudFront-${name}`] || { value: '' }).value;
  const text = read('Policy') ? decode(read('Policy')) : `"AWS:EpochTime":${read('Expires')}`;
  const from = Math.max(0, text.indexOf('DateLessThan'));
  const found = /"AWS:EpochTime"\s*:\s*(\d+)/.exec(text.slice(from));
  return found ? Number(found[1]) : undefined;
}

/** The answer, with the lifetime of its viewer. */
export function handler(event: PrivateResponseEvent): PrivateResponseEvent['response'] {
  const response = event.response;
  if ([200, 206, 304].indexOf(response.statusCode) < 0) return response;
  const end = endOf(event.request);
  const rest = end === undefined ? undefined : end - Date.now() / 1000;
  const ofOrigin = (response.headers['cache-control'] || { value: '' }).value;
  response.headers['cache-control'] = { value: privateCacheControl(ofOrigin, rest) };
  // the age at the CDN would count against these minutes
  delete response.headers.age;
  return response;
}
