import { NO_RESERVE } from '../../../adapters/folder/disk/reserve.ts';
import { openSqliteSignInStore } from '../../../adapters/sqlite/sign-in/sign-in-store.ts';
import { signInPath } from '../../../local/data-folder/data-paths.ts';
import { makeSetupLink } from '../../../local/door/setup-link.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../service/start-service.ts';
import { authorizeUrl, createBrowser, discover, follow, makeVerifier } from './sign-in-by-page.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
type Json = any;
type Browser = ReturnType<typeof createBrowser>;

/** A service with accounts of its own at a public address of this machine. */
export interface DoorService {
  readonly baseUrl: string;
  readonly dataDir: string;
  service(): StartedService;
  /** Ends the service and starts it again on the same folder. */
  restart(...options: string[]): Promise<void>;
  /** The secret of a new link, as the operator's command makes one. */
  makeSecret(email?: string, now?: number): string;
  /** Opens the accounts of the data folder. */
  withStore<T>(read: (store: ReturnType<typeof openSqliteSignInStore>) => T): T;
  close(): Promise<void>;
}

/** Starts a service with a door, with further options of `start`. */
export async function startDoor(...options: string[]): Promise<DoorService> {
  const folder = await makeDataFolder();
  const port = String(await freePort());
  const baseUrl = `http://localhost:${port}`;
  const start = (more: readonly string[]) =>
    startService(folder.path, '--port', port, '--public-url', baseUrl, ...more);
  let running = await start(options);
  const withStore: DoorService['withStore'] = (read) => {
    const store = openSqliteSignInStore(signInPath(folder.path), NO_RESERVE);
    try {
      return read(store);
    } finally {
      store.close();
    }
  };
  return {
    baseUrl,
    dataDir: folder.path,
    service: () => running,
    withStore,
    makeSecret: (email, now = Date.now()) =>
      withStore((store) => makeSetupLink(store, baseUrl, email ?? null, now)).split('#')[1] ?? '',
    async restart(...more) {
      await running.stop();
      running = await start(more);
    },
    async close() {
      await running.stop();
      await folder.remove();
    },
  };
}

/** Sends JSON as a page of the service does. */
export async function post(
  baseUrl: string,
  path: string,
  body: object,
  browser: Browser = createBrowser(),
  headers: Readonly<Record<string, string>> = {},
) {
  const sent = { 'Content-Type': 'application/json', Origin: baseUrl, ...headers };
  const url = path.startsWith('http') ? path : baseUrl + path;
  const answer = await browser(url, { method: 'POST', headers: sent, body: JSON.stringify(body) });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { ...answer, json: (isJson ? JSON.parse(answer.text) : {}) as Json };
}

/** Finishes a set-up with a password. */
export function setUpByPassword(
  { baseUrl, makeSecret }: DoorService,
  email: string,
  password: string,
  secret = makeSecret(),
  browser = createBrowser(),
) {
  const body = { secret, name: 'Mira', email, project: 'Workshop', password };
  return post(baseUrl, '/setup/finish', body, browser);
}

/** The address of the sign-in page that a new browser stands before. */
export async function openSignInPage(baseUrl: string, browser: Browser): Promise<string> {
  const discovered = await discover(`${baseUrl}/oidc`);
  return follow(browser, authorizeUrl(discovered, makeVerifier().challenge, { prompt: 'login' }));
}

/** Types an address and a password into the page. */
export function typePassword(
  baseUrl: string,
  browser: Browser,
  page: string,
  email: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = new URLSearchParams({ email, password });
  return browser(page, { method: 'POST', body, headers: { Origin: baseUrl, ...headers } });
}
