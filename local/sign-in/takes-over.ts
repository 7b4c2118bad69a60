import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from '../../core/images/image-reference.ts';
import type { Handled } from '../http-server.ts';
import { SIGN_IN_PATH } from '../issuer-profile.ts';
import { faultPage, sendPage } from './pages.ts';
import type { SignIn } from './sign-in.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Whether a request comes from this machine and names it. The page asks for no password, so it is nobody's else: not another machine's where the service listens to
 * others as well, and not that of a web page whose name was made to lead here.
 */
function isOfThisMachine({ socket, headers }: IncomingMessage): boolean {
  return LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '');
}

/** Gives the issuer what is below its path; to others it isn't there. */
export function signInTakesOver({ serve }: SignIn, onFault: (message: string) => void) {
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
    const isHere = request.url?.startsWith(`${SIGN_IN_PATH}/`) && isOfThisMachine(request);
    return isHere ? handle(request, response) : undefined;
  };
}
