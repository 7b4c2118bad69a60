import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import {
  openSqliteSignInStore,
  type SignInStore,
} from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import type { Identity } from '../../core/accounts/account.ts';
import { signInPath } from '../data-folder/data-paths.ts';
import { createUserInfoAnswer } from './answer-user-info.ts';
import { LOCAL_ISSUER, SIGN_IN_PATH, SIGN_IN_PATHS } from './issuer-profile.ts';
import { faultPage, issuerPage, sendPage, signInPage } from './pages.ts';
import { providerSettings } from './provider-settings.ts';

import { createSignInTickets, type SignInTickets } from './sign-in-tickets.ts';
import { type PrivateKey, publicPart, readSigningKey } from './signing-key.ts';
import { OWNER_EMAIL, readEmail, signInUser } from './users.ts';

const MAX_FORM_BYTES = 8_192;

/** The fields of a form that a page sent; undefined where it is too long or of another type. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_FORM_BYTES) chunks.push(chunk);
  }
  if (type !== 'application/x-www-form-urlencoded' || length > MAX_FORM_BYTES) return undefined;
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

export interface SignInOptions {
  readonly dataDir: string;
  /** Of the service, at which its issuer is found. */
  readonly baseUrl: string;
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
  close(): void;
}

interface Opened {
  readonly store: SignInStore;
  readonly key: PrivateKey;
  readonly answerUserInfo: ReturnType<typeof createUserInfoAnswer>;
  readonly tickets: SignInTickets;
}

type Asked = readonly [IncomingMessage, ServerResponse];

function open(dataDir: string): Opened {
  const store = openSqliteSignInStore(signInPath(dataDir), createDiskReserve(dataDir));
  const key = readSigningKey(store);
  const tickets = createSignInTickets();
  return { store, key, answerUserInfo: createUserInfoAnswer(store, key), tickets };
}

/** It takes half a second to load, and most starts never need it. */
async function loadProvider({ store, key }: Opened, { baseUrl, onFault }: SignInOptions) {
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(baseUrl + SIGN_IN_PATH, providerSettings(store, key, baseUrl));
  return provider.on('server_error', (_, error) => onFault(error.stack ?? error.message));
}

async function servePage(
  { store, tickets }: Opened,
  provider: Provider,
  ...requested: Asked
): Promise<void> {
  const [request, response] = requested;
  const { prompt, params } = await provider.interactionDetails(...requested);
  const hint = String(params.login_hint ?? '');
  const ticketed = prompt.name === 'login' ? tickets.take(hint) : undefined;
  if (ticketed !== undefined) {
    return provider.interactionFinished(...requested, { login: { accountId: ticketed } });
  }
  const form = request.method === 'POST' ? await readForm(request) : undefined;
  const typed = form?.get('email') ?? '';
  const email = readEmail(typed);
  if (prompt.name === 'consent') return provider.interactionFinished(...requested, { consent: {} });
  if (!email && request.method === 'POST') {
    return sendPage(response, 400, signInPage(typed, 'Enter a valid e-mail address.'));
  }
  if (!email) return sendPage(response, 200, signInPage(hint));
  const { subject } = signInUser(store, email);
  return provider.interactionFinished(...requested, { login: { accountId: subject } });
}

/**
 * An issuer over what a data folder keeps; the folder's file is opened, and oidc-provider loaded,
 * at the first request that needs them.
 */
export function createSignIn(options: SignInOptions): SignIn {
  let opened: Opened | undefined;
  let loading: Promise<Provider> | undefined;
  const parts = () => {
    opened ??= open(options.dataDir);
    return opened;
  };
  const provider = () => {
    loading ??= loadProvider(parts(), options);
    return loading;
  };

  async function serveRest(path: string, ...requested: Asked): Promise<string> {
    const [request, response] = requested;
    if (path.startsWith(SIGN_IN_PATHS.page)) {
      await servePage(parts(), await provider(), ...requested).catch((error: Error) => {
        if (error.name !== 'SessionNotFound') throw error;
        sendPage(
          response,
          400,
          faultPage('expired', 'The sign-in has expired. Start again from the application.'),
        );
      });
      return `${SIGN_IN_PATH}${SIGN_IN_PATHS.page}{id}`;
    }
    // as Express does for a mounted application: oidc-provider derives its own addresses from the
    // two
    const { url = '' } = request;
    Object.assign(request, { originalUrl: url, url: url.slice(SIGN_IN_PATH.length) });
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
        const keys = JSON.stringify({ keys: [publicPart(parts().key)] });
        response.writeHead(200, { 'Content-Type': 'application/jwk-set+json' }).end(keys);
        return SIGN_IN_PATH + path;
      }
      if (path === '' || path === '/') {
        sendPage(response, 200, issuerPage(options.baseUrl));
        return SIGN_IN_PATH;
      }
      if (path !== SIGN_IN_PATHS.userInfo) return serveRest(path, request, response);
      await parts().answerUserInfo(request, response);
      return SIGN_IN_PATH + path;
    },
    close: () => opened?.store.close(),
  };
}
