import { MAX_PRIVATE_REQUEST_BYTES, withCdnUrl } from '../../lambdas/edge/with-cdn-url.ts';
import type { EdgeParts } from './edge.ts';
import { loadEdgeFunction, loadPrivateResponse } from './edge-function.ts';
import type { TrustedKey } from './private/check-grant.ts';
import { createPrivateBehaviour } from './private/private-behaviour.ts';
import { createViewRequest } from './view-request.ts';

export interface PrivateOptions {
  readonly cdnUrl: string;
  /** The built functions of private images. */
  readonly requestCode: string;
  readonly responseCode: string;
  readKeys(): Promise<readonly TrustedKey[]>;
}

/** The behaviour of private images. No header reports their ignored parameters. */
export function openPrivates(options: PrivateOptions): EdgeParts['privates'] {
  const { cdnUrl, requestCode, responseCode, readKeys } = options;
  const code = withCdnUrl(requestCode, cdnUrl, MAX_PRIVATE_REQUEST_BYTES);
  const runResponse = loadPrivateResponse(responseCode);
  return {
    ...createPrivateBehaviour({ cdnUrl, now: Date.now, readKeys, runResponse }),
    viewRequest: createViewRequest(loadEdgeFunction(code), () => undefined),
  };
}
