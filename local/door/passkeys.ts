import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type {
  DoorAccount,
  DoorAccounts,
  OwnedPasskey,
  Passkey,
} from '../../adapters/sqlite/sign-in/door-accounts.ts';
import type { Ceremony } from './ceremony.ts';

/** Loaded at the first passkey: it takes a quarter of a second, and most starts need none. */
const webAuthn = () => import('@simplewebauthn/server');
/** As the devices show it. */
const SERVICE_NAME = 'imagewell';

/** The relying party of passkeys: the host of the service, and its one origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The relying party of a public address; undefined where browsers allow no passkeys there. */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && !isNumber ? { id: hostname, origin } : undefined;
}

/** Options for a new passkey: found without a user name, and only with the user verified. */
export async function registrationOptions(
  { id }: RelyingParty,
  account: Pick<DoorAccount, 'subject' | 'email' | 'name'>,
) {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID: id,
    userID: new Uint8Array(Buffer.from(account.subject)),
    userName: account.email,
    userDisplayName: account.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The passkey of a registration; undefined where anything about it is wrong. */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  response: unknown,
  { take }: Ceremony,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: take,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => undefined);
  const credential = verified?.registrationInfo?.credential;
  if (!verified?.verified || !credential) return undefined;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
  };
}

/** Options for a sign-in with any passkey of this service. */
export async function authenticationOptions({ id }: RelyingParty) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({ rpID: id, userVerification: 'required' });
}

async function verifyBy(
  { id, origin }: RelyingParty,
  passkey: OwnedPasskey,
  response: AuthenticationResponseJSON,
  { take }: Ceremony,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: take,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch(() => undefined);
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/**
 * The account of a passkey that answered a challenge. Undefined where the passkey is unknown, its
 * answer is wrong in any part, or its counter did not grow (WebAuthn Level 3, 7.2 step 22).
 */
export async function findByPasskey(
  party: RelyingParty,
  accounts: DoorAccounts,
  response: unknown,
  ceremony: Ceremony,
): Promise<DoorAccount | undefined> {
  const sent = response as AuthenticationResponseJSON | null;
  const passkey = typeof sent?.id === 'string' ? accounts.findPasskey(sent.id) : undefined;
  if (!sent || !passkey) return undefined;
  const counter = await verifyBy(party, passkey, sent, ceremony);
  if (counter === undefined || !accounts.setCounter(passkey, counter)) return undefined;
  return accounts.find(passkey.subject);
}
