/** Where the service of this console is, as the service itself says. */
export interface Settings {
  /** The base URL of the API; empty: this origin. */
  readonly apiUrl: string;
  readonly cdnUrl: string;
  /** Of access tokens; null if sign-in is impossible from here. */
  readonly issuer: string | null;
  readonly clientId: string | null;
  /** Whether webhooks are called at all. */
  readonly hasEvents: boolean;
  /** A service on this machine, whose project can be taken over. */
  readonly isLocal: boolean;
  /** Of a service with accounts of its own: whether any can sign in. */
  readonly hasWayIn?: boolean;
}

let loaded: Settings | undefined;

/** Reads the settings once; throws a TypeError where the service doesn't answer. */
export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/console/settings.json'); // as index.html preloads it
  if (!response.ok) throw new TypeError(`settings.json: ${response.status}`);
  const settings: Settings = await response.json();
  loaded = settings;
  return settings;
}

/** The settings; they are there before anything is drawn. */
export function readSettings(): Settings {
  if (!loaded) throw new TypeError('the settings are not loaded');
  return loaded;
}
