import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
} from '@simplewebauthn/browser';
import { alertIn, ask, part } from './page.ts';

const CANCELLED = 'The passkey wasn’t used. Try again, or use your password.';
const UNKNOWN = 'This passkey isn’t known here. Use another one, or your password.';
const SILENT = 'The service doesn’t answer. Try again.';

const tell = (text: string): void => alertIn(document, { '[data-banner-text]': text });

const here = () => location.pathname.replace(/\/$/, '');

/** Whether the button was pressed: the offer below the field ends with that. */
let isPressed = false;

async function useOnePasskey(isAutofill: boolean): Promise<void> {
  const offered = await ask(`${here()}/passkey-options`);
  if (offered.status !== 200) {
    if (!isAutofill) tell(SILENT);
    return;
  }
  if (isAutofill && isPressed) return; // the browser has one ceremony at a time
  let credential: object;
  try {
    credential = await startAuthentication({
      optionsJSON: offered.json,
      useBrowserAutofill: isAutofill,
    });
  } catch {
    if (!isAutofill) tell(CANCELLED); // the offer below the field was just not taken
    return;
  }
  const { status, json } = await ask(`${here()}/passkey`, credential);
  if (status === 200) location.replace(json.location);
  else tell(status === 0 ? SILENT : UNKNOWN);
}

/** Offers passkeys on the sign-in page: by the button, and below the field of the address. */
export async function startSignIn(): Promise<void> {
  const offer = document.querySelector<HTMLElement>('[data-passkey]');
  if (!offer || !browserSupportsWebAuthn()) return;
  offer.hidden = false;
  const button = part('[data-passkey-button]');
  button.onclick = () => {
    isPressed = true;
    void useOnePasskey(false);
  };
  if (button.hasAttribute('autofocus')) button.focus();
  if (await browserSupportsWebAuthnAutofill()) await useOnePasskey(true);
}
