import type { Endpoint } from '../../../core/api/endpoint.ts';
import type { Services } from '../../../core/ports/services.ts';
import type { ApiHandler } from '../../../lambdas/http/api-types.ts';
import { FUNCTIONS, type FunctionName } from '../../../lib/functions.ts';

interface HandlerModule {
  readonly createHandler: (services: Services) => ApiHandler;
}

const modules = new Map<string, Promise<HandlerModule>>();

/**
 * The handler of the function that has this call. A module is imported a single time. At each
 * import of an address the test runner asks its main process, for about a millisecond of CPU.
 */
export async function handlerOf(endpoint: Endpoint, services: Services): Promise<ApiHandler> {
  const { entry } = FUNCTIONS[endpoint.functionName as FunctionName];
  const address = new URL(`../../../${entry}`, import.meta.url).href;
  const loading: Promise<HandlerModule> = modules.get(address) ?? import(address);
  modules.set(address, loading);
  return (await loading).createHandler(services);
}
