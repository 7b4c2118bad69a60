import type { Endpoint } from '../../core/api/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../core/api/endpoints.ts';
import type { ApiHandler } from './api-types.ts';

/** Names of THE table's calls that one shared function runs. */
export type CallsOf<FunctionName extends string> = {
  [Name in EndpointName]: (typeof ENDPOINTS)[Name]['functionName'] extends FunctionName
    ? Name
    : never;
}[EndpointName];

/** One handler for several calls, by the route that API Gateway found; each keeps its own middy stack, made on its first use. */
export function routeCalls<FunctionName extends string, Run>(
  runs: Readonly<Record<CallsOf<FunctionName>, Run>>,
  create: (contract: Endpoint, run: Run) => ApiHandler,
): ApiHandler {
  const names = Object.keys(runs) as CallsOf<FunctionName>[];
  const byPath = new Map<string, CallsOf<FunctionName>>(
    names.map((name) => [ENDPOINTS[name].path, name]),
  );
  const made = new Map<string, ApiHandler>();
  return async (event, context) => {
    const name = byPath.get(event.resource);
    if (!name) throw new Error(`no call has the route ${event.resource}`);
    const handler = made.get(name) ?? create(ENDPOINTS[name], runs[name]);
    made.set(name, handler);
    return handler(event, context);
  };
}
