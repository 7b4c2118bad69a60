import * as oauth from 'oauth4webapi';
import type { SignIn } from '../config/sign-ins.ts';

/** The lifetime of a token whose response has none. */
const DEFAULT_SECONDS = 300;

/** The stored part of a token response. */
export function tokensOf(
  answer: oauth.TokenEndpointResponse,
): Pick<SignIn, 'accessToken' | 'refreshToken' | 'expiresAt'> {
  const { access_token, refresh_token, expires_in = DEFAULT_SECONDS } = answer;
  const expiresAt = Date.now() + expires_in * 1000;
  return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresAt };
}

/** The e-mail address that the answer names, where it does. */
export function emailOf(answer: oauth.TokenEndpointResponse): string | null {
  const email = oauth.getValidatedIdTokenClaims(answer)?.email;
  return typeof email === 'string' ? email : null;
}
