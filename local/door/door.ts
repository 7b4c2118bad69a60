import type { IncomingMessage, ServerResponse } from 'node:http';
import { askForBody } from '../http/expect-continue.ts';
import type { Handled } from '../http/http-server.ts';
import { isAtOrBelow, pathOf } from '../http/request-path.ts';
import { handleSignIn } from '../identity-provider/handle-sign-in.ts';
import type { SignIn } from '../identity-provider/identity-provider.ts';
import { SIGN_IN_PATH, SIGN_IN_PATHS } from '../identity-provider/issuer-profile.ts';
import { cardPage, publicService, sendPage } from '../identity-provider/page-card.ts';
import { faultPage } from '../identity-provider/pages.ts';
import type { DoorParts } from './door-parts.ts';
import { createSetUp, SETUP_CALLS } from './set-up.ts';
import { setUpPage } from './set-up-page.ts';
import { SETUP_PATH } from './setup-link.ts';
import { asPublicRequest, isFromOwnPage, isOfPublicAddress, isOwnTokenRequest } from './walls.ts';

const MISDIRECTED = 421;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const NOT_ALLOWED = 405;

function isDoorPath(path: string): boolean {
  return [SIGN_IN_PATH, SETUP_PATH].some((own) => isAtOrBelow(path, own));
}

/** Paths whose POSTs change something by a cookie or a link, and come from a page alone. */
function isPagePath(path: string): boolean {
  return path.startsWith(SIGN_IN_PATH + SIGN_IN_PATHS.page) || path.startsWith(SETUP_PATH);
}

function elsewherePage(baseUrl: string): string {
  return cardPage({
    title: 'Another address',
    service: publicService(baseUrl),
    content: `<h1>Open this page at its own address</h1>
<p class="say">This service signs in at one address only. If this is the address that you opened, ask who runs this service: the proxy before it has to pass <code>Host</code> on.</p>
<a class="btn primary lg" href="${baseUrl}/">Open ${new URL(baseUrl).host}</a>`,
  });
}

const FOREIGN_PAGE = faultPage('another page', 'This form was sent by a page of another address.');

/** The parts of the door, and its issuer. */
export interface DoorOptions {
  readonly parts: DoorParts;
  readonly signIn: SignIn;
  onFault(message: string): void;
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  page: string,
): void {
  request.resume();
  sendPage(response, status, page);
}

/**
 * Takes the requests of a public machine's own door: the issuer, its pages, and the set-up. Each
 * must name the public address, and each POST of a page must come from a page of it.
 */
export function createDoor({ parts, signIn, onFault }: DoorOptions) {
  const base = new URL(parts.baseUrl);
  const setUp = createSetUp(parts, signIn);

  const serveSetUp = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const call = SETUP_CALLS.find((one) => path === `${SETUP_PATH}/${one}`);
    if (call) {
      if (request.method === 'POST') await setUp(call, request, response);
      else refuse(request, response, NOT_ALLOWED, faultPage('not_allowed'));
      return `${SETUP_PATH}/${call}`;
    }
    const isPage = path === SETUP_PATH && (request.method === 'GET' || request.method === 'HEAD');
    if (isPage) refuse(request, response, 200, setUpPage(parts.baseUrl));
    else refuse(request, response, NOT_FOUND, faultPage('not_found'));
    return SETUP_PATH;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<string> => {
    const path = pathOf(request);
    if (isOwnTokenRequest(request)) return signIn.serve(request, response);
    if (!isOfPublicAddress(request, base)) {
      refuse(request, response, MISDIRECTED, elsewherePage(parts.baseUrl));
      return SIGN_IN_PATH;
    }
    if (request.method === 'POST' && isPagePath(path) && !isFromOwnPage(request, base)) {
      refuse(request, response, FORBIDDEN, FOREIGN_PAGE);
      return SIGN_IN_PATH;
    }
    askForBody(request);
    asPublicRequest(request, base);
    if (isAtOrBelow(path, SETUP_PATH)) {
      return serveSetUp(request, response, path);
    }
    return signIn.serve(request, response);
  };

  return (request: IncomingMessage, response: ServerResponse): Promise<Handled> | undefined =>
    isDoorPath(pathOf(request))
      ? handleSignIn(serve(request, response), response, onFault)
      : undefined;
}
