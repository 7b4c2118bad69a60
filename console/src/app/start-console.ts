import { startUploads } from '../uploads/upload-queue.ts';
import { startKeyboard } from './keyboard.ts';
import { loadAccount } from './projects.ts';
import { place, startRouter } from './router.ts';
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
  await loadSettings();
  await completeVisit();
  const isPage = place.value.path.startsWith('/console');
  if (isPage && sessionState.value === 'signed-out' && wasSignedIn()) await signInSilently();
  if (sessionState.value !== 'signed-in') return;
  loadAccount();
  startUploads();
}
