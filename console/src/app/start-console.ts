import { hideInvitationCode } from '../state/invitation-link.ts';
import { showTheme } from '../state/kept-theme.ts';
import { startKeyboard } from '../state/keyboard.ts';
import { loadAccount } from '../state/projects.ts';
import { place, startRouter } from '../state/router.ts';
import {
  completeVisit,
  sessionState,
  signInSilently,
  startSession,
  wasSignedIn,
} from '../state/session/session.ts';
import { loadSettings } from '../state/settings.ts';
import { loadOfferAhead } from '../state/take-over.ts';
import { startUploads } from '../uploads/upload-queue.ts';
import { loadScreen } from './screen-outlet.tsx';

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
