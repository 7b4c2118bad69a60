import type { ServerResponse } from 'node:http';
import type { Handled } from '../http/http-server.ts';
import { SIGN_IN_PATH } from './issuer-profile.ts';
import { sendPage } from './page-card.ts';
import { faultPage } from './pages.ts';

/** Ends a request of the sign-in, whose route is served; a fault is logged, and is 500. */
export async function handleSignIn(
  served: Promise<string>,
  response: ServerResponse,
  onFault: (message: string) => void,
): Promise<Handled> {
  const route = await served.catch((error: Error) => {
    onFault(error.stack ?? error.message);
    if (!response.headersSent) sendPage(response, 500, faultPage('server_error'));
    else response.destroy();
    return SIGN_IN_PATH;
  });
  return { route, statusCode: response.statusCode };
}
