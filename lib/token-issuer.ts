import { type Endpoint, roleOf } from '../core/contract/endpoint.ts';
import { API_FUNCTIONS, ENDPOINTS } from '../core/contract/endpoints.ts';
import { ENVIRONMENT, NO_ISSUER } from '../lambdas/environment.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import type { Settings } from './settings.ts';

/** The functions of calls that take people's access tokens. */
export const TAKING_TOKENS = API_FUNCTIONS.filter((name) =>
  Object.values<Endpoint>(ENDPOINTS).some(
    (endpoint) => endpoint.functionName === name && roleOf(endpoint) !== undefined,
  ),
);

/** Tells a function whose access tokens it takes, and what they are held to. */
export function grantTokenIssuer(fn: ServiceFunction, settings: Settings): void {
  const { tokenIssuer = NO_ISSUER, tokenKeysUrl, tokenAudiences, tokenAudienceClaim } = settings;
  const { tokenUserInfoUrl } = settings;
  fn.setVariable(ENVIRONMENT.tokenIssuer, tokenIssuer);
  if (!tokenKeysUrl || !tokenAudiences) return;
  fn.setVariable(ENVIRONMENT.tokenKeysUrl, tokenKeysUrl);
  fn.setVariable(ENVIRONMENT.tokenAudienceClaim, tokenAudienceClaim);
  fn.setVariable(ENVIRONMENT.tokenAudiences, tokenAudiences.join(','));
  if (tokenUserInfoUrl) fn.setVariable(ENVIRONMENT.tokenUserInfoUrl, tokenUserInfoUrl);
}
