import * as oauth from 'oauth4webapi';
import { readSettings } from '../settings.ts';

/** The issuer of access tokens, and how it knows this console. */
export interface Issuer {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
}

/** The issuer sends the browser back to it; the only address that it knows of the console. */
export const REDIRECT_PATH = '/console/callback';
export const redirectUri = () => location.origin + REDIRECT_PATH;

/** The page is empty while it waits. */
const ANSWER_MS = 8_000;

let found: Promise<Issuer> | undefined;

async function discover(issuer: string, clientId: string): Promise<Issuer> {
  const url = new URL(issuer, location.origin);
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const options = { [oauth.allowInsecureRequests]: isLoopback };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await oauth.discoveryRequest(url, { ...options, signal });
  const server = await oauth.processDiscoveryResponse(url, response);
  return { server, client: { client_id: clientId }, options };
}

/**
 * Finds the issuer's addresses by its own description; a failure is tried again next time. Rejects
 * with a TypeError whose message is for the user.
 */
export async function findIssuer(): Promise<Issuer> {
  const { issuer, clientId } = readSettings();
  if (issuer === null || clientId === null) {
    throw new TypeError('Sign-in is not possible from here.');
  }
  found ??= discover(issuer, clientId).catch((cause: unknown) => {
    found = undefined;
    throw new TypeError(`The issuer ${issuer} does not answer.`, { cause });
  });
  return found;
}
