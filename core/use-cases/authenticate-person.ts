import type { Account, Identity } from '../accounts/account.ts';
import { ServiceError } from '../contract/service-error.ts';
import { encodeIdBytes } from '../images/ids.ts';
import type { Services } from '../ports.ts';
import { LOCAL_DEVELOPMENT_ORIGIN } from '../projects/allowed-origins.ts';
import { PLANS } from '../projects/plans.ts';

type Needs = Pick<Services, 'accessTokens' | 'accounts' | 'clock' | 'randomBytes'>;

/** Who calls with an access token. */
export interface Person {
  readonly account: Account;
  /** When they signed in, as their token says it; absent where it doesn't. */
  readonly authenticatedAt?: number;
}

const BEARER = /^Bearer +([^\s]+) *$/i;

/** The first sign-in makes the account and its default project (CONTRACT section 8). */
async function openAccount(
  { accounts, clock, randomBytes }: Needs,
  identity: Identity,
): Promise<Account> {
  const newId = (prefix: string) => prefix + encodeIdBytes(randomBytes(26));
  const createdAt = clock();
  const plan = PLANS.free;
  const account = { accountId: newId('acc_'), identity, plan, createdAt };
  return accounts.openAccount(account, {
    ...{ projectId: newId('prj_'), accountId: account.accountId, name: 'default', plan, createdAt },
    allowedOrigins: [LOCAL_DEVELOPMENT_ORIGIN],
    isDefault: true,
  });
}

/** The person of an Authorization header; throws missing_access_token, invalid_access_token. */
export async function authenticatePerson(
  services: Needs,
  authorization: string | undefined,
): Promise<Person> {
  if (!authorization) {
    const detail = 'Send the access token as Authorization: Bearer.';
    throw new ServiceError('missing_access_token', { detail });
  }
  const token = BEARER.exec(authorization)?.[1];
  const signedIn = token && (await services.accessTokens.identify(token));
  if (!signedIn) throw new ServiceError('invalid_access_token');
  const { authenticatedAt, ...identity } = signedIn;
  const known = await services.accounts.findByIdentity(identity);
  const account = known ?? (await openAccount(services, identity));
  return authenticatedAt === undefined ? { account } : { account, authenticatedAt };
}
