import type { IncomingMessage, ServerResponse } from 'node:http';
import { askForBody } from '../http/expect-continue.ts';
import type { Handled } from '../http/http-server.ts';
import { isOfThisMachine } from '../http/of-this-machine.ts';
import { isAtOrBelow, pathOf } from '../http/request-path.ts';
import { handleSignIn } from './handle-sign-in.ts';
import type { SignIn } from './identity-provider.ts';
import { SIGN_IN_PATH, SIGN_IN_PATHS } from './issuer-profile.ts';

/** Without sign-in these stay, by which tokens are verified that were printed on this machine. */
const PATHS_OF_TOKENS: readonly string[] = [SIGN_IN_PATHS.keys, SIGN_IN_PATHS.userInfo];

function isServed(request: IncomingMessage, hasSignIn: boolean): boolean {
  const path = pathOf(request);
  if (!isAtOrBelow(path, SIGN_IN_PATH)) return false;
  return hasSignIn || PATHS_OF_TOKENS.includes(path.slice(SIGN_IN_PATH.length));
}

export interface TakeOverOptions {
  /** Whether anybody can sign in. */
  readonly hasSignIn: boolean;
  onFault(message: string): void;
}

/**
 * Gives the issuer the requests below its path. The page asks for no password, so it exists for
 * this machine only.
 */
export function signInTakesOver({ serve }: SignIn, { hasSignIn, onFault }: TakeOverOptions) {
  const handle = (request: IncomingMessage, response: ServerResponse): Promise<Handled> => {
    askForBody(request);
    return handleSignIn(serve(request, response), response, onFault);
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const isHere = isServed(request, hasSignIn) && isOfThisMachine(request);
    return isHere ? handle(request, response) : undefined;
  };
}
