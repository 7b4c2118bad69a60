import { startUploads } from '../uploads/upload-queue.ts';
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
import { startTheme } from './theme.ts';

/** Does what comes before the first drawing: settings, the sign-in, the address. */
export async function startConsole(): Promise<void> {
  startTheme();
  startRouter();
  startKeyboard();
  startSession();
  const isPage = place.value.path.startsWith('/console');
  // the screen of who is new here comes beside the settings; where it is shown, a fault is told
  if (!isPage || !wasSignedIn()) loadScreen('welcome').catch(() => {});
  await loadSettings();
  await completeVisit();
  // an issuer that doesn't answer leaves the page signed out, which says so at the next sign-in
  if (isPage && sessionState.value === 'signed-out' && wasSignedIn())
    await signInSilently().catch(() => {});
  if (sessionState.value !== 'signed-in') return;
  void loadAccount();
  startUploads();
}
