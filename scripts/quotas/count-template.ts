import {
  TEMPLATE_QUOTA_NAMES,
  type TemplateQuotaName,
  templateQuota,
} from '../../lib/quotas/template-quotas.ts';
import {
  all,
  get,
  listAt,
  show,
  type Template,
} from '../../test/infrastructure/synth/support/template.ts';
import { charactersOf, policyCharacters, resourcePolicyBytes } from './policy-sizes.ts';

type Count = (template: Template) => number;

/** As long as a host name of AWS gets. */
const LONG_HOST = 'h'.repeat(70);
const CONFIG = 'Properties.DistributionConfig';
const CACHE_KEY = 'Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin';
const SENT = 'Properties.OriginRequestPolicyConfig';
const SENT_BACK = 'Properties.ResponseHeadersPolicyConfig';
const CSP = `${SENT_BACK}.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy`;

const most = (counts: Iterable<number>): number => Math.max(0, ...counts);

/** The highest count of one resource of a type. */
const ofEach =
  (type: string, count: (resource: unknown) => number): Count =>
  (template) =>
    most(all(template, type).map(([, resource]) => count(resource)));

const howMany =
  (type: string): Count =>
  (template) =>
    all(template, type).length;

const length = (path: string) => (resource: unknown) => listAt(resource, path).length;
const characters = (path: string) => (resource: unknown) => {
  const found = get(resource, path);
  return found === undefined ? 0 : charactersOf(found);
};
const numberAt = (path: string) => (resource: unknown) => Number(get(resource, path) ?? 0);

/** The most resources of a type that name the same one. */
const together =
  (type: string, path: string): Count =>
  (template) => {
    const named = all(template, type).map(([, resource]) => JSON.stringify(get(resource, path)));
    return most([...Map.groupBy(named, (name) => name).values()].map((same) => same.length));
  };

/** A text, with a host for each name that the deploy gives. */
function lengthAfterDeploy(text: unknown): number {
  return show(text).replaceAll(/<[^>]*>/g, LONG_HOST).length;
}

function namesOfCachePolicy(resource: unknown): number {
  const strings = listAt(resource, `${CACHE_KEY}.QueryStringsConfig.QueryStrings`);
  const headers = listAt(resource, `${CACHE_KEY}.HeadersConfig.Headers`);
  return [...strings, ...headers].join('').length;
}

/** Messages that the concurrent runs for a queue hold together. */
function heldMessages(resource: unknown): number {
  const runs = Number(get(resource, 'Properties.ScalingConfig.MaximumConcurrency') ?? 0);
  return runs * Number(get(resource, 'Properties.BatchSize'));
}

/** How much a template takes of each of its quotas, in the quota's unit. */
export const COUNT_OF_TEMPLATE: Readonly<Record<TemplateQuotaName, Count>> = {
  stackResources: ({ Resources }) => Object.keys(Resources).length,
  stackOutputs: ({ Outputs }) => Object.keys(Outputs).length,
  stackParameters: (template) => Object.keys(get(template, 'Parameters') ?? {}).length,
  templateBytes: (template) => Buffer.byteLength(JSON.stringify(template, null, 1)),
  cacheBehaviors: ofEach(
    'AWS::CloudFront::Distribution',
    (one) => 1 + listAt(one, `${CONFIG}.CacheBehaviors`).length,
  ),
  origins: ofEach('AWS::CloudFront::Distribution', length(`${CONFIG}.Origins`)),
  edgeFunctionBytes: ofEach('AWS::CloudFront::Function', (one) =>
    lengthAfterDeploy(get(one, 'Properties.FunctionCode')),
  ),
  cacheQueryStrings: ofEach(
    'AWS::CloudFront::CachePolicy',
    length(`${CACHE_KEY}.QueryStringsConfig.QueryStrings`),
  ),
  cacheHeaders: ofEach(
    'AWS::CloudFront::CachePolicy',
    length(`${CACHE_KEY}.HeadersConfig.Headers`),
  ),
  cacheNameCharacters: ofEach('AWS::CloudFront::CachePolicy', namesOfCachePolicy),
  originRequestHeaders: ofEach(
    'AWS::CloudFront::OriginRequestPolicy',
    length(`${SENT}.HeadersConfig.Headers`),
  ),
  responseHeaders: ofEach(
    'AWS::CloudFront::ResponseHeadersPolicy',
    length(`${SENT_BACK}.CustomHeadersConfig.Items`),
  ),
  securityPolicyCharacters: ofEach('AWS::CloudFront::ResponseHeadersPolicy', (one) =>
    lengthAfterDeploy(get(one, CSP) ?? ''),
  ),
  functionMemory: ofEach('AWS::Lambda::Function', numberAt('Properties.MemorySize')),
  functionTimeout: ofEach('AWS::Lambda::Function', numberAt('Properties.Timeout')),
  functionLayers: ofEach('AWS::Lambda::Function', length('Properties.Layers')),
  functionVariableBytes: ofEach(
    'AWS::Lambda::Function',
    characters('Properties.Environment.Variables'),
  ),
  functionPolicyBytes: (template) => most(resourcePolicyBytes(template).values()),
  rolePolicyCharacters: (template) => most(policyCharacters(template).values()),
  trustPolicyCharacters: ofEach(
    'AWS::IAM::Role',
    characters('Properties.AssumeRolePolicyDocument'),
  ),
  apiResources: together('AWS::ApiGateway::Resource', 'Properties.RestApiId'),
  apiStages: together('AWS::ApiGateway::Stage', 'Properties.RestApiId'),
  ruleTargets: ofEach('AWS::Events::Rule', length('Properties.Targets')),
  eventPatternCharacters: ofEach('AWS::Events::Rule', characters('Properties.EventPattern')),
  tableIndexes: ofEach('AWS::DynamoDB::Table', length('Properties.GlobalSecondaryIndexes')),
  inFlightMessages: ofEach('AWS::Lambda::EventSourceMapping', heldMessages),
  queuePolicyBytes: ofEach('AWS::SQS::QueuePolicy', characters('Properties.PolicyDocument')),
  bucketPolicyBytes: ofEach('AWS::S3::BucketPolicy', characters('Properties.PolicyDocument')),
  lifecycleRules: ofEach('AWS::S3::Bucket', length('Properties.LifecycleConfiguration.Rules')),
  appClients: together('AWS::Cognito::UserPoolClient', 'Properties.UserPoolId'),
  callbackUrls: ofEach('AWS::Cognito::UserPoolClient', length('Properties.CallbackURLs')),
  dashboardWidgets: ofEach('AWS::CloudWatch::Dashboard', (one) => {
    const { widgets } = JSON.parse(show(get(one, 'Properties.DashboardBody')));
    return widgets.length;
  }),
  metricFilters: together('AWS::Logs::MetricFilter', 'Properties.LogGroupName'),
  logGroups: howMany('AWS::Logs::LogGroup'),
  topics: howMany('AWS::SNS::Topic'),
  parameters: howMany('AWS::SSM::Parameter'),
  recordSets: together('AWS::Route53::RecordSet', 'Properties.HostedZoneId'),
};

/** The quotas of which a template takes more than a new account has, each once. */
export function quotasExceeded(template: Template): TemplateQuotaName[] {
  return TEMPLATE_QUOTA_NAMES.filter((name) => {
    const { usual: quota, newAccount = quota } = templateQuota(name);
    return COUNT_OF_TEMPLATE[name](template) > newAccount;
  });
}
