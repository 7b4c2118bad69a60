import { PATHS } from '../../app/route-names.ts';

/** The page that an invitation is accepted on; its code is in the query. */
export const invitationPath = (code: string) =>
  `${PATHS.invitation}?code=${encodeURIComponent(code)}`;

/** The address where an invitation is accepted, to be sent to the invited user. */
export const invitationLink = (code: string) => location.origin + invitationPath(code);
