import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { rememberSignIn } from '../state/session/sign-in-hint.ts';
import { alertIn, ask, part, show } from './page.ts';

/** The link's secret for this tab alone: a reload would lose what left the address bar. */
const SECRET_KEY = 'imagewell.setup';
const MINUTE_MS = 60_000;
const SOON_MINUTES = 5;

type Step = 'who' | 'way' | 'used' | 'wait';
type Way = 'passkey' | 'password';

const TITLES: Readonly<Record<Step, string>> = {
  wait: 'Set up this service',
  who: 'Set up this service',
  way: 'How will you sign in?',
  used: 'This link no longer works',
};

const WORDS = {
  short: (missing: number) => `${missing} more ${missing === 1 ? 'character' : 'characters'}.`,
  fine: (length: number) => `${length} characters. Long enough. Your browser can keep it.`,
  long: (most = '') => `${most} characters at most.`,
  known: 'This password is on lists of known ones. Choose another.',
  noHttps: 'Passkeys need https.',
  noBrowser: 'This browser has no passkeys.',
} as const;

const secret = () => sessionStorage.getItem(SECRET_KEY) ?? '';
const section = (step: Step) => part(`[data-step="${step}"]`);
const typedIn = (id: string) => part<HTMLInputElement>(`#${id}`).value;

/** Takes the secret out of the address bar, before anything else is done. */
function takeSecret(): void {
  if (location.hash.length > 1) sessionStorage.setItem(SECRET_KEY, location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
}

function go(step: Step): void {
  show('[data-step]', false);
  section(step).hidden = false;
  document.title = `${TITLES[step]} · imagewell`;
  if (step !== 'wait') part('h1', section(step)).focus();
}

function tell(step: 'who' | 'way', head: string, text: string): void {
  alertIn(section(step), { '[data-banner-head]': head, '[data-banner-text]': text });
}

function showHint(id: string, text: string, isFault: boolean): void {
  const input = part<HTMLInputElement>(`#${id}`);
  const hint = part(`#${id}-hint`);
  part('span', hint).textContent = text;
  hint.hidden = text === '';
  input.parentElement?.closest('.f')?.classList.toggle('bad', isFault);
  if (isFault) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}

function showFaults(faults: Readonly<Record<string, string>>): void {
  let first: HTMLElement | undefined;
  for (const field of section('who').querySelectorAll<HTMLElement>('[data-field]')) {
    const id = field.dataset.field ?? '';
    const fault = faults[id];
    showHint(id, fault ?? part(`#${id}-hint`).dataset.hint ?? '', fault !== undefined);
    if (fault !== undefined) first ??= part(`#${id}`);
  }
  first?.focus();
}

/** One end for every link that doesn't work. */
function endLink(hasAccounts: boolean): void {
  sessionStorage.removeItem(SECRET_KEY);
  show('[data-has-accounts]', hasAccounts);
  go('used');
}

const person = () => ({
  secret: secret(),
  name: typedIn('name'),
  email: typedIn('email'),
  project: typedIn('project'),
});

function silent(step: 'who' | 'way', status: number): void {
  const why = status === 503 ? 'It has too much to do at this moment.' : 'It doesn’t answer.';
  tell(step, 'Nothing was saved yet.', `${why} What you typed is kept. Try again.`);
}

function isSettled(step: 'who' | 'way', status: number, json: Record<string, never>): boolean {
  if (status === 410) endLink(Boolean(json.hasAccounts));
  else if (status === 400 && json.code === 'person') {
    go('who');
    showFaults(json.faults ?? {});
  } else if (status === 0 || status >= 500) silent(step, status);
  else return false;
  return true;
}

async function check(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const { status, json } = await ask('/setup/check', person());
  if (isSettled('who', status, json)) return;
  showFaults({});
  part<HTMLInputElement>('[name="username"]').value = typedIn('email');
  show('[data-banner]', false, section('way'));
  go('way');
}

const way = (): Way =>
  part<HTMLInputElement>('[name="way"][value="password"]').checked ? 'password' : 'passkey';

function showWay(): void {
  for (const one of ['passkey', 'password'] as const) show(`[data-way="${one}"]`, way() === one);
}

/** The hint while one types; only the service knows the known ones. The page has the bounds. */
function describePassword(password: string): string {
  const { min, max } = part('[data-min]').dataset;
  const length = [...password.normalize('NFKC')].length;
  if (length === 0) return `At least ${min} characters.`;
  if (length < Number(min)) return WORDS.short(Number(min) - length);
  return length > Number(max) ? WORDS.long(max) : WORDS.fine(length);
}

function tellPasswordFault(fault: string): void {
  const text = fault === 'known' ? WORDS.known : describePassword(typedIn('new-password'));
  showHint('new-password', text, true);
  part('#new-password').focus();
}

async function makePasskey(): Promise<object | undefined> {
  const { status, json } = await ask('/setup/passkey', person());
  if (isSettled('way', status, json)) return undefined;
  try {
    return { passkey: await startRegistration({ optionsJSON: json }) };
  } catch {
    tell('way', 'The passkey wasn’t made.', 'Try again, or choose a password.');
    return undefined;
  }
}

async function finish(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const isPassword = way() === 'password';
  const credential = isPassword ? { password: typedIn('new-password') } : await makePasskey();
  if (!credential) return;
  const { status, json } = await ask('/setup/finish', { ...person(), ...credential });
  if (isSettled('way', status, json)) return;
  if (status !== 200) {
    if (isPassword) tellPasswordFault(json.fault);
    else tell('way', 'The passkey wasn’t taken.', 'Try again, or choose a password.');
    return;
  }
  sessionStorage.removeItem(SECRET_KEY);
  rememberSignIn();
  location.replace(json.location);
}

function startClock(leftMs: number): void {
  const endsAt = performance.now() + leftMs;
  const showLeft = () => {
    const minutes = Math.max(0, Math.ceil((endsAt - performance.now()) / MINUTE_MS));
    part('[data-left]').textContent = minutes === 1 ? '1 minute' : `${minutes} minutes`;
    if (minutes === SOON_MINUTES) part('[data-soon]').textContent = 'The link ends in 5 minutes.';
  };
  showLeft();
  setInterval(showLeft, 10_000);
}

function preparePasskeys(isPossible: boolean): void {
  const radio = part<HTMLInputElement>('[name="way"][value="passkey"]');
  const isOffered = isPossible && browserSupportsWebAuthn();
  part<HTMLInputElement>(`[name="way"][value="${isOffered ? 'passkey' : 'password'}"]`).checked =
    true;
  if (isOffered) return;
  radio.setAttribute('aria-disabled', 'true');
  radio.onclick = (event) => event.preventDefault();
  show('[data-safest]', false);
  const isSecure = location.protocol === 'https:' || isPossible;
  part('[data-passkey-words]').textContent = isSecure ? WORDS.noBrowser : WORDS.noHttps;
}

function fillPerson(json: Readonly<Record<string, string | null>>): void {
  const email = part<HTMLInputElement>('#email');
  if (json.email) {
    email.value = json.email;
    email.readOnly = true;
  }
  if (json.isKnown) {
    part<HTMLInputElement>('#name').value = json.name ?? '';
    show('[data-field="name"]', false);
    show('[data-known]', true);
  }
  show('[data-owner]', !json.email);
  show('[data-guest]', Boolean(json.email));
  const project = part<HTMLInputElement>('#project');
  show('[data-field="project"]', json.project !== null);
  project.value = json.project === 'default' || !json.project ? 'Images' : json.project;
}

/** Leads a set-up link from who one is to how one signs in. */
export async function startSetUp(): Promise<void> {
  takeSecret();
  const { status, json } = await ask('/setup/link', { secret: secret() });
  if (status !== 200) {
    if (status === 410) return endLink(Boolean(json.hasAccounts));
    const retry = document.createElement('p');
    retry.className = 'say';
    retry.textContent = 'The service doesn’t answer. Load the page again: the link still works.';
    section('wait').append(retry);
    return;
  }
  fillPerson(json);
  preparePasskeys(json.hasPasskeys);
  startClock(json.leftMs);
  showWay();
  part<HTMLFormElement>('form', section('who')).onsubmit = (event) => void check(event);
  part<HTMLFormElement>('form', section('way')).onsubmit = (event) => void finish(event);
  for (const radio of section('way').querySelectorAll<HTMLInputElement>('[name="way"]')) {
    radio.onchange = showWay;
  }
  const password = part<HTMLInputElement>('#new-password');
  showHint('new-password', describePassword(''), false);
  password.oninput = () => showHint('new-password', describePassword(password.value), false);
  part('[data-back]').onclick = () => go('who');
  go('who');
}

/** Makes the buttons that copy a command do so. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.onclick = async () => {
      const told = document.querySelector('[data-copied]');
      try {
        await navigator.clipboard.writeText(button.dataset.copy ?? '');
        if (told) told.textContent = 'Copied';
      } catch {
        if (told) told.textContent = 'The browser refused. Select the text and copy it.';
      }
    };
  }
}
