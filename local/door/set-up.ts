import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NewCredential } from '../../adapters/sqlite/sign-in/door-accounts.ts';
import type { SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { cookieSettings } from '../identity-provider/cookie-settings.ts';
import type { SignIn } from '../identity-provider/identity-provider.ts';
import { loginOf } from '../identity-provider/login.ts';
import { SESSION_SECONDS } from '../identity-provider/provider-settings.ts';
import { readEmail, subjectOfEmail } from '../identity-provider/users.ts';
import { openCeremony } from './ceremony.ts';
import type { DoorParts } from './door-parts.ts';
import { registrationOptions, verifyRegistration } from './passkeys.ts';
import { HashQueueFullError } from './password-hash.ts';
import { findPasswordFault } from './password-rule.ts';
import { digestSecret } from './setup-link.ts';
import { readJson, sendJson } from './sign-in.ts';

const MAX_NAME = 100;
const CONTROL = /\p{Cc}|\p{Cs}/u;

interface Sent {
  readonly response: ServerResponse;
  readonly request: IncomingMessage;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of the link. */
  readonly digest: string;
  /** That the link is for; null: a new owner's. */
  readonly email: string | null;
  readonly endsAt: number;
}

/** The new user of a set-up, as typed. */
interface Person {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly pendingProject: string | null;
}

type Faults = Readonly<Record<string, string>>;

function readLine(value: unknown, max: number): string | undefined {
  const line = typeof value === 'string' ? value.trim().normalize('NFC') : '';
  const length = [...line.slice(0, max * 4)].length;
  return length === 0 || length > max || CONTROL.test(line) ? undefined : line;
}

/** The user of a set-up, or the fault of each field. */
function readPerson(
  store: SignInStore,
  { body, email: linked }: Sent,
  hasOwner: boolean,
): Person | Faults {
  const email = linked ?? readEmail(typeof body.email === 'string' ? body.email : '');
  const known = email === undefined ? undefined : store.accounts.findByEmail(email);
  const name = linked !== null && known ? known.name : readLine(body.name, MAX_NAME);
  const needsProject = linked === null && !hasOwner;
  const project = needsProject ? readLine(body.project, LIMITS.maxProjectNameLength) : '';
  const faults = {
    ...(name === undefined ? { name: `Type a name of 1 to ${MAX_NAME} characters.` } : {}),
    ...(email === undefined ? { email: 'Enter a valid e-mail address.' } : {}),
    ...(known && linked === null
      ? { email: 'This address has an account. The operator can make a link for it.' }
      : {}),
    ...(project === undefined
      ? { project: `Type a name of 1 to ${LIMITS.maxProjectNameLength} characters.` }
      : {}),
  };
  if (Object.keys(faults).length > 0 || email === undefined || name === undefined) return faults;
  const pendingProject = linked === null ? (project ?? '') : null;
  return { subject: subjectOfEmail(email), email, name, pendingProject };
}

const isPerson = (read: Person | Faults): read is Person => typeof read.subject === 'string';

async function describeLink(parts: DoorParts, store: SignInStore, sent: Sent): Promise<void> {
  const { email, endsAt, response } = sent;
  const known = email === null ? undefined : store.accounts.findByEmail(email);
  const project = await parts.readFirstProject();
  sendJson(response, 200, {
    leftMs: endsAt - parts.clock(),
    email,
    name: known?.name ?? null,
    project: email === null && !project.hasOwner ? project.name : null,
    isKnown: known !== undefined,
    hasPasskeys: parts.party !== undefined,
  });
}

const ceremonyOf = (store: SignInStore, { digest }: Sent, { clock }: DoorParts) =>
  openCeremony(store, `set-up ${digest}`, clock);

async function offerPasskey(
  parts: DoorParts,
  store: SignInStore,
  sent: Sent,
  person: Person,
): Promise<void> {
  const { party } = parts;
  const { response } = sent;
  if (!party) return sendJson(response, 404, { code: 'no-passkeys' });
  const options = await registrationOptions(party, person);
  ceremonyOf(store, sent, parts).offer(options.challenge);
  sendJson(response, 200, options);
}

async function readCredential(
  parts: DoorParts,
  store: SignInStore,
  sent: Sent,
  email: string,
): Promise<NewCredential | { readonly fault: string }> {
  const { party, hashes } = parts;
  const { password, passkey } = sent.body;
  if (typeof password === 'string') {
    const fault = findPasswordFault(password, email);
    return fault ? { fault } : { password: await hashes.make(password) };
  }
  const ceremony = ceremonyOf(store, sent, parts);
  const made = party && (await verifyRegistration(party, passkey, ceremony));
  return made ? { passkey: made } : { fault: 'passkey' };
}

/** Signs the browser in at the provider, with a new session whatever it had before. */
async function openSession(
  parts: DoorParts,
  signIn: SignIn,
  { request, response }: Sent,
  subject: string,
): Promise<void> {
  const store = signIn.store();
  const account = store.accounts.find(subject);
  if (!account) throw new Error('a finished set-up has no account');
  await parts.settle(account);
  const provider = await signIn.provider();
  const { accountId, ts: loginTs } = loginOf(store, account.subject, parts.clock());
  const session = new provider.Session();
  session.loginAccount({ accountId, loginTs });
  await session.save(SESSION_SECONDS);
  const { cookies } = provider.createContext(request, response);
  const { long } = cookieSettings(parts.baseUrl);
  cookies.set(provider.cookieName('session'), session.id, {
    ...long,
    maxAge: SESSION_SECONDS * 1000,
  });
}

async function finish(parts: DoorParts, signIn: SignIn, sent: Sent, person: Person): Promise<void> {
  const { response, digest } = sent;
  const store = signIn.store();
  const credential = await readCredential(parts, store, sent, person.email);
  if ('fault' in credential) {
    return sendJson(response, 400, { code: 'credential', fault: credential.fault });
  }
  const now = parts.clock();
  const made = store.accounts.finishSetUp({ digest, account: person, credential, now });
  if (made !== 'finished') return refuseLink(store, response);
  await openSession(parts, signIn, sent, person.subject);
  sendJson(response, 200, { location: '/console' });
}

/** One answer for a link that was used, has ended or never was. */
function refuseLink(store: SignInStore, response: ServerResponse): void {
  sendJson(response, 410, { code: 'link', hasAccounts: store.accounts.hasWayIn() });
}

/** The calls of the set-up page. */
export const SETUP_CALLS = ['link', 'check', 'passkey', 'finish'] as const;
type SetupCall = (typeof SETUP_CALLS)[number];

/** Answers the calls of the set-up page; each needs the secret of a living link. */
export function createSetUp(parts: DoorParts, signIn: SignIn) {
  const run = async (call: SetupCall, sent: Sent): Promise<void> => {
    const store = signIn.store();
    if (call === 'link') return describeLink(parts, store, sent);
    const { hasOwner } = await parts.readFirstProject();
    const person = readPerson(store, sent, hasOwner);
    const { response } = sent;
    if (!isPerson(person)) return sendJson(response, 400, { code: 'person', faults: person });
    if (call === 'check') return sendJson(response, 200, {});
    if (call === 'passkey') return offerPasskey(parts, store, sent, person);
    return finish(parts, signIn, sent, person);
  };
  return async (
    call: SetupCall,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const body = (await readJson(request)) ?? {};
    const store = signIn.store();
    const digest = digestSecret(body.secret);
    const link = digest && store.accounts.findLink(digest, parts.clock());
    if (!digest || !link) return refuseLink(store, response);
    try {
      await run(call, { request, response, body, digest, ...link });
    } catch (error) {
      if (!(error instanceof HashQueueFullError)) throw error;
      sendJson(response, 503, { code: 'busy' });
    }
  };
}
