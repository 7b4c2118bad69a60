import { type Endpoint, roleOf } from '../../core/api/endpoint.ts';
import { API_FUNCTIONS, ENDPOINTS } from '../../core/api/endpoints.ts';
import { ENVIRONMENT, NO_ISSUER } from '../../lambdas/environment.ts';
import type { TokenIssuer } from '../service-config.ts';
import type { ServiceFunction } from './service-function.ts';

/** The functions of calls with access tokens of users. */
export const TAKING_TOKENS = API_FUNCTIONS.filter((name) =>
  Object.values<Endpoint>(ENDPOINTS).some(
    (endpoint) => endpoint.functionName === name && roleOf(endpoint) !== undefined,
  ),
);

/** Gives a function the issuer of its access tokens, and the requirements on them. */
export function grantTokenIssuer(fn: ServiceFunction, issuer: TokenIssuer): void {
  const { tokenIssuer = NO_ISSUER, tokenKeysUrl, tokenAudiences, tokenAudienceClaim } = issuer;
  fn.setVariable(ENVIRONMENT.tokenIssuer, tokenIssuer);
  if (!tokenKeysUrl || !tokenAudiences) return;
  fn.setVariable(ENVIRONMENT.tokenKeysUrl, tokenKeysUrl);
  fn.setVariable(ENVIRONMENT.tokenAudienceClaim, tokenAudienceClaim);
  fn.setVariable(ENVIRONMENT.tokenAudiences, tokenAudiences.join(','));
}

/** Gives a function the issuer's userinfo endpoint. */
export function grantUserInfo(fn: ServiceFunction, { tokenUserInfoUrl }: TokenIssuer): void {
  if (tokenUserInfoUrl) fn.setVariable(ENVIRONMENT.tokenUserInfoUrl, tokenUserInfoUrl);
}
