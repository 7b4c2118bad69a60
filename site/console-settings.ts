/** `/console/settings.json`: the facts of its service that the console needs. */
export interface ConsoleSettings {
  /** Of the API, without a slash at the end. */
  readonly apiUrl: string;
  /** Of images, and of the console itself. */
  readonly cdnUrl: string;
  /** The OpenID Connect issuer; null if sign-in is impossible from here. */
  readonly issuer: string | null;
  readonly clientId: string | null;
  /** Whether the service publishes events, without which webhooks are never called. */
  readonly hasEvents: boolean;
  /** Whether it is a local service, opened from the machine that it runs on. */
  readonly isLocal: boolean;
  /**
   * Whether any account of a public machine's own door can sign in; absent where users come in
   * another way.
   */
  readonly hasWayIn?: boolean;
}

export const CONSOLE_SETTINGS_KEY = 'console/settings.json';
