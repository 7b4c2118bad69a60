import { afterEach, expect, it, vi } from 'vitest';
import { findIssuer } from '../../../console/src/state/session/issuer.ts';
import { loadSettings } from '../../../console/src/state/settings.ts';

afterEach(() => vi.unstubAllGlobals());

it('a console without an issuer says that sign-in is not possible from there', async () => {
  const settings = { issuer: null, clientId: null };
  vi.stubGlobal('fetch', async () => Response.json(settings));
  await loadSettings();
  await expect(findIssuer()).rejects.toThrow('Sign-in is not possible from here.');
});
