/**
 * THE public client with which a command line signs in: authorisation code with PKCE, no secret
 * (RFC 8252).
 */
export const CLI_CLIENT = {
  clientId: 'imagewell-cli',
  /**
   * It listens on the first free one, on the loopback interface only; an issuer knows no others.
   */
  ports: [17_861, 24_713, 29_437],
  path: '/callback',
} as const;

/** By name and not by number: Amazon Cognito accepts plain http for `localhost` only. */
export const CLI_REDIRECT_URIS: readonly string[] = CLI_CLIENT.ports.map(
  (port) => `http://localhost:${port}${CLI_CLIENT.path}`,
);
