import * as oauth from 'oauth4webapi';
import { CommandError } from '../command-error.ts';
import { isLoopback } from '../service/service-address.ts';

/** An issuer of tokens, and how it knows us. */
export interface Issuer {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** Of each request. */
  options(): { readonly [oauth.allowInsecureRequests]: boolean; readonly signal: AbortSignal };
}

/** Two requests stay within what a lock is held for (file-lock.ts). */
const ANSWER_MS = 8_000;

/**
 * Finds an issuer's addresses by its own description (OpenID Connect Discovery). Plain http is
 * taken of this machine alone.
 */
export async function findIssuer(issuer: string, clientId: string): Promise<Issuer> {
  const url = URL.parse(issuer);
  if (!url) throw new CommandError('usage', `${issuer} is not the URL of an issuer.`);
  const options = () => ({
    [oauth.allowInsecureRequests]: isLoopback(url),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  try {
    const response = await oauth.discoveryRequest(url, options());
    const server = await oauth.processDiscoveryResponse(url, response);
    return { server, client: { client_id: clientId }, options };
  } catch (cause) {
    const { name, message } = cause as Error;
    const isUnreachable = name === 'TypeError' || name === 'TimeoutError';
    const hint = 'Give the issuer with --issuer and its client with --client-id.';
    if (isUnreachable) throw new CommandError('later', `No response from ${issuer}.`, hint);
    throw new CommandError(
      'failed',
      `The discovery document of ${issuer} is invalid: ${message}.`,
      hint,
    );
  }
}
