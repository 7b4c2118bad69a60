import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, Provider } from 'oidc-provider';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import {
  openSqliteSignInStore,
  type SignInMode,
  type SignInStore,
} from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import type { Identity } from '../../core/accounts/account.ts';
import { signInPath } from '../data-folder/data-paths.ts';
import { createUserInfoAnswer } from './answer-user-info.ts';
import { LOCAL_ISSUER, SIGN_IN_PATH, SIGN_IN_PATHS } from './issuer-profile.ts';
import { type Login, loginOf } from './login.ts';
import { sendPage } from './page-card.ts';
import { isPageFile, sendPageFile } from './page-files.ts';
import { faultPage, issuerPage } from './pages.ts';
import { providerSettings } from './provider-settings.ts';
import { createSignInTickets, type SignInTickets } from './sign-in-tickets.ts';
import { type PrivateKey, publicPart, readSigningKey } from './signing-key.ts';
import { OWNER_EMAIL, signInUser } from './users.ts';

/** A sign-in under way, which a page answers. */
export interface OpenInteraction {
  readonly store: SignInStore;
  readonly provider: Provider;
  readonly details: Interaction;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Behind the ID of the interaction, without a slash; the page itself is empty. */
  readonly path: string;
  /** Sends the browser on. */
  finish(login: Login): Promise<void>;
}

export interface SignInOptions {
  readonly dataDir: string;
  /** Of the service, at which its issuer is found. */
  readonly baseUrl: string;
  readonly mode: SignInMode;
  /** Answers the page of a sign-in, and the calls of its script. */
  servePage(interaction: OpenInteraction): Promise<void>;
  /** The folder with the style and the script of the pages. */
  openConsole(): Promise<string | undefined>;
  readonly onFault: (message: string) => void;
}

/** How who takes the local project over with one click signs in. */
export interface OwnerSignIn {
  /** Of this machine's owner, whose user is made where there is none. */
  identity(): Identity;
  /** A ticket with which the browser of the click signs in as this user. */
  issueTicket(): string;
}

/** The local service's issuer of access tokens. */
export interface SignIn extends OwnerSignIn {
  /** Answers a request below SIGN_IN_PATH; its route, for the log. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<string>;
  /** Its file in the data folder, opened now. */
  store(): SignInStore;
  provider(): Promise<Provider>;
  close(): void;
}

interface Opened {
  readonly store: SignInStore;
  readonly key: PrivateKey;
  readonly answerUserInfo: ReturnType<typeof createUserInfoAnswer>;
  readonly tickets: SignInTickets;
}

type Asked = readonly [IncomingMessage, ServerResponse];

function open(dataDir: string, mode: SignInMode): Opened {
  const store = openSqliteSignInStore(signInPath(dataDir), createDiskReserve(dataDir));
  store.enterMode(mode);
  const key = readSigningKey(store);
  const tickets = createSignInTickets();
  return { store, key, answerUserInfo: createUserInfoAnswer(store, key), tickets };
}

/** It takes half a second to load, and most starts never need it. */
async function loadProvider({ store, key }: Opened, { baseUrl, mode, onFault }: SignInOptions) {
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(baseUrl + SIGN_IN_PATH, providerSettings(store, key, baseUrl));
  // a door writes these headers itself (asPublicRequest)
  provider.proxy = mode === 'door';
  return provider.on('server_error', (_, error) => onFault(error.stack ?? error.message));
}

/** The ID of an interaction, and what follows it. */
const PAGE = /^\/interaction\/([\w-]+)(?:\/([\w-]+))?$/;

async function servePage(
  { store, tickets }: Opened,
  provider: Provider,
  options: SignInOptions,
  path: string,
  ...requested: Asked
): Promise<void> {
  const [request, response] = requested;
  const details = await provider.interactionDetails(...requested);
  const [, uid, rest = ''] = PAGE.exec(path) ?? [];
  // the cookie decides, and it is for one address
  if (uid !== details.uid) throw Object.assign(new Error('unknown'), { name: 'SessionNotFound' });
  if (details.prompt.name === 'consent') {
    return provider.interactionFinished(...requested, { consent: {} });
  }
  const finish = (login: Login) => provider.interactionFinished(...requested, { login });
  const ticketed = tickets.take(String(details.params.login_hint ?? ''));
  if (ticketed !== undefined) return finish(loginOf(store, ticketed, Date.now()));
  return options.servePage({ store, provider, details, request, response, path: rest, finish });
}

function sendKeys(response: ServerResponse, key: PrivateKey): void {
  const keys = JSON.stringify({ keys: [publicPart(key)] });
  response.writeHead(200, { 'Content-Type': 'application/jwk-set+json' }).end(keys);
}

/**
 * Does as Express does for a mounted application: oidc-provider derives its own addresses from the
 * two.
 */
function mount(request: IncomingMessage): void {
  const { url = '' } = request;
  Object.assign(request, { originalUrl: url, url: url.slice(SIGN_IN_PATH.length) });
}

/** Answers the page of an interaction; one that is unknown is a sign-in that has expired. */
async function servePageOrFault(...page: Parameters<typeof servePage>): Promise<string> {
  const [, , , , , response] = page;
  try {
    await servePage(...page);
  } catch (error) {
    if ((error as Error).name !== 'SessionNotFound') throw error;
    const words = 'The sign-in has expired. Start again from the application.';
    sendPage(response, 400, faultPage('expired', words));
  }
  return `${SIGN_IN_PATH}${SIGN_IN_PATHS.page}{id}`;
}

/**
 * An issuer over what a data folder keeps; the folder's file is opened, and oidc-provider loaded,
 * at the first request that needs them.
 */
export function createSignIn(options: SignInOptions): SignIn {
  let opened: Opened | undefined;
  let loading: Promise<Provider> | undefined;
  const parts = () => {
    opened ??= open(options.dataDir, options.mode);
    return opened;
  };
  const provider = () => {
    loading ??= loadProvider(parts(), options);
    return loading;
  };

  async function serveRest(path: string, ...requested: Asked): Promise<string> {
    if (path.startsWith(SIGN_IN_PATHS.page)) {
      return servePageOrFault(parts(), await provider(), options, path, ...requested);
    }
    mount(requested[0]);
    await (await provider()).callback()(...requested);
    return SIGN_IN_PATH;
  }

  const owner = () => signInUser(parts().store, OWNER_EMAIL);
  return {
    identity: () => ({ issuer: LOCAL_ISSUER, subject: owner().subject }),
    issueTicket: () => parts().tickets.issue(owner().subject),
    async serve(request, response) {
      const [path = ''] = (request.url ?? '').slice(SIGN_IN_PATH.length).split('?', 1);
      if (path === SIGN_IN_PATHS.keys) {
        sendKeys(response, parts().key);
        return SIGN_IN_PATH + path;
      }
      if (path === '' || path === '/') {
        sendPage(response, 200, issuerPage(options.baseUrl, options.mode === 'door'));
        return SIGN_IN_PATH;
      }
      if (isPageFile(path)) {
        await sendPageFile(path, options.openConsole, request, response);
        return SIGN_IN_PATH + path;
      }
      if (path !== SIGN_IN_PATHS.userInfo) return serveRest(path, request, response);
      await parts().answerUserInfo(request, response);
      return SIGN_IN_PATH + path;
    },
    store: () => parts().store,
    provider,
    close: () => opened?.store.close(),
  };
}
