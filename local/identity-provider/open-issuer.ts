import { createHttpUserInfo } from '../../adapters/https/user-info.ts';
import { createJoseAccessTokens } from '../../adapters/jose/access-tokens.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { AccessTokens } from '../../core/ports/members/access-tokens.ts';
import type { UserInfo } from '../../core/ports/members/user-info.ts';
import { findIssuer, type IssuerSettings } from './find-issuer.ts';
import type { LocalIssuer } from './issuer-profile.ts';

/** The issuer of accepted tokens; one that was silent at the start is known by its settings. */
export type TokenIssuer = LocalIssuer | IssuerSettings;

/** The two questions to an issuer. */
export interface OpenedIssuer {
  readonly accessTokens: AccessTokens;
  readonly userInfo: UserInfo;
}

/** A user waits for it. */
const SEARCH_MS = 3_000;
/** A flood of tokens asks a silent issuer no more often. */
const PAUSE_MS = 5_000;

function openFound(issuer: LocalIssuer): OpenedIssuer {
  return {
    accessTokens: createJoseAccessTokens(issuer),
    userInfo: createHttpUserInfo(issuer.userInfoUrl),
  };
}

function busy(cause?: unknown): ServiceError {
  return new ServiceError('busy', {
    detail: 'The token issuer does not respond: sign-in is unavailable. API keys work; retry.',
    headers: { 'Retry-After': String(PAUSE_MS / 1000) },
    cause,
  });
}

/**
 * Opens an issuer. Tokens search for one that was silent at the start, at most once in five
 * seconds. Until it is found, both questions throw `busy`.
 */
export function openIssuer(issuer: TokenIssuer, now: () => number = Date.now): OpenedIssuer {
  if ('jwksUri' in issuer) return openFound(issuer);
  let search: Promise<OpenedIssuer> | undefined;
  let silentUntil = 0;
  const fail = (error: unknown): never => {
    search = undefined;
    silentUntil = now() + PAUSE_MS;
    throw busy(error);
  };
  const open = async (): Promise<OpenedIssuer> => {
    if (now() < silentUntil) throw busy();
    search ??= findIssuer(issuer, SEARCH_MS).then(openFound).catch(fail);
    return search;
  };
  return {
    accessTokens: { identify: async (token) => (await open()).accessTokens.identify(token) },
    userInfo: { of: async (token) => (await open()).userInfo.of(token) },
  };
}
