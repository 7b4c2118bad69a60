import { PATHS } from '../../app/route-names.ts';

/** The address that an invitation is accepted at; its code is in the query. */
export const invitationLink = (code: string) =>
  `${location.origin}${PATHS.invitation}?code=${encodeURIComponent(code)}`;
