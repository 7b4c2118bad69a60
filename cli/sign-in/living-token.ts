import * as oauth from 'oauth4webapi';
import { CommandError } from '../command-error.ts';
import { type SignIn, type SignInFile, withoutSignIn } from '../config/sign-ins.ts';
import { findIssuer } from './issuer.ts';
import { tokensOf } from './tokens.ts';

/** A token that ends while a call is under way is as good as ended. */
const MARGIN_MS = 30_000;
const isLiving = ({ expiresAt }: SignIn) => Date.now() + MARGIN_MS < expiresAt;

interface Place {
  readonly baseUrl: string;
  /** The service's data folder is at hand: any of its users can be named instead. */
  readonly hasData: boolean;
}

function nobody({ baseUrl, hasData }: Place, why: string): CommandError {
  const signIn = `Sign in: npx imagewell login --url ${baseUrl}`;
  const hint = hasData ? `Act as a user of the data folder: --email ADDRESS\n${signIn}` : signIn;
  return new CommandError('credentials', `${why}: ${baseUrl}.`, hint);
}

/** The sign-in with a new access token; undefined if the issuer rejects the refresh token. */
async function renew(signIn: SignIn): Promise<SignIn | undefined> {
  if (signIn.refreshToken === null) return undefined;
  const { server, client, options } = await findIssuer(signIn.issuer, signIn.clientId);
  const given = [oauth.None(), signIn.refreshToken, options()] as const;
  const response = await oauth.refreshTokenGrantRequest(server, client, ...given);
  try {
    const answer = await oauth.processRefreshTokenResponse(server, client, response);
    const { refreshToken, ...tokens } = tokensOf(answer);
    return { ...signIn, ...tokens, refreshToken: refreshToken ?? signIn.refreshToken };
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
      return undefined;
    throw error;
  }
}

/**
 * An access token of who is signed in at a service, renewed where it has ended. One process renews
 * at a time: an issuer that turns refresh tokens takes the second use of one for a theft and ends
 * the sign-in.
 */
export async function livingToken(file: SignInFile, place: Place): Promise<string> {
  const { baseUrl } = place;
  const known = (await file.read()).services[baseUrl];
  if (!known) throw nobody(place, 'You are not signed in');
  if (isLiving(known)) return known.accessToken;
  const renewed = await file.change(async (now) => {
    const latest = now.services[baseUrl];
    if (!latest || isLiving(latest)) return [now, latest] as const;
    const fresh = await renew(latest);
    if (!fresh) return [withoutSignIn(now, baseUrl), undefined] as const;
    return [{ ...now, services: { ...now.services, [baseUrl]: fresh } }, fresh] as const;
  });
  if (!renewed) throw nobody(place, 'Your sign-in has expired');
  return renewed.accessToken;
}
