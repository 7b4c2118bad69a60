import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from '../../core/images/image-reference.ts';
import type { Handled } from '../http/http-server.ts';
import type { SignIn } from './identity-provider.ts';
import { SIGN_IN_PATH, SIGN_IN_PATHS } from './issuer-profile.ts';
import { faultPage, sendPage } from './pages.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

/** Headers that proxies add (RFC 7239, RFC 9110 7.6.3, RFC 8586). */
const PROXY_HEADER = /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded-.*)$/;
/** The Origin that browsers send from the page itself; `null` where they hide it. */
const LOOPBACK_ORIGIN = /^(null|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?)$/;

/**
 * A proxy on this machine comes from it and may name it. nginx uses HTTP/1.0 by default, and no
 * browser does.
 */
function isPassedOn({ headers, httpVersion }: IncomingMessage): boolean {
  const { origin = 'null' } = headers;
  const names = Object.keys(headers);
  return (
    httpVersion === '1.0' ||
    names.some((name) => PROXY_HEADER.test(name)) ||
    !LOOPBACK_ORIGIN.test(origin)
  );
}

/**
 * Whether a request comes from this machine and names it. The page asks for no password, so it
 * refuses all others. These are other machines, a web page whose name was made to lead here, and
 * requests through a reverse proxy.
 */
function isOfThisMachine(request: IncomingMessage): boolean {
  const { socket, headers } = request;
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    isLoopbackHost(headers.host ?? '') &&
    !isPassedOn(request)
  );
}

/** Without sign-in these stay, by which tokens are verified that were printed on this machine. */
const PATHS_OF_TOKENS: readonly string[] = [SIGN_IN_PATHS.keys, SIGN_IN_PATHS.userInfo];

function isServed({ url = '' }: IncomingMessage, hasSignIn: boolean): boolean {
  const [path = ''] = url.split('?', 1);
  if (!path.startsWith(`${SIGN_IN_PATH}/`)) return false;
  return hasSignIn || PATHS_OF_TOKENS.includes(path.slice(SIGN_IN_PATH.length));
}

export interface TakeOverOptions {
  /** Whether anybody can sign in. */
  readonly hasSignIn: boolean;
  onFault(message: string): void;
}

/** Gives the issuer the requests below its path; for other callers it doesn't exist. */
export function signInTakesOver({ serve }: SignIn, { hasSignIn, onFault }: TakeOverOptions) {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<Handled> => {
    const route = await serve(request, response).catch((error: Error) => {
      onFault(error.stack ?? error.message);
      if (!response.headersSent) sendPage(response, 500, faultPage('server_error'));
      else response.destroy();
      return SIGN_IN_PATH;
    });
    return { route, statusCode: response.statusCode };
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const isHere = isServed(request, hasSignIn) && isOfThisMachine(request);
    return isHere ? handle(request, response) : undefined;
  };
}
