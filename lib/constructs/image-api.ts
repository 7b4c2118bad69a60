import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  DomainName,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
  SecurityPolicy,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { UPLOAD_CONTENT_TYPES } from '../../core/images/upload-type.ts';
import { UNKNOWN_TYPE } from '../../core/transform/sent-formats.ts';
import type { ServiceConfig } from '../service-config.ts';
import { serviceNameOf } from '../service-name.ts';
import { TARGETS } from '../target.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { createLogGroup, type ServiceFunction } from './service-function.ts';

export interface ImageApiProps {
  /** By the name of the function. */
  readonly functions: ReadonlyMap<string, ServiceFunction>;
  /** Where the pages are that problems link to. */
  readonly cdnUrl: string;
  readonly config: ServiceConfig;
}

/**
 * Requests a second, and the burst: a tenth of a region's default for the whole account. A flood
 * here leaves capacity to other APIs.
 */
const THROTTLE = { throttlingRateLimit: 1000, throttlingBurstLimit: 500 };

/** An upload without a known type reaches us as bytes too, and its refusal names the type. */
const BINARY_TYPES = [...UPLOAD_CONTENT_TYPES, UNKNOWN_TYPE];

/**
 * AWS Lambda quotas: a function's resource policy has at most 20 KB. A statement for each method
 * took some 450 bytes of it. It distinguished this API's methods, all of which invoke the same
 * function.
 */
const ONE_STATEMENT = { scopePermissionToMethod: false };

/**
 * The route's template and never the path: an upload key is part of it (security.no-key-in-clear).
 */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    route: '$context.resourcePath',
    method: '$context.httpMethod',
    status: '$context.status',
    error: '$context.error.responseType',
    bytes: '$context.responseLength',
    ms: '$context.responseLatency',
    functionMs: '$context.integrationLatency',
  }),
);

/** The API: every endpoint of core, any method, so that a wrong one gets our 405. */
export class ImageApi extends Construct {
  /** `{base_url}`, the stage in it, without a slash at the end. */
  readonly baseUrl: string;
  readonly api: RestApi;
  /** Of the base URL; named without the stage, which waits for every function. */
  readonly host: string;
  /** The target of the custom domain's DNS record; undefined without one. */
  domainTarget: string | undefined;
  domain: DomainName | undefined;

  constructor(scope: Construct, id: string, { functions, cdnUrl, config }: ImageApiProps) {
    super(scope, id);
    const logRole = config.apiGatewayLogRole ?? TARGETS[config.target].apiGatewayLogRole;
    this.api = new RestApi(this, 'Api', {
      // the name identifies its metrics: two APIs of one name would be one in every alarm
      restApiName: serviceNameOf(scope),
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: BINARY_TYPES,
      cloudWatchRole: logRole === 'create',
      // the account has one for all its APIs: without this stack other APIs still log by it
      ...(logRole === 'create' ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
      deployOptions: {
        stageName: config.stage,
        ...THROTTLE,
        // its log lines and segments would hold the path, and so the upload key
        // (security.no-key-in-clear)
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
        tracingEnabled: false,
        ...(logRole === 'none' ? {} : this.accessLogs(config)),
      },
    });
    addGatewayResponses(this.api, cdnUrl);
    for (const { functionName, path } of Object.values(ENDPOINTS)) {
      const fn = functions.get(functionName);
      if (!fn) throw new Error(`no function for ${path}`);
      const integration = new LambdaIntegration(fn, ONE_STATEMENT);
      this.api.root.resourceForPath(path).addMethod('ANY', integration);
    }
    if (config.apiWafAclArn) this.protect(config.apiWafAclArn);
    const { region, urlSuffix } = Stack.of(this);
    this.host =
      config.apiDomain?.domainName ?? `${this.api.restApiId}.execute-api.${region}.${urlSuffix}`;
    this.baseUrl = this.addDomain(config) ?? this.api.url.replace(/\/$/, '');
  }

  private accessLogs({ logRetentionDays }: ServiceConfig): StageOptions {
    const logs = createLogGroup(this, 'AccessLogs', logRetentionDays);
    return {
      accessLogDestination: new LogGroupLogDestination(logs),
      accessLogFormat: ACCESS_LOG,
    };
  }

  private protect(webAclArn: string): void {
    const { stageArn } = this.api.deploymentStage;
    new CfnWebACLAssociation(this, 'WebAcl', { resourceArn: stageArn, webAclArn });
  }

  /** The custom domain's address, without a stage. */
  private addDomain({ apiDomain }: ServiceConfig): string | undefined {
    if (!apiDomain) return undefined;
    const { domainName, certificate } = apiDomain;
    this.domain = new DomainName(this, 'Domain', {
      domainName,
      certificate,
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    this.domain.addBasePathMapping(this.api);
    this.domainTarget = this.domain.domainNameAliasDomainName;
    return `https://${domainName}`;
  }
}
