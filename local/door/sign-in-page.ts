import { escapeHtml } from '../../site/html-page.ts';
import {
  cardFoot,
  cardPage,
  type FootLine,
  NEXT_HEAD,
  publicService,
} from '../identity-provider/page-card.ts';
import { pageIcon } from '../identity-provider/page-icons.ts';

/** Why a try with a password didn't sign in. */
export type SignInFault =
  | { readonly kind: 'wrong'; readonly left: number }
  | { readonly kind: 'waiting'; readonly waitMs: number }
  | { readonly kind: 'busy' };

/** The content of a public machine's sign-in page. */
export interface SignInPage {
  readonly baseUrl: string;
  readonly hasPasskeys: boolean;
  readonly typed: string;
  readonly fault?: SignInFault;
  /** The step after a sign-in for an invitation; left out: it is for none. */
  readonly next?: string | undefined;
}

/** A time that is left, as `14 min 20 s`. */
export function durationText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

function faultText(fault: SignInFault, hasPasskeys: boolean): string {
  if (fault.kind === 'busy') return 'Too many sign-ins at this moment. Try again in a few seconds.';
  if (fault.kind === 'waiting') {
    const way = hasPasskeys ? ' A passkey works now.' : '';
    return `Password sign-in starts again in ${durationText(fault.waitMs)}.${way}`;
  }
  const wrong = 'E-mail address and password don’t belong together.';
  if (fault.left === 0) return `${wrong} Password sign-in now waits 15 minutes.`;
  const times = fault.left === 1 ? '1 more time' : `${fault.left} more times`;
  return `${wrong} You can try ${times}, then password sign-in waits 15 minutes.`;
}

function banner({ fault, hasPasskeys }: SignInPage): string {
  const text = fault ? escapeHtml(faultText(fault, hasPasskeys)) : '';
  return `<div class="banner bad" role="alert" data-banner${fault ? '' : ' hidden'}>${pageIcon('error')}<div class="grow"><b>You are not signed in.</b><p data-banner-text>${text}</p></div></div>
`;
}

const EYE = `<button class="btn icon quiet sm" type="button" data-eye hidden aria-label="Show the password" aria-pressed="false" title="Show the password">${pageIcon('eye')}</button>`;

/** A field for a password, with the eye that shows it where there is a script. */
export function passwordField(
  { id, label, complete, isFocused = false }: PasswordField,
  fault?: string,
): string {
  const hint = fault ? `${pageIcon('error')}<span>${escapeHtml(fault)}</span>` : '<span></span>';
  const marks = `${fault ? ' aria-invalid="true"' : ''}${isFocused ? ' autofocus' : ''}`;
  return `<div class="f${fault ? ' bad' : ''}"><label for="${id}">${label}</label><span class="pw"><input class="input" id="${id}" name="${id}" type="password" autocomplete="${complete}" required maxlength="512"${marks} aria-describedby="${id}-hint">${EYE}</span>
<p class="hint" id="${id}-hint"${fault ? '' : ' hidden'}>${hint}</p></div>`;
}

/** See passwordField. */
export interface PasswordField {
  readonly id: string;
  readonly label: string;
  readonly complete: 'current-password' | 'new-password';
  readonly isFocused?: boolean;
}

function passkeyPart({ hasPasskeys, fault }: SignInPage): string {
  if (!hasPasskeys) return '';
  const focus = fault?.kind === 'wrong' ? '' : ' autofocus';
  return `<div data-passkey hidden><div class="stack2"><button class="btn primary lg" type="button" data-passkey-button${focus}>${pageIcon('passkey')}<span>Sign in with a passkey</span></button><p class="fine">Your device asks for your finger, your face or its PIN.</p></div>
<p class="or"><span>or with a password</span></p></div>
`;
}

const LOST: FootLine = [
  'Lost your passkey or password?',
  'Ask who runs this service. They can make a link for you. No e-mail is sent from here.',
];

/** The sign-in page of a public machine; it works without a script, but for passkeys. */
export function doorSignInPage(shown: SignInPage): string {
  const { baseUrl, typed, fault, next } = shown;
  const isWrong = fault?.kind === 'wrong';
  const again = isWrong ? 'Type it again. Small and capital letters differ.' : undefined;
  const password = passwordField(
    { id: 'password', label: 'Password', complete: 'current-password', isFocused: isWrong },
    again,
  );
  return cardPage({
    title: isWrong ? 'You are not signed in' : 'Sign in',
    service: publicService(baseUrl),
    content: `<h1>Sign in</h1>
${banner(shown)}${passkeyPart(shown)}<form method="post" class="fs">
<div class="f"><label for="email">E-mail address</label><input class="input" id="email" name="email" type="email" autocomplete="username webauthn" inputmode="email" spellcheck="false" required maxlength="254" value="${escapeHtml(typed)}"></div>
${password}
<button class="btn lg" type="submit"><span>Sign in with password</span></button>
</form>
${cardFoot([...(next === undefined ? [] : [[NEXT_HEAD, next] as const]), LOST])}`,
  });
}
