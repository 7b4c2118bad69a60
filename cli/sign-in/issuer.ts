import * as oauth from 'oauth4webapi';
import { CommandError } from '../command-error.ts';
import { isLoopback } from '../service/service-address.ts';

/** An issuer of tokens, and how it knows us. */
export interface Issuer {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
}

const ANSWER_MS = 15_000;

/** Finds an issuer's addresses by its own description (OpenID Connect Discovery). Plain http is taken of this machine alone. */
export async function findIssuer(issuer: string, clientId: string): Promise<Issuer> {
  const url = URL.parse(issuer);
  if (!url) throw new CommandError('usage', `${issuer} is no address of an issuer.`);
  const options = { [oauth.allowInsecureRequests]: isLoopback(url) };
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await oauth.discoveryRequest(url, { ...options, signal });
    const server = await oauth.processDiscoveryResponse(url, response);
    return { server, client: { client_id: clientId }, options };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const hint =
      'Name the issuer with --issuer and its client for the command line with --client-id.';
    throw new CommandError('failed', `${issuer} does not describe how to sign in: ${why}.`, hint);
  }
}
