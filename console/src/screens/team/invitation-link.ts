import { PATHS } from '../../app/route-names.ts';

/** The page that an invitation is accepted on; its code is in the query. */
export const invitationPath = (code: string) =>
  `${PATHS.invitation}?code=${encodeURIComponent(code)}`;

/** The address that an invitation is accepted at, to be sent to somebody. */
export const invitationLink = (code: string) => location.origin + invitationPath(code);
