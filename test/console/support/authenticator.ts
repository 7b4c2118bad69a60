import type { Page } from 'playwright-core';

/** The authenticator of a page's device, which verifies its user or doesn't. */
export interface Authenticator {
  setVerified(isUserVerified: boolean): Promise<void>;
}

/** Gives the device of a page a platform authenticator that keeps passkeys (CTAP 2). */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setVerified(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
