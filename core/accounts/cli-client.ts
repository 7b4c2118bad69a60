/**
 * THE public client by which a command line on somebody's machine signs them in: authorisation code
 * with PKCE, no secret (RFC 8252).
 */
export const CLI_CLIENT = {
  clientId: 'imagewell-cli',
  /**
   * The first that is free is listened on, on the loopback interface alone; an issuer knows no
   * others.
   */
  ports: [17_861, 24_713, 29_437],
  path: '/callback',
} as const;

/** By name and not by number: Amazon Cognito takes plain http for `localhost` alone. */
export const CLI_REDIRECT_URIS: readonly string[] = CLI_CLIENT.ports.map(
  (port) => `http://localhost:${port}${CLI_CLIENT.path}`,
);
