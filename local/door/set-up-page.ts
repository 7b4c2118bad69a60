import { cardPage, publicService } from '../identity-provider/page-card.ts';
import { pageIcon } from '../identity-provider/page-icons.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-rule.ts';
import { passwordField } from './sign-in-page.ts';

const COMMAND = 'imagewell admin setup-link';

function steps(current: 1 | 2): string {
  const step = (number: 1 | 2, words: string) => {
    const isDone = number < current;
    const mark = isDone ? pageIcon('check') : String(number);
    const attributes = `${number === current ? ' aria-current="step"' : ''}${isDone ? ' class="done"' : ''}`;
    return `<li${attributes}><span class="n" aria-hidden="true">${mark}</span>${words}</li>`;
  };
  return `<ol class="steps" aria-label="Step ${current} of 2">${step(1, 'Who you are')}${step(2, 'How you sign in')}</ol>`;
}

interface TextField {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly attributes: string;
}

function field({ id, label, hint, attributes }: TextField): string {
  const below = hint === '' ? ' hidden' : '';
  return `<div class="f" data-field="${id}"><label for="${id}">${label}</label><input class="input" id="${id}" name="${id}" ${attributes} required aria-describedby="${id}-hint"><p class="hint" id="${id}-hint" data-hint="${hint}"${below}><span>${hint}</span></p></div>`;
}

const NAME = field({
  id: 'name',
  label: 'Your name',
  hint: '',
  attributes: 'autocomplete="name" maxlength="100"',
});
const EMAIL = field({
  id: 'email',
  label: 'E-mail address',
  hint: 'You sign in with it. No e-mail is sent to it.',
  attributes:
    'type="email" autocomplete="username" inputmode="email" spellcheck="false" maxlength="254"',
});
const PROJECT = field({
  id: 'project',
  label: 'First project',
  hint: 'A project holds images, keys and a team. You can rename it.',
  attributes: 'autocomplete="off" maxlength="100"',
});

const PROBLEM = `<div class="banner bad" role="alert" data-banner hidden>${pageIcon('error')}<div class="grow"><b data-banner-head></b><p data-banner-text></p></div></div>`;

const WHO = `<section data-step="who" hidden>
${steps(1)}
<h1 tabindex="-1">Set up this service</h1>
<p class="say"><span data-owner>You opened the link from the terminal of this service. The account you make here owns it.</span><span data-guest hidden>You opened a link that who runs this service made for you.</span> The link ends in <b class="num" data-left></b>, or once you have finished.</p>
<p class="vh" role="status" data-soon></p>
${PROBLEM}
<form class="fs" novalidate>
${NAME}
${EMAIL}
${PROJECT}
<button class="btn primary lg" type="submit"><span>Continue</span></button>
</form>
</section>`;

function option(value: string, icon: 'passkey' | 'key', head: string, small: string): string {
  return `<label class="opt"><input type="radio" name="way" value="${value}"><span class="opt-i">${pageIcon(icon)}</span><span class="grow"><b>${head}</b><small>${small}</small></span></label>`;
}

const WAY = `<section data-step="way" hidden>
${steps(2)}
<h1 tabindex="-1">How will you sign in?</h1>
<p class="say" data-known hidden>The new way in replaces the former ones of this account, and ends its sessions.</p>
${PROBLEM}
<form class="fs" novalidate>
<input class="vh" type="text" name="username" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
<fieldset class="opts"><legend class="vh">How will you sign in?</legend>
${option('passkey', 'passkey', 'Passkey <span class="badge ok" data-safest>Safest</span>', '<span data-passkey-words>Your finger, face or PIN. Nothing to remember, nothing that can be guessed.</span>')}
${option('password', 'key', 'Password', `At least ${MIN_PASSWORD} characters. Works in every browser.`)}
</fieldset>
<div data-way="password" data-min="${MIN_PASSWORD}" data-max="${MAX_PASSWORD}" hidden>${passwordField({ id: 'new-password', label: 'New password', complete: 'new-password' })}</div>
<div data-way="passkey" hidden><button class="btn primary lg" type="submit">${pageIcon('passkey')}<span>Make a passkey</span></button></div>
<div data-way="password" hidden><button class="btn primary lg" type="submit"><span>Finish and open the images</span></button></div>
</form>
<p class="fine" data-way="passkey" hidden>Your device asks next.</p>
<p class="row back"><button class="link" type="button" data-back>Back</button></p>
</section>`;

const USED = `<section data-step="used" hidden>
<span class="door-i">${pageIcon('clock')}</span>
<h1 tabindex="-1">This link no longer works</h1>
<p class="say">A set-up link works once and for 30 minutes. This one was used, or its time is over. Nothing was changed.</p>
<a class="btn primary lg" href="/" data-has-accounts hidden>${pageIcon('door')}<span>Sign in</span></a>
<div class="mend"><h2 class="mini-h">You run this service and have no account?</h2><p>Make a new link in its terminal:</p><div class="code one"><pre tabindex="0" aria-label="Command for a new link"><code>${COMMAND}</code></pre><button class="btn sm" type="button" data-copy="${COMMAND}">${pageIcon('copy')}<span>Copy</span></button></div></div>
<p class="vh" role="status" data-copied></p>
</section>`;

const WAITING = `<section data-step="wait">
<h1>Set up this service</h1>
<noscript><p class="say">This page needs JavaScript: the secret of the link never leaves the browser without it.</p></noscript>
</section>`;

/**
 * The page that a set-up link opens. Its script immediately takes the secret out of the address.
 */
export function setUpPage(baseUrl: string): string {
  return cardPage({
    title: 'Set up this service',
    service: publicService(baseUrl),
    content: `<div data-setup>
${[WAITING, WHO, WAY, USED].join('\n')}
</div>`,
  });
}
