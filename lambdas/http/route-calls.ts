import { ENDPOINTS, type EndpointName } from '../../core/api/endpoints.ts';
import type { UseCase } from '../../core/use-cases/access/callers.ts';
import type { ApiHandler } from './api-types.ts';
import { endpoint, type ServicesOf } from './endpoint.ts';

/** Names of THE table's calls that one shared function runs. */
export type CallsOf<FunctionName extends string> = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['functionName'] extends FunctionName
    ? Name
    : never;
}[EndpointName];

type FunctionName = (typeof ENDPOINTS)[EndpointName]['functionName'];

/**
 * A use case for each call of a function: a missing one, or one that doesn't fit its row, doesn't
 * compile.
 */
type UseCasesOf<Name extends FunctionName, Needs> = {
  readonly [Call in CallsOf<Name>]: UseCase<Call, Needs>;
};

/**
 * One handler for the calls of a function, by API Gateway's route; each keeps its own middy stack,
 * made on its first use.
 */
export function routeCalls<Name extends FunctionName, Needs extends ServicesOf<CallsOf<Name>>>(
  services: Needs,
  functionName: Name,
  useCases: UseCasesOf<Name, Needs>,
): ApiHandler {
  const names = Object.keys(useCases) as CallsOf<Name>[];
  const byPath = new Map<string, CallsOf<Name>>(names.map((name) => [ENDPOINTS[name].path, name]));
  const result = new Map<string, ApiHandler>();
  return async (event, context) => {
    const name = byPath.get(event.resource);
    if (!name) throw new Error(`${functionName} has no call at ${event.resource}`);
    const handler = result.get(name) ?? endpoint(services, name, useCases[name]);
    result.set(name, handler);
    return handler(event, context);
  };
}

/** Names of the calls whose function runs no other call. */
export type OnlyCall = {
  [Name in EndpointName]: [CallsOf<(typeof ENDPOINTS)[Name]['functionName']>] extends [Name]
    ? Name
    : never;
}[EndpointName];

/**
 * The handler of a function with one call. A second row that names the function doesn't compile
 * here: its handler needs `routeCalls` then.
 */
export function runOnlyCall<Name extends OnlyCall, Needs extends ServicesOf<Name>>(
  services: Needs,
  name: Name,
  useCase: UseCase<Name, Needs>,
): ApiHandler {
  return endpoint(services, name, useCase);
}
