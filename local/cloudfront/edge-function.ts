import { createContext, Script } from 'node:vm';
import type { EdgeEvent, EdgeRequest, EdgeResponse } from '../../lambdas/edge/viewer-request.ts';

export type RunViewerRequest = (event: EdgeEvent) => EdgeRequest | EdgeResponse;

/** Whether the edge function answered without the origin. */
export function isEdgeResponse(result: EdgeRequest | EdgeResponse): result is EdgeResponse {
  return 'statusCode' in result;
}

/**
 * Runs a BUILT viewer-request function where nothing but the language itself is defined, as at
 * CloudFront's edge. Events cross as JSON, so that neither side can reach the other's objects.
 */
export function loadEdgeFunction(code: string): RunViewerRequest {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  new Script('delete globalThis.console; delete globalThis.WebAssembly;').runInContext(context);
  new Script(code, { filename: 'viewer-request.js' }).runInContext(context);
  const call = new Script('(json) => JSON.stringify(handler(JSON.parse(json)))');
  const run = call.runInContext(context) as (json: string) => string;
  return (event) => JSON.parse(run(JSON.stringify(event)));
}
