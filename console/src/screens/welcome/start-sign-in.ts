import { signIn, visitFault } from '../../state/session/session.ts';
import type { VisitOptions } from '../../state/session/tokens.ts';

/** Starts a sign-in; a failure is shown on the card. */
export function startSignIn(returnTo: string, options?: VisitOptions): void {
  visitFault.value = undefined;
  signIn(returnTo, options).catch((error) => {
    visitFault.value = error;
  });
}
