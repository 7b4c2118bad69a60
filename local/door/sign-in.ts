import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { DoorAccount } from '../../adapters/sqlite/sign-in/door-accounts.ts';
import { isJsonObject, type JsonObject } from '../../core/foundation/json/json-value.ts';
import { networkOf } from '../../core/use-cases/access/limit-rate.ts';
import { forwardedOf } from '../http/forwarded.ts';
import type { OpenInteraction } from '../identity-provider/identity-provider.ts';
import { loginOf } from '../identity-provider/login.ts';
import { findInvitationStep } from '../identity-provider/next-step.ts';
import { sendPage } from '../identity-provider/page-card.ts';
import { readForm, readTypedBody } from '../identity-provider/read-body.ts';
import { readEmail } from '../identity-provider/users.ts';
import { openCeremony } from './ceremony.ts';
import type { DoorParts } from './door-parts.ts';
import { authenticationOptions, findByPasskey } from './passkeys.ts';
import { HashQueueFullError } from './password-hash.ts';
import { doorSignInPage, type SignInFault, type SignInPage } from './sign-in-page.ts';

const MAX_JSON_BYTES = 16_384;
const MAX_TYPED = 254;
const STATUS = { wrong: 400, waiting: 429, busy: 503 } as const;

/** Sends JSON to the script of a page. */
export function sendJson(response: ServerResponse, statusCode: number, body: object): void {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(statusCode, headers).end(JSON.stringify(body));
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

async function checkPassword(
  { hashes, clock }: DoorParts,
  { store, request }: OpenInteraction,
  typed: string,
  password: string,
): Promise<DoorAccount | SignInFault> {
  const email = readEmail(typed) ?? typed.slice(0, MAX_TYPED);
  const account = `account ${digestOf(email)}`;
  const address = `address ${networkOf(forwardedOf(request).address)}`;
  const attempt = store.attempts.begin(account, address, clock());
  if ('waitMs' in attempt) return { kind: 'waiting', waitMs: attempt.waitMs };
  const known = store.accounts.findByEmail(email);
  try {
    // an unknown address costs the same hash
    const isRight = await hashes.verify(password, known?.password);
    if (!isRight || !known) return { kind: 'wrong', left: attempt.left };
    store.attempts.succeed(account, address);
    return known;
  } catch (error) {
    if (!(error instanceof HashQueueFullError)) throw error;
    store.attempts.cancel(account, address);
    return { kind: 'busy' };
  }
}

function retryAfter(fault: SignInFault): Record<string, string> {
  if (fault.kind === 'wrong') return {};
  const seconds = fault.kind === 'busy' ? 5 : Math.ceil(fault.waitMs / 1000);
  return { 'Retry-After': String(seconds) };
}

/** The parts of the page that a try doesn't change. */
async function describePage(
  { baseUrl, party, readInvitedProject }: DoorParts,
  { details }: OpenInteraction,
): Promise<Omit<SignInPage, 'typed' | 'fault'>> {
  const next = await findInvitationStep(details.params, readInvitedProject);
  return { baseUrl, hasPasskeys: party !== undefined, next };
}

async function signInByPassword(parts: DoorParts, interaction: OpenInteraction): Promise<void> {
  const { store, request, response, finish } = interaction;
  const form = await readForm(request);
  const typed = form?.get('email') ?? '';
  const password = form?.get('password') ?? '';
  const checked = await checkPassword(parts, interaction, typed, password);
  if (!('kind' in checked)) {
    await parts.settle(checked);
    return finish(loginOf(store, checked.subject, parts.clock()));
  }
  const page = doorSignInPage({
    ...(await describePage(parts, interaction)),
    typed,
    fault: checked,
  });
  sendPage(response, STATUS[checked.kind], page, retryAfter(checked));
}

const ceremonyOf = ({ store, details }: OpenInteraction, { clock }: DoorParts) =>
  openCeremony(store, `sign-in ${details.uid}`, clock);

async function offerPasskey(parts: DoorParts, interaction: OpenInteraction): Promise<void> {
  const { party } = parts;
  const { request, response } = interaction;
  request.resume();
  if (!party) return sendJson(response, 404, { code: 'no-passkeys' });
  const options = await authenticationOptions(party);
  ceremonyOf(interaction, parts).offer(options.challenge);
  sendJson(response, 200, options);
}

/** Reads what a script sent; undefined where it is no object. */
export async function readJson(
  request: OpenInteraction['request'],
): Promise<JsonObject | undefined> {
  const text = await readTypedBody(request, 'application/json', MAX_JSON_BYTES);
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function signInByPasskey(parts: DoorParts, interaction: OpenInteraction): Promise<void> {
  const { party, clock } = parts;
  const { store, provider, request, response } = interaction;
  const sent = await readJson(request);
  const ceremony = ceremonyOf(interaction, parts);
  const account = party && (await findByPasskey(party, store.accounts, sent, ceremony));
  if (!account) return sendJson(response, 400, { code: 'passkey' });
  await parts.settle(account);
  const login = loginOf(store, account.subject, clock());
  const location = await provider.interactionResult(request, response, { login });
  sendJson(response, 200, { location });
}

/** Answers the sign-in page of a public machine, and the two calls of its script. */
export function createDoorSignIn(parts: DoorParts) {
  return async (interaction: OpenInteraction): Promise<void> => {
    const { request, response, details, path } = interaction;
    if (request.method === 'POST') {
      if (path === 'passkey-options') return offerPasskey(parts, interaction);
      if (path === 'passkey') return signInByPasskey(parts, interaction);
      return signInByPassword(parts, interaction);
    }
    const typed = String(details.params.login_hint ?? '');
    const page = doorSignInPage({ ...(await describePage(parts, interaction)), typed });
    sendPage(response, 200, page);
  };
}
