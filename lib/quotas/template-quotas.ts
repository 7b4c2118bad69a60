import type { QuotaFacts } from './quota-facts.ts';

const CLOUDFRONT = {
  service: 'Amazon CloudFront',
  source: 'Amazon CloudFront Developer Guide, “Quotas”',
} as const;
const CLOUDFORMATION = {
  service: 'AWS CloudFormation',
  source: 'AWS CloudFormation User Guide, “Understand CloudFormation quotas”',
} as const;
const LAMBDA = {
  service: 'AWS Lambda',
  source: 'AWS Lambda Developer Guide, “Lambda quotas”',
} as const;
const IAM = {
  service: 'AWS IAM',
  source: 'IAM User Guide, “IAM and AWS STS quotas”',
} as const;
const API_GATEWAY = {
  service: 'Amazon API Gateway',
  source: 'API Gateway Developer Guide, “Quotas for configuring and running a REST API”',
} as const;
const EVENTS = {
  service: 'Amazon EventBridge',
  source: 'Amazon EventBridge User Guide, “EventBridge quotas”',
} as const;
const SQS = {
  service: 'Amazon SQS',
  source: 'Amazon SQS Developer Guide, “Amazon SQS message quotas”',
} as const;
const S3 = {
  service: 'Amazon S3',
  source: 'Amazon S3 User Guide, “General purpose bucket quotas, limitations, and restrictions”',
} as const;
const COGNITO = {
  service: 'Amazon Cognito',
  source: 'Amazon Cognito Developer Guide, “Quotas in Amazon Cognito”',
} as const;
const CLOUDWATCH = {
  service: 'Amazon CloudWatch',
  source: 'Amazon CloudWatch User Guide, “CloudWatch service quotas”',
} as const;
const LOGS = {
  service: 'Amazon CloudWatch Logs',
  source: 'Amazon CloudWatch Logs User Guide, “CloudWatch Logs quotas”',
} as const;

/**
 * THE quotas of one resource, or of one template: the synth knows whether a stage fits. So do those
 * of an account that no stage comes near to.
 */
export const TEMPLATE_QUOTAS = {
  stackResources: { ...CLOUDFORMATION, title: 'Resources in a template', usual: 500 },
  stackOutputs: {
    ...CLOUDFORMATION,
    title: 'Output count in CloudFormation template',
    code: ['cloudformation', 'L-87D14FB7'],
    usual: 200,
  },
  stackParameters: { ...CLOUDFORMATION, title: 'Parameters in a template', usual: 200 },
  templateBytes: {
    ...CLOUDFORMATION,
    title: 'Template body size in an Amazon S3 object',
    unit: 'bytes',
    usual: 1_048_576,
  },
  cacheBehaviors: { ...CLOUDFRONT, title: 'Cache behaviors per distribution', usual: 75 },
  origins: { ...CLOUDFRONT, title: 'Origins per distribution', usual: 100 },
  edgeFunctionBytes: {
    ...CLOUDFRONT,
    title: 'Maximum function size',
    unit: 'bytes',
    usual: 10_240,
  },
  cacheQueryStrings: { ...CLOUDFRONT, title: 'Query strings per cache policy', usual: 10 },
  cacheHeaders: { ...CLOUDFRONT, title: 'Headers per cache policy', usual: 10 },
  cacheNameCharacters: {
    ...CLOUDFRONT,
    title: 'Combined length of all names in a cache policy',
    unit: 'characters',
    usual: 1_024,
  },
  originRequestHeaders: { ...CLOUDFRONT, title: 'Headers per origin request policy', usual: 10 },
  responseHeaders: {
    ...CLOUDFRONT,
    title: 'Custom headers per response headers policy',
    usual: 10,
  },
  securityPolicyCharacters: {
    ...CLOUDFRONT,
    title: 'Length of the content security policy in a response headers policy',
    unit: 'characters',
    usual: 1_783,
    source: 'AWS General Reference, “Amazon CloudFront endpoints and quotas”',
  },
  functionMemory: {
    ...LAMBDA,
    title: 'Function memory allocation',
    unit: 'MB',
    usual: 10_240,
    newAccount: 3_008,
  },
  functionTimeout: { ...LAMBDA, title: 'Function timeout', unit: 'seconds', usual: 900 },
  functionLayers: { ...LAMBDA, title: 'Function layers', usual: 5 },
  functionVariableBytes: {
    ...LAMBDA,
    title: 'Function environment variables',
    unit: 'bytes',
    usual: 4_096,
  },
  functionPolicyBytes: {
    ...LAMBDA,
    title: 'Function resource-based policy',
    unit: 'bytes',
    usual: 20_480,
  },
  rolePolicyCharacters: {
    ...IAM,
    title: 'Role inline policies, together',
    unit: 'characters',
    usual: 10_240,
  },
  trustPolicyCharacters: {
    ...IAM,
    title: 'Role trust policy length',
    unit: 'characters',
    usual: 2_048,
  },
  apiResources: {
    ...API_GATEWAY,
    title: 'Resources per API',
    code: ['apigateway', 'L-01C8A9E0'],
    usual: 300,
  },
  apiStages: {
    ...API_GATEWAY,
    title: 'Stages per API',
    code: ['apigateway', 'L-379E48B0'],
    usual: 10,
  },
  ruleTargets: { ...EVENTS, title: 'Targets per rule', usual: 5 },
  eventPatternCharacters: {
    ...EVENTS,
    title: 'Event pattern size',
    code: ['events', 'L-664C5505'],
    unit: 'characters',
    usual: 2_048,
  },
  tableIndexes: {
    service: 'Amazon DynamoDB',
    title: 'Global Secondary Indexes per table',
    code: ['dynamodb', 'L-F7858A77'],
    usual: 20,
    source: 'Amazon DynamoDB Developer Guide, “Quotas in Amazon DynamoDB”',
  },
  inFlightMessages: {
    ...SQS,
    title: 'In-flight messages of a queue, by its mapping',
    usual: 120_000,
  },
  queuePolicyBytes: { ...SQS, title: 'Policy of a queue', unit: 'bytes', usual: 8_192 },
  bucketPolicyBytes: { ...S3, title: 'Bucket policy size', unit: 'bytes', usual: 20_480 },
  lifecycleRules: { ...S3, title: 'Lifecycle rules of a bucket', usual: 1_000 },
  appClients: {
    ...COGNITO,
    title: 'Apps per user pool',
    code: ['cognito-idp', 'L-5EAB0605'],
    usual: 1_000,
  },
  callbackUrls: { ...COGNITO, title: 'Callback URLs of an app client', usual: 100 },
  dashboardWidgets: { ...CLOUDWATCH, title: 'Widgets of a dashboard', usual: 500 },
  metricFilters: { ...LOGS, title: 'Metric filters of a log group', usual: 100 },
  logGroups: {
    ...LOGS,
    title: 'Log groups per Region',
    code: ['logs', 'L-C7B9AAAB'],
    usual: 1_000_000,
  },
  topics: {
    service: 'Amazon SNS',
    title: 'Topics per Account',
    code: ['sns', 'L-61103206'],
    usual: 100_000,
    source: 'AWS General Reference, “Amazon Simple Notification Service endpoints and quotas”',
  },
  parameters: {
    service: 'AWS Systems Manager',
    title: 'Standard parameters per Region',
    usual: 10_000,
    source: 'AWS General Reference, “AWS Systems Manager endpoints and quotas”',
  },
  recordSets: {
    service: 'Amazon Route 53',
    title: 'Records per hosted zone',
    usual: 10_000,
    source: 'Amazon Route 53 Developer Guide, “Quotas”',
  },
} as const satisfies Readonly<Record<string, QuotaFacts>>;

export type TemplateQuotaName = keyof typeof TEMPLATE_QUOTAS;

export const TEMPLATE_QUOTA_NAMES = Object.keys(TEMPLATE_QUOTAS) as TemplateQuotaName[];

/** One of them, by its name. */
export function templateQuota(name: TemplateQuotaName): QuotaFacts {
  return TEMPLATE_QUOTAS[name];
}
