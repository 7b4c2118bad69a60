import { createContext, Script } from 'node:vm';
import type { EdgeEvent, EdgeRequest, EdgeResponse } from '../../lambdas/edge/edge-event.ts';
import type { ViewerResponseEvent } from '../../lambdas/edge/viewer-response.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { RunPrivateResponse } from './private/private-behaviour.ts';

export type RunViewerRequest = (event: EdgeEvent) => EdgeRequest | EdgeResponse;
export type RunViewerResponse = (event: ViewerResponseEvent) => ViewerResponseEvent['response'];

/** Whether the edge function answered without the origin. */
export function isEdgeResponse(result: EdgeRequest | EdgeResponse): result is EdgeResponse {
  return 'statusCode' in result;
}

/** An edge function's own response, as the server sends it. */
export function answerOfEdgeFunction({ statusCode, headers, body }: EdgeResponse): HttpAnswer {
  const pairs = Object.entries(headers).map(([name, { value }]) => [name, value]);
  return { statusCode, headers: Object.fromEntries(pairs), body: Buffer.from(body?.data ?? '') };
}

function loadHandler<In, Out>(code: string, filename: string): (event: In) => Out {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  new Script('delete globalThis.console; delete globalThis.WebAssembly;').runInContext(context);
  new Script(code, { filename }).runInContext(context);
  const call = new Script('(json) => JSON.stringify(handler(JSON.parse(json)))');
  const run = call.runInContext(context) as (json: string) => string;
  return (event) => JSON.parse(run(JSON.stringify(event)));
}

/**
 * Runs a BUILT viewer-request function where nothing but the language itself is defined, as at
 * CloudFront's edge. Events cross as JSON, so that neither side can reach the other's objects.
 */
export function loadEdgeFunction(code: string): RunViewerRequest {
  return loadHandler(code, 'viewer-request.js');
}

/** The same of a built viewer-response function. */
export function loadViewerResponse(code: string): RunViewerResponse {
  return loadHandler(code, 'viewer-response.js');
}

/** The same of the one of private images. */
export function loadPrivateResponse(code: string): RunPrivateResponse {
  return loadHandler(code, 'private-response.js');
}
