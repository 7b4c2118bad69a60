import { existsSync } from 'node:fs';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { openSqliteEndedSessions } from '../../adapters/sqlite/sign-in/open-ended-sessions.ts';
import type { AccessTokens } from '../../core/ports/members/access-tokens.ts';
import { signInPath } from '../data-folder/data-paths.ts';
import { LOCAL_ISSUER } from './issuer-profile.ts';
import { type OpenedIssuer, openIssuer, type TokenIssuer } from './open-issuer.ts';

/**
 * Refuses tokens of sign-ins that were ended since, though they are valid for the rest of their
 * hour. The file is opened at the first token: without it no session was ever ended.
 */
function withoutEnded(accessTokens: AccessTokens, dataDir: string): AccessTokens {
  let readEnded: ((subject: string) => number) | undefined;
  const endedAt = (subject: string): number => {
    const path = signInPath(dataDir);
    if (!readEnded && !existsSync(path)) return 0;
    readEnded ??= openSqliteEndedSessions(path, createDiskReserve(dataDir));
    return readEnded(subject);
  };
  return {
    async identify(token) {
      const identity = await accessTokens.identify(token);
      if (!identity) return undefined;
      return (identity.authenticatedAt ?? 0) >= endedAt(identity.subject) ? identity : undefined;
    },
  };
}

/** Opens the issuer of a service; of its own one, tokens of ended sessions are refused. */
export function openServiceIssuer(issuer: TokenIssuer, dataDir: string): OpenedIssuer {
  const opened = openIssuer(issuer);
  if (issuer.issuer !== LOCAL_ISSUER) return opened;
  return { ...opened, accessTokens: withoutEnded(opened.accessTokens, dataDir) };
}
