import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { CommandError } from '../command-error.ts';
import type { SignIn } from '../config/sign-ins.ts';
import type { SignInClient } from '../machine.ts';
import { isLoopback } from '../service/service-address.ts';
import { type CallbackListener, listenForCallback } from './callback-listener.ts';
import type { Issuer } from './issuer.ts';
import { emailOf, tokensOf } from './tokens.ts';

export interface BrowserSignIn {
  readonly issuer: Issuer;
  readonly signInClient: SignInClient;
  readonly email: string | undefined;
  /** Asks for the credentials again, though the browser may be signed in. */
  readonly isAgain: boolean;
  /** Called with the address that the user should visit. */
  readonly visit: (address: string) => void;
}

/** Users may need time for a second factor. */
const PATIENCE_MS = 5 * 60_000;

interface Secrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * The issuer's page to sign in at. Whoever answers for an issuer names it: no program is to be
 * started by it but a browser, and nothing sent in clear.
 */
function pageOf({ server }: Issuer): URL {
  const { issuer, authorization_endpoint: endpoint = '' } = server;
  const page = URL.parse(endpoint);
  if (page?.protocol === 'https:') return page;
  if (page?.protocol === 'http:' && isLoopback(page)) return page;
  throw new CommandError('failed', `${issuer} has no sign-in page with https.`);
}

async function addressOf(requested: BrowserSignIn, redirectUri: string, secrets: Secrets) {
  const { issuer, email, isAgain } = requested;
  const address = pageOf(issuer);
  const parameters = {
    response_type: 'code',
    client_id: issuer.client.client_id,
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(email === undefined ? {} : { login_hint: email }),
    ...(isAgain ? { prompt: 'login' } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

async function exchange(
  { issuer: { server, client, options } }: BrowserSignIn,
  { redirectUri, visited }: CallbackListener,
  { state, nonce, verifier }: Secrets,
) {
  const parameters = oauth.validateAuthResponse(server, client, await visited, state);
  const authentication = oauth.None();
  const given = [parameters, redirectUri, verifier, options()] as const;
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    ...given,
  );
  const expected = { expectedNonce: nonce, requireIdToken: true };
  return oauth.processAuthorizationCodeResponse(server, client, response, expected);
}

function refusal(error: unknown): never {
  if (error instanceof CommandError) throw error;
  const { error: code, error_description: reported, message } = error as oauth.ResponseBodyError;
  throw new CommandError('credentials', `You are not signed in: ${reported ?? code ?? message}.`);
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await sleep(PATIENCE_MS, undefined, { signal });
  throw new CommandError('credentials', 'The sign-in was not completed within five minutes.');
}

/**
 * Signs a user in by the authorisation code flow with PKCE (RFC 8252): the browser, and not this
 * program, sees their password.
 */
export async function signInByBrowser(requested: BrowserSignIn): Promise<SignIn> {
  const secrets = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  const listener = await listenForCallback(requested.signInClient, secrets.state);
  const stop = new AbortController();
  try {
    requested.visit(await addressOf(requested, listener.redirectUri, secrets));
    const late = tooLate(stop.signal);
    const answer = await Promise.race([exchange(requested, listener, secrets), late]).catch(
      refusal,
    );
    late.catch(() => {});
    const { server, client } = requested.issuer;
    const facts = { issuer: server.issuer, clientId: client.client_id, email: emailOf(answer) };
    return { ...facts, ...tokensOf(answer) };
  } finally {
    stop.abort();
    listener.close();
  }
}
