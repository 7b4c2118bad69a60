import { startUploads } from '../uploads/upload-queue.ts';
import { hideInvitationCode } from './invitation-link.ts';
import { showTheme } from './kept-theme.ts';
import { startKeyboard } from './keyboard.ts';
import { loadAccount } from './projects.ts';
import { place, startRouter } from './router.ts';
import { loadScreen } from './screen-outlet.tsx';
import {
  completeVisit,
  sessionState,
  signInSilently,
  startSession,
  wasSignedIn,
} from './session/session.ts';
import { loadSettings } from './settings.ts';
import { loadOfferAhead } from './take-over.ts';

/** Does what comes before the first drawing: settings, the sign-in, the address. */
export async function startConsole(): Promise<void> {
  showTheme();
  startRouter();
  hideInvitationCode();
  startKeyboard();
  startSession();
  const isPage = place.value.path.startsWith('/console');
  // the screen of who is new here comes beside the settings; where it is shown, a fault is told
  if (!isPage || !wasSignedIn()) loadScreen('welcome').catch(() => {});
  if (!isPage) loadOfferAhead(); // beside the settings; a place for it is drawn
  const { issuer } = await loadSettings();
  await completeVisit();
  // an issuer that doesn't answer leaves the page signed out, which says so at the next sign-in
  const isKnown = issuer !== null && wasSignedIn();
  if (sessionState.value === 'signed-out' && isKnown) await signInSilently().catch(() => {});
  if (sessionState.value !== 'signed-in') return;
  void loadAccount();
  startUploads();
}
