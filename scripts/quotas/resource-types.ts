import { ACCOUNT_QUOTA_NAMES, accountQuota } from '../../lib/quotas/account-quotas.ts';
import type { TemplateQuotaName } from '../../lib/quotas/template-quotas.ts';

/** The quotas of a template by the type of resource that they bound. */
const OF_A_RESOURCE: Readonly<Record<string, readonly TemplateQuotaName[]>> = {
  'AWS::CloudFront::Distribution': ['cacheBehaviors', 'origins'],
  'AWS::CloudFront::Function': ['edgeFunctionBytes'],
  'AWS::CloudFront::CachePolicy': ['cacheQueryStrings', 'cacheHeaders', 'cacheNameCharacters'],
  'AWS::CloudFront::OriginRequestPolicy': ['originRequestHeaders'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['responseHeaders', 'securityPolicyCharacters'],
  'AWS::Lambda::Function': [
    'functionMemory',
    'functionTimeout',
    'functionLayers',
    'functionVariableBytes',
  ],
  'AWS::Lambda::Permission': ['functionPolicyBytes'],
  'AWS::Lambda::EventSourceMapping': ['inFlightMessages'],
  'AWS::IAM::Policy': ['rolePolicyCharacters'],
  'AWS::IAM::Role': ['trustPolicyCharacters'],
  'AWS::ApiGateway::Resource': ['apiResources'],
  'AWS::ApiGateway::Stage': ['apiStages'],
  'AWS::Events::Rule': ['ruleTargets', 'eventPatternCharacters'],
  'AWS::DynamoDB::Table': ['tableIndexes'],
  'AWS::SQS::QueuePolicy': ['queuePolicyBytes'],
  'AWS::S3::Bucket': ['lifecycleRules'],
  'AWS::S3::BucketPolicy': ['bucketPolicyBytes'],
  'AWS::Cognito::UserPoolClient': ['appClients', 'callbackUrls'],
  'AWS::CloudWatch::Dashboard': ['dashboardWidgets'],
  'AWS::Logs::MetricFilter': ['metricFilters'],
  'AWS::Logs::LogGroup': ['logGroups'],
  'AWS::SNS::Topic': ['topics'],
  'AWS::SSM::Parameter': ['parameters'],
  'AWS::Route53::RecordSet': ['recordSets'],
};

/** Types without a quota that a stage can come near to, and why. */
export const WITHOUT_A_QUOTA: Readonly<Record<string, string>> = {
  'AWS::CDK::Metadata': 'a note of the CDK, which is nothing in AWS',
  'AWS::ApiGateway::Account':
    'one for an account and a region, which `api-gateway-log-role` checks',
  'AWS::ApiGateway::BasePathMapping': 'one for a custom domain, which has a row',
  'AWS::ApiGateway::Deployment': 'AWS names no quota; a stage has one',
  'AWS::ApiGateway::GatewayResponse': 'AWS has a fixed list of their types',
  'AWS::ApiGateway::Method': 'AWS names no quota beside that of resources',
  'AWS::Cognito::UserPoolDomain': 'one for a user pool, which has a row',
  'AWS::Lambda::Url': 'one for a function',
  'AWS::SNS::Subscription': 'millions for a topic; the service has one',
  'AWS::SNS::TopicPolicy': 'one for a topic, of one statement',
  'AWS::SQS::Queue': 'AWS names no quota of queues; that of messages in flight has a row',
  'AWS::WAFv2::WebACLAssociation': 'one web ACL for a stage of the API',
  'Custom::ImagewellSite': 'a call of a function that has its rows',
};

/** Every type that a row counts, or that has no quota. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...ACCOUNT_QUOTA_NAMES.flatMap((name) => Object.keys(accountQuota(name).takes)),
  ...Object.keys(OF_A_RESOURCE),
  ...Object.keys(WITHOUT_A_QUOTA),
]);
