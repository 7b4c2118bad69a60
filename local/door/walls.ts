import type { IncomingMessage } from 'node:http';
import { forwardedOf } from '../http/forwarded.ts';
import { isOfThisMachine } from '../http/of-this-machine.ts';
import { pathOf } from '../http/request-path.ts';
import { SIGN_IN_PATH, SIGN_IN_PATHS } from '../identity-provider/issuer-profile.ts';

/** The functions of this service read them under a loopback name. */
const PATHS_OF_TOKENS: readonly string[] = [SIGN_IN_PATHS.keys, SIGN_IN_PATHS.userInfo].map(
  (path) => SIGN_IN_PATH + path,
);

/** The host under which a request was made, from a trusted proxy or its own header. */
function hostOf(request: IncomingMessage): string {
  return forwardedOf(request).host ?? (request.headers.host ?? '').toLowerCase();
}

/**
 * Whether a request names the public address: its host, and its scheme where a proxy sent one. A
 * page whose DNS name was rebound to this service names another.
 */
export function isOfPublicAddress(request: IncomingMessage, base: URL): boolean {
  const { proto } = forwardedOf(request);
  const isScheme = proto === undefined || `${proto}:` === base.protocol;
  // the URL parser leaves the port of the scheme out
  const named = URL.parse(`${base.protocol}//${hostOf(request)}`);
  return isScheme && named?.host === base.host && named.pathname === '/' && named.username === '';
}

/** Whether a request for tokens' keys comes from this machine itself. */
export function isOwnTokenRequest(request: IncomingMessage): boolean {
  return PATHS_OF_TOKENS.includes(pathOf(request)) && isOfThisMachine(request);
}

/** Whether a POST was sent by a page of the public address, by headers that pages can't write. */
export function isFromOwnPage({ headers }: IncomingMessage, base: URL): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin === base.origin && (site === undefined || site === 'same-origin');
}

/**
 * Gives a request the headers that the public address received. The provider derives its addresses
 * and the `Secure` of its cookies from them.
 */
export function asPublicRequest({ headers }: IncomingMessage, base: URL): void {
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-forwarded-')) delete headers[name];
  }
  headers.host = base.host;
  headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
}
