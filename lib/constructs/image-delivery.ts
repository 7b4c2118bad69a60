import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachedMethods,
  type CfnDistribution,
  Distribution,
  type ErrorResponse,
  type FunctionAssociation,
  FunctionEventType,
  FunctionUrlOriginAccessControl,
  HttpVersion,
  type IOrigin,
  SecurityPolicyProtocol,
} from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type FunctionUrl, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { CACHE_TAG_HEADER } from '../../core/foundation/delivery-headers.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { VIEWER_RESPONSE_ENTRY } from '../../lambdas/edge/build-edge-function.ts';
import { ENVIRONMENT, NO_DISTRIBUTION } from '../../lambdas/environment.ts';
import { ACCESS_LOGS_PREFIX } from '../object-access.ts';
import type { Settings } from '../settings.ts';
import { TARGETS } from '../target.ts';
import { createCachePolicy, createResponseHeaders, globalName } from './delivery-policies.ts';
import { EdgeFunction } from './edge-function.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ImageDeliveryProps {
  /** The project's folder. */
  readonly root: string;
  /**
   * Finds or makes renditions; it doesn't get the CDN's address, because that would close a cycle.
   */
  readonly renderer: ServiceFunction;
  /** The bucket of its access logs, if the settings enable them. */
  readonly accessLogs: Bucket;
  readonly settings: Settings;
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
function ownDomains(scope: Construct, { cdnDomainNames, cdnCertificateArn }: Settings) {
  if (!cdnCertificateArn) return {};
  const certificate = Certificate.fromCertificateArn(scope, 'Certificate', cdnCertificateArn);
  const minimumProtocolVersion = SecurityPolicyProtocol.TLS_V1_2_2021;
  return { domainNames: cdnDomainNames, certificate, minimumProtocolVersion };
}

function standardLogs({ settings, accessLogs }: ImageDeliveryProps) {
  if (settings.cdnAccessLogs === 'none') return {};
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
  /** The base URL of images, without a slash at the end. */
  readonly cdnUrl: string;
  private readonly formerCdnHosts: readonly string[];

  constructor(scope: Construct, id: string, props: ImageDeliveryProps) {
    super(scope, id);
    const { settings, renderer } = props;
    const { functionUrlAuth, invokeMode, hasCdn } = TARGETS[settings.target];
    this.functionUrl = renderer.addFunctionUrl({ authType: functionUrlAuth, invokeMode });
    this.origin = hasCdn
      ? originOf(this, this.functionUrl, settings.originShieldRegion)
      : undefined;
    this.distribution = this.origin && this.createDistribution(props, this.origin);
    const host = settings.cdnDomainNames[0] ?? this.distribution?.distributionDomainName;
    this.cdnUrl = settings.cdnUrl ?? `https://${host}`;
    // the distribution's own name stays valid beside the domains
    const own = this.distribution ? [this.distribution.distributionDomainName] : [];
    this.formerCdnHosts = [...own, ...settings.cdnDomainNames, ...settings.formerCdnHosts];
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

  private createEdgeFunctions(root: string, settings: Settings): FunctionAssociation[] {
    const onRequest = new EdgeFunction(this, 'EdgeFunction', { root });
    const associations = [{ function: onRequest, eventType: FunctionEventType.VIEWER_REQUEST }];
    if (settings.tellIgnored === 'off') return associations;
    const entryPath = VIEWER_RESPONSE_ENTRY;
    const onResponse = new EdgeFunction(this, 'TellIgnored', { root, entryPath });
    return [
      ...associations,
      { function: onResponse, eventType: FunctionEventType.VIEWER_RESPONSE },
    ];
  }

  private createDistribution(props: ImageDeliveryProps, origin: IOrigin): Distribution {
    const { root, settings } = props;
    const distribution = new Distribution(this, 'Distribution', {
      comment: 'imagewell',
      ...ownDomains(this, settings),
      ...(settings.wafAclArn ? { webAclId: settings.wafAclArn } : {}),
      httpVersion: HttpVersion.HTTP2_AND_3,
      errorResponses: errorCaching(),
      ...standardLogs(props),
      defaultBehavior: {
        origin,
        // so that the edge function answers OPTIONS and every 405, with our headers
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachedMethods: CachedMethods.CACHE_GET_HEAD,
        viewerProtocolPolicy: TARGETS[settings.target].viewerProtocol,
        compress: false,
        cachePolicy: createCachePolicy(this, 'CachePolicy'),
        responseHeadersPolicy: createResponseHeaders(this, 'ResponseHeaders'),
        functionAssociations: this.createEdgeFunctions(root, settings),
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
