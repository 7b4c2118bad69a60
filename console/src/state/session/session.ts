import { computed, signal } from '@preact/signals';
import { PATHS } from '../route-names.ts';
import { navigate } from '../router.ts';
import { findIssuer, REDIRECT_PATH } from './issuer.ts';
import { renewals } from './renewals.ts';
import { forgetSignIn, rememberSignIn } from './sign-in-hint.ts';
import {
  exchangeCode,
  renewTokens,
  revokeTokens,
  startVisit,
  type Tokens,
  type Visit,
  type VisitOptions,
  visitAddress,
} from './tokens.ts';

export { wasSignedIn } from './sign-in-hint.ts';

/** `ended`: a user was signed in, and their work is still on the page. */
export type SessionState = 'signed-out' | 'signed-in' | 'ended';

/** The secrets of a visit under way, for the page that comes back. */
const VISIT_KEY = 'imagewell.visit';
const CHANNEL = 'imagewell.session';
/** A token that ends while a call is under way is as good as ended. */
const MARGIN_MS = 60_000;

const tokens = signal<Tokens | undefined>(undefined);
const hasEnded = signal(false);

/** Whether a user is signed in. */
export const sessionState = computed<SessionState>(() => {
  if (hasEnded.value) return 'ended';
  return tokens.value ? 'signed-in' : 'signed-out';
});
/** The e-mail address of who is signed in, where the issuer says it. */
export const sessionEmail = computed(() => tokens.value?.email);

function takeTokens(fresh: Tokens): void {
  const isAgain = hasEnded.value;
  tokens.value = fresh;
  hasEnded.value = false;
  if (isAgain) renewals.value += 1;
  rememberSignIn();
}

/** Marks the session as ended; the dialog that asks to sign in again follows. */
export function endSession(): void {
  if (tokens.value) hasEnded.value = true;
}

let renewing: Promise<Tokens | undefined> | undefined;

/** A valid access token, renewed if it has ended; undefined if the user is signed in no more. */
export async function readAccessToken(): Promise<string | undefined> {
  const held = tokens.value;
  if (!held) return undefined;
  if (held.expiresAt - MARGIN_MS > Date.now()) return held.accessToken;
  renewing ??= renewTokens(held).finally(() => {
    renewing = undefined;
  });
  const fresh = await renewing;
  if (fresh) takeTokens(fresh);
  else endSession();
  return fresh?.accessToken;
}

interface KeptVisit extends Visit {
  readonly returnTo: string;
  readonly isSilent: boolean;
}

/** Why the last visit failed, unless it was silent. */
export const visitFault = signal<unknown>(undefined);

async function leave(returnTo: string, options: VisitOptions = {}): Promise<void> {
  const visit = startVisit();
  const address = await visitAddress(visit, options);
  const kept: KeptVisit = { ...visit, returnTo, isSilent: options.prompt === 'none' };
  sessionStorage.setItem(VISIT_KEY, JSON.stringify(kept));
  location.replace(address);
  await new Promise(() => {}); // the page is being left
}

const here = () => location.pathname + location.search + location.hash;

/** Goes to the issuer's page to sign in, and then to `returnTo`. */
export function signIn(returnTo: string, options?: VisitOptions): Promise<void> {
  return leave(returnTo, options);
}

/** Asks the issuer for a session that it still has, without asking the user for anything. */
export function signInSilently(): Promise<void> {
  return leave(here(), { prompt: 'none' });
}

function readKeptVisit(): KeptVisit | undefined {
  const text = sessionStorage.getItem(VISIT_KEY);
  sessionStorage.removeItem(VISIT_KEY);
  return text === null ? undefined : JSON.parse(text);
}

/** Where to sign in, with the page to open afterwards. */
export const signInPath = (returnTo: string) => `/?return=${encodeURIComponent(returnTo)}`;

/** Completes a visit to the issuer, if this page is where it comes back to. */
export async function completeVisit(): Promise<void> {
  if (location.pathname !== REDIRECT_PATH) return;
  const kept = readKeptVisit();
  if (!kept) {
    // a window that only signs in again: the page that opened it has the secrets
    new BroadcastChannel(CHANNEL).postMessage({ kind: 'sent-back', address: location.href });
    close();
    navigate('/', { isReplacing: true }); // where the browser keeps the window open
    return;
  }
  try {
    takeTokens(await exchangeCode(new URL(location.href), kept));
    navigate(kept.returnTo, { isReplacing: true });
  } catch (error) {
    if (!kept.isSilent) visitFault.value = error;
    forgetSignIn();
    const { pathname } = new URL(kept.returnTo, location.origin);
    const isOutside = pathname === PATHS.welcome || pathname === PATHS.invitation;
    const next = isOutside ? kept.returnTo : signInPath(kept.returnTo);
    navigate(next, { isReplacing: true });
  }
}

/** Signs in again in a window of its own, so that the work on this page is kept. */
export async function signInAgain(): Promise<void> {
  const opened = open('about:blank', 'imagewell-sign-in', 'popup,width=480,height=640');
  const visit = startVisit();
  const address = await visitAddress(visit);
  if (!opened) return leave(here());
  opened.location.href = address;
  const channel = new BroadcastChannel(CHANNEL);
  await new Promise<void>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent) => {
      if (data?.kind !== 'sent-back' || !String(data.address).includes(visit.state)) return;
      exchangeCode(new URL(data.address), visit).then(takeTokens).then(resolve, reject);
    };
  }).finally(() => channel.close());
}

/** Forgets the sign-in in every tab of this browser. */
function forget(): void {
  tokens.value = undefined;
  hasEnded.value = false;
  forgetSignIn();
}

/** Signs out: here, in every other tab, and at the issuer where it offers that. */
export async function signOut(): Promise<void> {
  const held = tokens.value;
  forget();
  new BroadcastChannel(CHANNEL).postMessage({ kind: 'signed-out' });
  navigate('/');
  if (!held) return;
  await revokeTokens(held).catch(() => {}); // it ends automatically within the hour
  const { server } = await findIssuer();
  if (server.end_session_endpoint === undefined) return;
  const address = new URL(server.end_session_endpoint);
  if (held.idToken !== undefined) address.searchParams.set('id_token_hint', held.idToken);
  address.searchParams.set('post_logout_redirect_uri', `${location.origin}/`);
  location.assign(address);
}

/** Follows a sign-out in another tab from now on. */
export function startSession(): void {
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent) => {
    if (data?.kind !== 'signed-out' || !tokens.value) return;
    forget();
    navigate('/');
  };
}
