/**
 * THE public client by which the console in a browser signs a user in: authorisation code with
 * PKCE, no secret.
 */
export const CONSOLE_CLIENT = {
  clientId: 'imagewell-console',
  /** Where the issuer sends the browser back to, below the address of the service. */
  redirectPath: '/console/callback',
  /** Where it leads after a sign-out. */
  signedOutPath: '/',
} as const;
