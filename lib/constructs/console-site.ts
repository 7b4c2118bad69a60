import { Duration } from 'aws-cdk-lib';
import {
  AccessLevel,
  AllowedMethods,
  CachedMethods,
  type CachePolicy,
  CacheQueryStringBehavior,
  type Distribution,
  FunctionEventType,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type IOrigin,
  type IOriginRequestPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { READY_PATH } from '../../core/foundation/ready-path.ts';
import {
  areaOf,
  type ConsoleOrigins,
  type SiteArea,
  type SiteHeaders,
  siteHeaders,
} from '../../site/site-headers.ts';
import { SITE_PATTERNS } from '../../site/site-paths.ts';
import type { ServiceAssets } from '../assets/service-assets.ts';
import type { ServiceConfig } from '../service-config.ts';
import { TARGETS } from '../target.ts';
import { createCachePolicy, globalName } from './delivery-policies.ts';
import { EdgeFunction } from './edge-function.ts';
import { privateBucket } from './image-storage.ts';

export interface ConsoleSiteProps {
  readonly assets: ServiceAssets;
  /** In front of the images: the site is at the same address. */
  readonly distribution: Distribution;
  /** The function that delivers images: it answers whether the stores do. */
  readonly renderer: IOrigin;
  /** Of requests to it. */
  readonly originRequestPolicy: IOriginRequestPolicy;
  /** See EdgeFunctionProps. */
  readonly cdnUrl: string | undefined;
  /** Beside its own that the console talks to. */
  readonly origins: ConsoleOrigins;
  readonly config: Pick<ServiceConfig, 'removalPolicy' | 'target'>;
}

const OLD_VERSION_DAYS = 7;
const MAX_AGE = Duration.days(365);

/** Those that CloudFront has their own place for; it takes no others as custom headers. */
const SECURITY_HEADERS = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'x-frame-options',
];

function headersPolicy(scope: Construct, area: SiteArea, headers: SiteHeaders) {
  const others = Object.entries(headers).filter(([name]) => !SECURITY_HEADERS.includes(name));
  return new ResponseHeadersPolicy(scope, `${area}Headers`, {
    responseHeadersPolicyName: globalName(scope, area),
    comment: `Security headers of the site: ${area}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: headers['content-security-policy'] ?? "default-src 'none'",
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
    },
    customHeadersBehavior: {
      customHeaders: others.map(([header, value]) => ({ header, value, override: true })),
    },
  });
}

function createFilesBucket(scope: Construct, config: ConsoleSiteProps['config']): Bucket {
  return new Bucket(scope, 'Files', {
    ...privateBucket(config.removalPolicy),
    // files that a deploy replaced by mistake are restored from here
    versioned: true,
    lifecycleRules: [
      {
        id: 'end-old-versions',
        noncurrentVersionExpiration: Duration.days(OLD_VERSION_DAYS),
        expiredObjectDeleteMarker: true,
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
  });
}

/**
 * Console, docs and the pages of problems, as files in their own bucket behind the
 * distribution of the images. `SiteFiles` writes the files.
 */
export class ConsoleSite extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: ConsoleSiteProps) {
    super(scope, id);
    const { assets, distribution, renderer, originRequestPolicy, cdnUrl, origins, config } = props;
    this.bucket = createFilesBucket(this, config);
    const originAccessControl = new S3OriginAccessControl(this, 'OriginAccess', {
      originAccessControlName: globalName(this, 'oac'),
    });
    // aws-cdk-lib's Bucket isn't its IBucket under exactOptionalPropertyTypes
    const origin = S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket, {
      originAccessControl,
      // without LIST, S3 says 403 of what isn't there
      originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
    });
    const behaviour = {
      // so that the function answers every 405
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy[TARGETS[config.target].viewerProtocol],
      compress: true,
      cachePolicy: this.createFileCachePolicy(),
      functionAssociations: [
        {
          function: new EdgeFunction(this, 'Function', { assets, name: 'site', cdnUrl }),
          eventType: FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
    const headers = siteHeaders(origins);
    const policies = {
      console: headersPolicy(this, 'console', headers.console),
      docs: headersPolicy(this, 'docs', headers.docs),
      pages: headersPolicy(this, 'pages', headers.pages),
    };
    for (const pattern of SITE_PATTERNS) {
      const area = pattern === '/' ? 'console' : areaOf(pattern.replace('*', ''));
      const responseHeadersPolicy = policies[area];
      distribution.addBehavior(pattern, origin, { ...behaviour, responseHeadersPolicy });
    }
    const responseHeadersPolicy = policies.pages;
    const ofReady = { ...behaviour, originRequestPolicy, responseHeadersPolicy };
    distribution.addBehavior(READY_PATH, renderer, ofReady);
  }

  /** By the path alone, for as long as the file says: a page that says no-cache not at all. */
  private createFileCachePolicy(): CachePolicy {
    return createCachePolicy(this, 'CachePolicy', {
      comment: 'A file of the site',
      queryStringBehavior: CacheQueryStringBehavior.none(),
      maxTtl: MAX_AGE,
      isByEncoding: true,
    });
  }
}
