import vm from 'node:vm';
import type { EdgeEvent, EdgeRequest, EdgeResponse } from '../lambdas/edge/viewer-request.ts';

export type ViewerRequest = (event: EdgeEvent) => EdgeRequest | EdgeResponse;

/** CloudFront's own bound on a function's code. */
export const MAX_EDGE_FUNCTION_BYTES = 10_240;
const MAX_RUN_MS = 100;

/** The built function, run as CloudFront runs it: a bare context with the language and nothing else. */
export function loadEdgeFunction(code: string): ViewerRequest {
  const context = vm.createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  new vm.Script(code, { filename: 'viewer-request.js' }).runInContext(context);
  const call = new vm.Script('JSON.stringify(handler(JSON.parse(event)))');
  return (event) => {
    context.event = JSON.stringify(event);
    return JSON.parse(call.runInContext(context, { timeout: MAX_RUN_MS }) as string);
  };
}

function queryValues(query: string): EdgeRequest['querystring'] {
  const values: EdgeRequest['querystring'] = Object.create(null);
  for (const part of query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at);
    const value = at < 0 ? '' : part.slice(at + 1);
    const entry = values[name];
    if (!entry) values[name] = { value };
    else entry.multiValue = [...(entry.multiValue ?? [{ value: entry.value }]), { value }];
  }
  return values;
}

/** CloudFront's event of a request: values as they stand in the address, repeated ones in `multiValue`. */
export function edgeEventOf({
  method,
  url,
  ip,
  requestId,
}: {
  method: string;
  url: string;
  ip: string;
  requestId: string;
}): EdgeEvent {
  const at = url.indexOf('?');
  return {
    context: { requestId },
    viewer: { ip },
    request: {
      method,
      uri: at < 0 ? url : url.slice(0, at),
      querystring: at < 0 ? {} : queryValues(url.slice(at + 1)),
      headers: {},
      cookies: {},
    },
  };
}
