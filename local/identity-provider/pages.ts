import { escapeHtml } from '../../site/html-page.ts';
import { cardFoot, cardPage, localService, NEXT_HEAD } from './page-card.ts';
import { pageIcon } from './page-icons.ts';

/** An account on this machine, as the page of the development issuer lists it. */
export interface ListedUser {
  readonly email: string;
  /** Of their account, where it has one. */
  readonly name?: string | undefined;
  /** Their highest role, as words; undefined: a member of no project. */
  readonly role?: string | undefined;
}

/** The content of the development issuer's page. */
export interface DevelopmentPage {
  readonly baseUrl: string;
  readonly users: readonly ListedUser[];
  readonly typed: string;
  readonly fault?: string;
  /** The step after the sign-in. */
  readonly next: string;
}

const COLOURS = 4;

/** Two letters of a name or an address. */
function initialsOf(label: string): string {
  const [first = '', second = ''] = label.split('@', 1)[0]?.split(/[\s._-]+/) ?? [];
  const [one = '?'] = first;
  const [other = ''] = second === '' ? first.slice(one.length) : second;
  return (one + other).toUpperCase();
}

function userRow({ email, name, role }: ListedUser, index: number): string {
  const label = name ?? email;
  const below = name === undefined ? '' : `<small>${escapeHtml(email)}</small>`;
  const roleText = role === undefined ? '' : `<small>${escapeHtml(role)}</small>`;
  return `<li><button type="submit" class="acct" name="email" value="${escapeHtml(email)}"${index === 0 ? ' autofocus' : ''}><span class="avatar a${(index % COLOURS) + 1}" aria-hidden="true">${escapeHtml(initialsOf(label))}</span><span class="grow"><b>${escapeHtml(label)}</b>${below}</span>${roleText}${pageIcon('right')}</button></li>`;
}

function userList(users: readonly ListedUser[]): string {
  if (users.length === 0) return '';
  return `<div><h2 class="mini-h" id="accounts">Accounts on this machine</h2>
<form method="post"><ul class="accts" aria-labelledby="accounts">${users.map(userRow).join('')}</ul></form></div>
<p class="or"><span>or</span></p>
`;
}

function emailField({ typed, fault, users }: DevelopmentPage): string {
  const hint = fault
    ? `${pageIcon('error')}<span>${escapeHtml(fault)}</span>`
    : '<span>Any address will do. It names you in the team and in the audit trail.</span>';
  const isFirst = users.length === 0 || fault !== undefined;
  return `<div class="f${fault ? ' bad' : ''}"><label for="email">E-mail address</label>
<input class="input" id="email" name="email" type="email" autocomplete="email" inputmode="email" spellcheck="false" placeholder="name@example.com" required${isFirst ? ' autofocus' : ''}${fault ? ' aria-invalid="true"' : ''} aria-describedby="email-hint" value="${escapeHtml(typed)}">
<p class="hint" id="email-hint"${fault ? ' role="alert"' : ''}>${hint}</p></div>`;
}

/** The development sign-in page, with the former input and its fault. */
export function signInPage(shown: DevelopmentPage): string {
  return cardPage({
    title: 'Sign in',
    service: localService(shown.baseUrl),
    content: `<h1>Sign in</h1>
<p class="say">Accounts here are for development. They live on this machine, have no password, and no <span class="nb">e-mail</span> is sent. Whoever opens this page here can use any of them.</p>
${userList(shown.users)}<form method="post" class="fs">
${emailField(shown)}
<button class="btn primary lg" type="submit"><span>Continue</span></button>
</form>
${cardFoot([[NEXT_HEAD, shown.next]])}`,
  });
}

/** The page of the issuer itself, for who opens its address. */
export function issuerPage(baseUrl: string, hasAccounts: boolean): string {
  const description = `${baseUrl}/oidc/.well-known/openid-configuration`;
  const about = hasAccounts
    ? 'Accounts of this service sign in here, with a passkey or a password.'
    : 'Accounts here are for development: this issuer asks for no password, and answers this machine only.';
  return cardPage({
    title: 'Sign in',
    content: `<h1>Sign in</h1>
<p class="say">This is the OpenID Connect issuer of this service. ${about}</p>
<a class="btn primary lg" href="/">Open the console</a>
<p><a href="${escapeHtml(description)}">The description for programs</a></p>
<p>On the command line: <code>npx imagewell login</code></p>`,
  });
}

/** The page that asks whether to end the session; the form is the provider's own. */
export function signOutPage(form: string): string {
  return cardPage({
    title: 'Sign out',
    content: `<h1>Sign out</h1>
<p class="say">The console is signed out. Until you sign out here, too, this browser signs in again without a question.</p>
${form}
<button class="btn primary lg" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  });
}

/** The page of a failed sign-in. */
export function faultPage(error: string, description = ''): string {
  return cardPage({
    title: 'You are not signed in',
    content: `<h1>You are not signed in</h1>
<p class="say">${escapeHtml(error)}: ${escapeHtml(description)}</p>
<a class="btn primary lg" href="/">Back to the start</a>`,
  });
}
