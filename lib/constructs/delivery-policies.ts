import { Duration, Names, Stack } from 'aws-cdk-lib';
import {
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { CACHE_TAG_HEADER, CLOSED_HEADERS } from '../../core/foundation/delivery-headers.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { MORE } from '../../core/transform/canonical-query.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../../core/transform/parameters.ts';

/**
 * Amazon CloudFront quotas, "Query strings per cache policy": synth says nothing, the deploy fails.
 */
export const MAX_QUERY_STRINGS = 10;

/** The query strings of the cache key: the edge writes no others. */
export function cacheKeyQueryStrings(): string[] {
  const own = PARAMETER_NAMES.filter((name) => PARAMETERS[name].hasOwnCacheKey);
  const all = [...own, MORE];
  if (all.length <= MAX_QUERY_STRINGS) return all;
  throw new Error(`CloudFront supports ${MAX_QUERY_STRINGS} query strings, not ${all.length}.`);
}

/**
 * A name for what CloudFront wants one of, for the whole account and not only a region: CDK's own
 * would collide with the same stack in another region. Amazon CloudFront API,
 * OriginAccessControlConfig: at most 64 characters.
 */
export function globalName(scope: Construct, suffix: string): string {
  const unique = Names.uniqueResourceName(scope, { maxLength: 40 });
  return `${unique}-${suffix}-${Stack.of(scope).region}`;
}

/** Keys on the canonical query and nothing else; how long is the origin's word. */
export function createCachePolicy(scope: Construct, id: string): CachePolicy {
  return new CachePolicy(scope, id, {
    comment: 'The canonical query of an image',
    queryStringBehavior: CacheQueryStringBehavior.allowList(...cacheKeyQueryStrings()),
    headerBehavior: CacheHeaderBehavior.none(),
    minTtl: Duration.seconds(0),
    // an answer that doesn't say is kept by nobody
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.seconds(LIMITS.edgeMaxAgeSeconds),
    // pictures are compressed: another encoding would be another entry for the same bytes
    enableAcceptEncodingBrotli: false,
    enableAcceptEncodingGzip: false,
  });
}

function closedHeader(name: string): string {
  const value = CLOSED_HEADERS.find(([header]) => header === name)?.[1];
  if (value === undefined) throw new Error(`there is no ${name} among CLOSED_HEADERS`);
  return value;
}

/**
 * The closed headers once more, for answers that CloudFront makes itself; those of origin and edge
 * have them already.
 */
export function createResponseHeaders(scope: Construct, id: string): ResponseHeadersPolicy {
  const custom = ['cross-origin-resource-policy', 'timing-allow-origin'];
  return new ResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyName: globalName(scope, 'headers'),
    comment: 'Prevents script execution in responses',
    securityHeadersBehavior: {
      contentTypeOptions: { override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: closedHeader('content-security-policy'),
        override: true,
      },
    },
    corsBehavior: {
      accessControlAllowCredentials: false,
      accessControlAllowOrigins: [closedHeader('access-control-allow-origin')],
      accessControlAllowMethods: ['GET', 'HEAD'],
      accessControlAllowHeaders: ['*'],
      accessControlExposeHeaders: closedHeader('access-control-expose-headers').split(', '),
      originOverride: false,
    },
    customHeadersBehavior: {
      customHeaders: custom.map((header) => ({
        header,
        value: closedHeader(header),
        override: true,
      })),
    },
    // the CDN has read the one; the other is what a Function URL makes of a streamed answer's
    // Content-Length
    removeHeaders: [CACHE_TAG_HEADER, 'x-amzn-remapped-content-length'],
  });
}
