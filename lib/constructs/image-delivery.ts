import { Duration } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  type CfnDistribution,
  Distribution,
  type ErrorResponse,
  type FunctionAssociation,
  FunctionEventType,
  FunctionUrlOriginAccessControl,
  HttpVersion,
  type IKeyGroup,
  type IOrigin,
  type OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type FunctionUrl, FunctionUrlAuthType, InvokeMode } from 'aws-cdk-lib/aws-lambda';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CACHE_TAG_HEADER } from '../../core/foundation/delivery-headers.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { OLD_PATH_PREFIX } from '../../core/images/old-address.ts';
import { PRIVATE_PATH_PREFIX } from '../../core/images/private/private-path.ts';
import { ENVIRONMENT, NO_DISTRIBUTION } from '../../lambdas/environment.ts';
import type { EdgeFunctionName, ServiceAssets } from '../assets/service-assets.ts';
import { ACCESS_LOGS_PREFIX } from '../object-access.ts';
import type { ServiceConfig } from '../service-config.ts';
import { TARGETS } from '../target.ts';
import {
  createImageCachePolicy,
  createOldCachePolicy,
  createOriginRequestPolicy,
  createResponseHeaders,
  globalName,
} from './delivery-policies.ts';
import { EdgeFunction } from './edge-function.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ImageDeliveryProps {
  readonly assets: ServiceAssets;
  /**
   * Finds or makes renditions. The CDN's address in its variables would close a cycle, so the edge
   * sends it with each request.
   */
  readonly renderer: ServiceFunction;
  /** The bucket of its access logs, if they are enabled. */
  readonly accessLogs: Bucket;
  /** The signers of private images; undefined: the service has none. */
  readonly keyGroup: IKeyGroup | undefined;
  readonly config: ServiceConfig;
}

/** For the first byte, which arrives within deliveryWorkMs, and again for each piece after it. */
const READ_TIMEOUT = Duration.seconds(30);

/**
 * 4xx for seconds, 5xx not at all (delivery.error-lifetime); no error page, so that our body is the
 * response.
 */
function errorCaching(): ErrorResponse[] {
  const rules = (statuses: number[], seconds: number) =>
    statuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(seconds) }));
  return [
    ...rules([400, 403, 404, 405, 414, 416], LIMITS.errorMaxAgeSeconds),
    ...rules([500, 501, 502, 503, 504], 0),
  ];
}

function originOf(
  scope: Construct,
  functionUrl: FunctionUrl,
  originShieldRegion: string | undefined,
): IOrigin {
  const props = {
    connectionAttempts: 1, // CloudFront would send a GET that timed out again, and render twice
    readTimeout: READ_TIMEOUT,
    ...(originShieldRegion ? { originShieldRegion } : {}),
  };
  if (functionUrl.authType === FunctionUrlAuthType.NONE) {
    return new FunctionUrlOrigin(functionUrl, props);
  }
  const originAccessControl = new FunctionUrlOriginAccessControl(scope, 'OriginAccess', {
    originAccessControlName: globalName(scope, 'oac'),
  });
  return FunctionUrlOrigin.withOriginAccessControl(functionUrl, { ...props, originAccessControl });
}

/** The distribution's own name has CloudFront's certificate, and no choice of protocols. */
function ownDomains({ cdnDomain }: ServiceConfig) {
  if (!cdnDomain) return {};
  const { domainNames, certificate } = cdnDomain;
  const minimumProtocolVersion = SecurityPolicyProtocol.TLS_V1_2_2021;
  return { domainNames: [...domainNames], certificate, minimumProtocolVersion };
}

function standardLogs({ config, accessLogs }: ImageDeliveryProps) {
  if (config.cdnAccessLogs === 'none') return {};
  return {
    enableLogging: true,
    // aws-cdk-lib's Bucket isn't its IBucket under exactOptionalPropertyTypes
    logBucket: accessLogs as IBucket,
    logFilePrefix: ACCESS_LOGS_PREFIX,
    logIncludesCookies: false,
  };
}

/** The CDN in front of the renderer. */
export class ImageDelivery extends Construct {
  readonly functionUrl: FunctionUrl;
  /** Undefined on a target without a CDN. */
  readonly distribution: Distribution | undefined;
  /** The renderer, as the distribution reaches it; undefined on a target without a CDN. */
  readonly origin: IOrigin | undefined;
  /** The headers of requests to the renderer; undefined without a CDN. */
  readonly originRequestPolicy: OriginRequestPolicy | undefined;
  /** The base URL of images, without a slash at the end. */
  readonly cdnUrl: string;
  /** The same where it is configured; undefined: the distribution's own name. */
  readonly configuredUrl: string | undefined;
  private readonly formerCdnHosts: readonly string[];

  constructor(scope: Construct, id: string, props: ImageDeliveryProps) {
    super(scope, id);
    const { config, renderer } = props;
    const { functionUrlAuth, invokeMode, hasCdn } = TARGETS[config.target];
    this.functionUrl = renderer.addFunctionUrl({
      authType: FunctionUrlAuthType[functionUrlAuth],
      invokeMode: InvokeMode[invokeMode],
    });
    this.origin = hasCdn ? originOf(this, this.functionUrl, config.originShieldRegion) : undefined;
    this.originRequestPolicy = hasCdn
      ? createOriginRequestPolicy(this, 'OriginRequestPolicy')
      : undefined;
    const domainNames = config.cdnDomain?.domainNames ?? [];
    const ofDomain = domainNames[0] && `https://${domainNames[0]}`;
    this.configuredUrl = config.cdnUrl ?? ofDomain;
    this.distribution = this.origin && this.createDistribution(props, this.origin);
    this.cdnUrl = this.configuredUrl ?? `https://${this.distribution?.distributionDomainName}`;
    // the distribution's own name stays valid beside the domains
    const own = this.distribution ? [this.distribution.distributionDomainName] : [];
    this.formerCdnHosts = [...own, ...domainNames, ...config.formerCdnHosts];
  }

  /** Gives a function the base URL of images, and the hosts that references may name. */
  grantAddress(fn: ServiceFunction): void {
    fn.setVariable(ENVIRONMENT.cdnUrl, this.cdnUrl);
    if (this.formerCdnHosts.length > 0) {
      fn.setVariable(ENVIRONMENT.formerCdnHosts, this.formerCdnHosts.join(','));
    }
  }

  /** Allows a function to purge the CDN. */
  grantInvalidation(fn: ServiceFunction): void {
    if (!this.distribution) {
      fn.setVariable(ENVIRONMENT.distributionId, NO_DISTRIBUTION);
      return;
    }
    const { distributionArn, distributionId } = this.distribution;
    const actions = ['cloudfront:CreateInvalidation'];
    fn.addToRolePolicy(new PolicyStatement({ actions, resources: [distributionArn] }));
    fn.setVariable(ENVIRONMENT.distributionId, distributionId);
  }

  private onRequest(
    id: string,
    name: EdgeFunctionName,
    { assets }: ImageDeliveryProps,
  ): FunctionAssociation {
    const fn = new EdgeFunction(this, id, { assets, name, cdnUrl: this.configuredUrl });
    return { function: fn, eventType: FunctionEventType.VIEWER_REQUEST };
  }

  private createEdgeFunctions(props: ImageDeliveryProps): FunctionAssociation[] {
    const { assets, config } = props;
    const associations = [this.onRequest('EdgeFunction', 'viewer-request', props)];
    if (config.tellIgnored === 'off') return associations;
    const onResponse = new EdgeFunction(this, 'TellIgnored', {
      assets,
      name: 'viewer-response',
      cdnUrl: undefined,
    });
    return [
      ...associations,
      { function: onResponse, eventType: FunctionEventType.VIEWER_RESPONSE },
    ];
  }

  /**
   * Private images, which CloudFront answers only with its own signature. It checks that before the
   * cache, so an entry of the cache serves every viewer with a grant.
   */
  private privateBehaviour(
    props: ImageDeliveryProps,
    ofImages: BehaviorOptions,
  ): Record<string, BehaviorOptions> {
    const { assets, keyGroup } = props;
    if (!keyGroup) return {};
    const onResponse = new EdgeFunction(this, 'PrivateResponse', {
      assets,
      name: 'private-response',
      cdnUrl: undefined,
    });
    return {
      [`${PRIVATE_PATH_PREFIX}*`]: {
        ...ofImages,
        trustedKeyGroups: [keyGroup],
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachedMethods: CachedMethods.CACHE_GET_HEAD,
        functionAssociations: [
          this.onRequest('PrivateRequest', 'private-request', props),
          { function: onResponse, eventType: FunctionEventType.VIEWER_RESPONSE },
        ],
      },
    };
  }

  private createDistribution(props: ImageDeliveryProps, origin: IOrigin): Distribution {
    const { config } = props;
    const responseHeadersPolicy = createResponseHeaders(this, 'ResponseHeaders');
    const behaviour = {
      origin,
      viewerProtocolPolicy: ViewerProtocolPolicy[TARGETS[config.target].viewerProtocol],
      compress: false,
      responseHeadersPolicy,
      ...(this.originRequestPolicy ? { originRequestPolicy: this.originRequestPolicy } : {}),
    };
    const cachePolicy = createImageCachePolicy(this, 'CachePolicy');
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'imagewell',
      ...ownDomains(config),
      ...(config.wafAclArn ? { webAclId: config.wafAclArn } : {}),
      httpVersion: HttpVersion.HTTP2_AND_3,
      errorResponses: errorCaching(),
      ...standardLogs(props),
      defaultBehavior: {
        ...behaviour,
        // so that the edge function answers OPTIONS and every 405, with our headers
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachedMethods: CachedMethods.CACHE_GET_HEAD,
        cachePolicy,
        functionAssociations: this.createEdgeFunctions(props),
      },
      additionalBehaviors: {
        [`${OLD_PATH_PREFIX}*`]: {
          ...behaviour,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          cachePolicy: createOldCachePolicy(this, 'OldCachePolicy'),
          functionAssociations: [this.onRequest('OldRequest', 'old-request', props)],
        },
        ...this.privateBehaviour(props, { ...behaviour, cachePolicy }),
      },
    });
    const shape = distribution.node.defaultChild as CfnDistribution;
    // aws-cdk-lib 2.276 has it at this level only
    shape.addPropertyOverride('DistributionConfig.CacheTagConfig', {
      HeaderName: CACHE_TAG_HEADER,
    });
    return distribution;
  }
}
