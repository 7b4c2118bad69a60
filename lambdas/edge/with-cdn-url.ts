import { CDN_URL_HEADER } from '../../core/foundation/delivery-headers.ts';

/**
 * Amazon CloudFront quotas, "Quotas on CloudFront Functions": a function has at most 10 KB, which
 * may be 10,000 bytes. The rest is room for parameters to come.
 */
export const MAX_EDGE_FUNCTION_BYTES = 9_500;

/**
 * The same of the function of private images, which has the code of the other and a path more. One
 * parameter more must fit into both.
 */
export const MAX_PRIVATE_REQUEST_BYTES = 9_850;

/**
 * The URL of a distribution without a domain of the operator. CloudFront itself names it in the
 * event; a viewer's Host header is never read.
 */
const DISTRIBUTION_URL = '"https://"+e.context.distributionDomainName';

/**
 * The top-level handler of a viewer-request function, around `edge` of its bundle: it passes the
 * CDN's URL to it, and to the origin. Without `multiValue`, repeated values of a viewer could stay.
 */
export const VIEWER_REQUEST_HANDLER = `function handler(e){const u=${DISTRIBUTION_URL};e.request.headers["${CDN_URL_HEADER}"]={value:u,multiValue:[{value:u}]};return edge(e,u)}`;

/** The same of a viewer-response function, which needs no URL. */
export const VIEWER_RESPONSE_HANDLER = 'function handler(e){return edge(e)}';

/** Throws if a function is larger than the bound. */
export function requireEdgeSize(code: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(code);
  if (bytes <= maxBytes) return;
  throw new Error(`The edge function has ${bytes} bytes; the maximum is ${maxBytes}.`);
}

/**
 * A built viewer-request function in front of which the CDN has this URL, in place of the
 * distribution's own. Throws if it is no such function, or too large.
 */
export function withCdnUrl(
  code: string,
  cdnUrl: string,
  maxBytes = MAX_EDGE_FUNCTION_BYTES,
): string {
  if (!code.includes(DISTRIBUTION_URL)) throw new Error('This is no viewer-request function.');
  const configured = code.replace(DISTRIBUTION_URL, () => JSON.stringify(cdnUrl));
  requireEdgeSize(configured, maxBytes);
  return configured;
}
