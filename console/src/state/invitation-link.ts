import { PATHS } from './route-names.ts';
import { navigate, place } from './router.ts';

/** The page of an invitation; its code is in the fragment, which browsers send nowhere. */
export const invitationPath = (code: string) => `${PATHS.invitation}#${code}`;

/** The address where an invitation is accepted, to be sent to the invited user. */
export const invitationLink = (code: string) => location.origin + invitationPath(code);

/** The code of the invitation that the page shows; empty where the link has none. */
export const readInvitationCode = () => place.value.query.get('code') ?? location.hash.slice(1);

/** Takes the code of an older link out of its query, which a reload would send. */
export function hideInvitationCode(): void {
  const { path, query } = place.value;
  const code = query.get('code');
  if (path !== PATHS.invitation || code === null) return;
  navigate(invitationPath(code), { isReplacing: true });
}
