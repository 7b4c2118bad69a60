import * as oauth from 'oauth4webapi';
import type { SignIn } from '../config/sign-ins.ts';
import { findIssuer } from './issuer.ts';

/**
 * Tells the issuer that a sign-in has ended (RFC 7009), where it takes such word; whether it did.
 */
export async function endSignIn({ issuer, clientId, refreshToken }: SignIn): Promise<boolean> {
  if (refreshToken === null) return false;
  try {
    const { server, client, options } = await findIssuer(issuer, clientId);
    const given = [oauth.None(), refreshToken, options()] as const;
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, ...given));
    return true;
  } catch {
    return false;
  }
}
