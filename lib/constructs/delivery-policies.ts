import { Duration, Names, Stack } from 'aws-cdk-lib';
import {
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import {
  CACHE_TAG_HEADER,
  CDN_URL_HEADER,
  CLOSED_HEADERS,
} from '../../core/foundation/delivery-headers.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { OLD_ADDRESS } from '../../core/images/old-address.ts';
import { MORE } from '../../core/transform/canonical-query.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../../core/transform/parameters.ts';
import { TEMPLATE_QUOTAS } from '../quotas/template-quotas.ts';

/** Synth says nothing about more, and the deploy fails. */
const MAX_QUERY_STRINGS = TEMPLATE_QUOTAS.cacheQueryStrings.usual;

/** The query strings of the cache key: the edge writes no others. */
export function cacheKeyQueryStrings(): string[] {
  const own = PARAMETER_NAMES.filter((name) => PARAMETERS[name].hasOwnCacheKey);
  const all = [...own, MORE];
  if (all.length <= MAX_QUERY_STRINGS) return all;
  throw new Error(`CloudFront supports ${MAX_QUERY_STRINGS} query strings, not ${all.length}.`);
}

/**
 * A name that CloudFront requires to be unique in the whole account, not only in a region. CDK's
 * own would collide with the same stack in another region. Amazon CloudFront API,
 * OriginAccessControlConfig: at most 64 characters.
 */
export function globalName(scope: Construct, suffix: string): string {
  const unique = Names.uniqueResourceName(scope, { maxLength: 40 });
  return `${unique}-${suffix}-${Stack.of(scope).region}`;
}

interface CacheKey {
  readonly comment: string;
  readonly queryStringBehavior: CacheQueryStringBehavior;
  /** The longest lifetime that an origin may give. */
  readonly maxTtl: Duration;
  /** Whether each encoding is its own entry. */
  readonly isByEncoding: boolean;
}

/** Of the headers only the encoding may be a part of the key; the origin decides the lifetime. */
export function createCachePolicy(
  scope: Construct,
  id: string,
  { isByEncoding, ...key }: CacheKey,
): CachePolicy {
  return new CachePolicy(scope, id, {
    ...key,
    headerBehavior: CacheHeaderBehavior.none(),
    minTtl: Duration.seconds(0),
    // a response without a lifetime is not cached
    defaultTtl: Duration.seconds(0),
    enableAcceptEncodingBrotli: isByEncoding,
    enableAcceptEncodingGzip: isByEncoding,
  });
}

/** Images by the canonical query only: they are compressed already. */
export function createImageCachePolicy(scope: Construct, id: string): CachePolicy {
  return createCachePolicy(scope, id, {
    comment: 'The canonical query of an image',
    queryStringBehavior: CacheQueryStringBehavior.allowList(...cacheKeyQueryStrings()),
    maxTtl: Duration.seconds(LIMITS.edgeMaxAgeSeconds),
    isByEncoding: false,
  });
}

/**
 * Redirects by the canonical old address, which the edge packs into one parameter: the parameters
 * in it are of another service.
 */
export function createOldCachePolicy(scope: Construct, id: string): CachePolicy {
  return createCachePolicy(scope, id, {
    comment: 'An old address of an image',
    queryStringBehavior: CacheQueryStringBehavior.allowList(OLD_ADDRESS),
    maxTtl: Duration.seconds(LIMITS.routeMaxAgeSeconds),
    isByEncoding: false,
  });
}

/**
 * Beside the cache key, the renderer gets the CDN's URL, for the `type` of its problems. Only for
 * behaviours whose edge function overwrites a viewer's value.
 */
export function createOriginRequestPolicy(scope: Construct, id: string): OriginRequestPolicy {
  return new OriginRequestPolicy(scope, id, {
    originRequestPolicyName: globalName(scope, 'origin'),
    comment: "The CDN's URL, as the edge function writes it",
    headerBehavior: OriginRequestHeaderBehavior.allowList(CDN_URL_HEADER),
  });
}

function closedHeader(name: string): string {
  const value = CLOSED_HEADERS.find(([header]) => header === name)?.[1];
  if (value === undefined) throw new Error(`there is no ${name} among CLOSED_HEADERS`);
  return value;
}

/**
 * The fixed headers again, for CloudFront's own responses; those of origin and edge have them
 * already.
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
    // the CDN has used the first; the second is a Function URL's form of a streamed response's
    // Content-Length
    removeHeaders: [CACHE_TAG_HEADER, 'x-amzn-remapped-content-length'],
  });
}
