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
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { UPLOAD_CONTENT_TYPES } from '../../core/images/upload-type.ts';
import type { Settings } from '../settings.ts';
import { TARGETS } from '../target.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ImageApiProps {
  /** By the name of the function. */
  readonly functions: ReadonlyMap<string, ServiceFunction>;
  /** Where the pages are that problems link to. */
  readonly cdnUrl: string;
  readonly settings: Settings;
}

/**
 * Requests a second, and at once: a tenth of a region's default for the whole account, so that a
 * flood here leaves others theirs.
 */
const THROTTLE = { throttlingRateLimit: 1000, throttlingBurstLimit: 500 };

/** An upload with no known type reaches us whole too, to be refused by name. */
const BINARY_TYPES = [...UPLOAD_CONTENT_TYPES, 'application/octet-stream'];

/**
 * AWS Lambda quotas: a function's resource policy has at most 20 KB. A statement for each method
 * took some 450 bytes of it, and told this API's methods apart, all of which are the same
 * function's anyway.
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
  /** Where the own domain's record in DNS has to lead; undefined without one. */
  domainTarget: string | undefined;

  constructor(scope: Construct, id: string, { functions, cdnUrl, settings }: ImageApiProps) {
    super(scope, id);
    const logRole = settings.apiGatewayLogRole ?? TARGETS[settings.target].apiGatewayLogRole;
    this.api = new RestApi(this, 'Api', {
      // its metrics go by name alone: two APIs of one name would be one in every alarm
      restApiName: Stack.of(this).stackName,
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: BINARY_TYPES,
      cloudWatchRole: logRole === 'create',
      // the account has one for all its APIs: without this stack others still log by it
      ...(logRole === 'create' ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
      deployOptions: {
        stageName: settings.stage,
        ...THROTTLE,
        // its log lines and segments would hold the path, and so the upload key
        // (security.no-key-in-clear)
        loggingLevel: MethodLoggingLevel.OFF,
        dataTraceEnabled: false,
        tracingEnabled: false,
        ...(logRole === 'none' ? {} : this.accessLogs(settings)),
      },
    });
    addGatewayResponses(this.api, cdnUrl);
    for (const { functionName, path } of Object.values(ENDPOINTS)) {
      const fn = functions.get(functionName);
      if (!fn) throw new Error(`no function for ${path}`);
      const integration = new LambdaIntegration(fn, ONE_STATEMENT);
      this.api.root.resourceForPath(path).addMethod('ANY', integration);
    }
    if (settings.apiWafAclArn) this.protect(settings.apiWafAclArn);
    const { region, urlSuffix } = Stack.of(this);
    this.host =
      settings.apiDomainName ?? `${this.api.restApiId}.execute-api.${region}.${urlSuffix}`;
    this.baseUrl = this.addDomain(settings) ?? this.api.url.replace(/\/$/, '');
  }

  private accessLogs({ logRetentionDays }: Settings): StageOptions {
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return {
      accessLogDestination: new LogGroupLogDestination(logs),
      accessLogFormat: ACCESS_LOG,
    };
  }

  private protect(webAclArn: string): void {
    const { stageArn } = this.api.deploymentStage;
    new CfnWebACLAssociation(this, 'WebAcl', { resourceArn: stageArn, webAclArn });
  }

  /** The own domain's address, which includes no stage: it leads to it. */
  private addDomain({ apiDomainName, apiCertificateArn }: Settings): string | undefined {
    if (!apiDomainName || !apiCertificateArn) return undefined;
    const domain = new DomainName(this, 'Domain', {
      domainName: apiDomainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', apiCertificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    domain.addBasePathMapping(this.api);
    this.domainTarget = domain.domainNameAliasDomainName;
    return `https://${apiDomainName}`;
  }
}
