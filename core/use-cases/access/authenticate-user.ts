import type { Account, Identity } from '../../accounts/account.ts';
import type { RandomBytes } from '../../foundation/nondeterminism.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeIdBytes } from '../../images/ids.ts';
import type { OpenedAccount } from '../../ports/members/account-store.ts';
import type { Services } from '../../ports/services.ts';
import { LOCAL_DEVELOPMENT_ORIGIN } from '../../projects/allowed-origins.ts';
import { PLANS } from '../../projects/plans.ts';
import { type Authorized, markAuthorized } from './authorized.ts';

type Needs = Pick<Services, 'accessTokens' | 'accounts' | 'clock' | 'randomBytes'>;

/** A user with an access token. */
export interface User extends Authorized {
  readonly account: Account;
  /** The time of their sign-in from the token; absent if the token doesn't state it. */
  readonly authenticatedAt?: number;
  /** Sent to the issuer only, to read the user's e-mail address; never stored or logged. */
  readonly accessToken: string;
}

const newId = (prefix: string, randomBytes: RandomBytes) => prefix + encodeIdBytes(randomBytes(26));

const BEARER = /^Bearer +([^\s]+) *$/i;

/** A new account as the first sign-in makes it (accounts.first-sign-in); not stored yet. */
function newAccount({ clock, randomBytes }: Needs, identity: Identity): OpenedAccount {
  const accountId = newId('acc_', randomBytes);
  return { accountId, identity, plan: PLANS.free, createdAt: clock() };
}

/** The account of an identity that signs in. The first sign-in makes it with a default project. */
async function openAccount(services: Needs, identity: Identity): Promise<Account> {
  const { accounts, randomBytes } = services;
  const account = newAccount(services, identity);
  const { accountId, plan, createdAt } = account;
  return accounts.openAccount(account, {
    projectId: newId('prj_', randomBytes),
    accountId,
    name: 'default',
    plan,
    createdAt,
    allowedOrigins: [LOCAL_DEVELOPMENT_ORIGIN],
    isDefault: true,
  });
}

interface SignIn extends Pick<User, 'authenticatedAt' | 'accessToken'> {
  readonly identity: Identity;
}

/** A key in the place of a token is refused with its right place. */
function refuseToken(token: string | undefined): ServiceError {
  if (token === undefined) {
    return new ServiceError('invalid_access_token', { hint: 'Write Authorization: Bearer TOKEN.' });
  }
  const isKey = /^(private|upl)_/.test(token);
  const hint =
    'An API key belongs in the header X-API-Key, an upload key in the path of an upload.';
  return new ServiceError('invalid_access_token', isKey ? { hint } : {});
}

async function readSignIn(
  { accessTokens }: Needs,
  authorization: string | undefined,
): Promise<SignIn> {
  if (!authorization) {
    const detail = 'Send the access token in the header Authorization: Bearer.';
    throw new ServiceError('missing_access_token', { detail });
  }
  const accessToken = BEARER.exec(authorization)?.[1];
  const signedIn = accessToken && (await accessTokens.identify(accessToken));
  if (!accessToken || !signedIn) throw refuseToken(accessToken);
  const { authenticatedAt, ...identity } = signedIn;
  return { identity, accessToken, ...(authenticatedAt === undefined ? {} : { authenticatedAt }) };
}

/** The user of an Authorization header; throws missing_access_token, invalid_access_token. */
export async function authenticateUser(
  services: Needs,
  authorization: string | undefined,
): Promise<User> {
  const { identity, ...signIn } = await readSignIn(services, authorization);
  const known = await services.accounts.findByIdentity(identity);
  const account = known ?? (await openAccount(services, identity));
  return markAuthorized({ account, ...signIn });
}

/** The account of an identity; one that never signed in gets the account that it would get. */
export async function recogniseIdentity(
  services: Needs,
  identity: Identity,
): Promise<OpenedAccount> {
  const known = await services.accounts.findByIdentity(identity);
  return known ? { ...known, identity } : newAccount(services, identity);
}

/**
 * The same for a call that makes no account. A user who never signed in before gets the account
 * that they would get; it owns no project and is a member of none yet.
 */
export async function recogniseUser(
  services: Needs,
  authorization: string | undefined,
): Promise<User & { readonly account: OpenedAccount }> {
  const { identity, ...signIn } = await readSignIn(services, authorization);
  return markAuthorized({ account: await recogniseIdentity(services, identity), ...signIn });
}
