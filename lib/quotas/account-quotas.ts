import type { QuotaFacts } from './quota-facts.ts';

/** A quota that all stacks of an account share; `doctor` compares it with the used amount. */
export interface AccountQuota extends QuotaFacts {
  /** Where Service Quotas has it: global services have theirs in one region of the partition. */
  readonly home: 'region' | 'global';
  /** The amount that each resource of a type takes of it. */
  readonly takes: Readonly<Record<string, number>>;
  /** The factor by which a value of Service Quotas is in this table's unit: 1 by default. */
  readonly factor?: number;
  /** The things to delete, which frees some of it before a higher quota is granted. */
  readonly remedy: string;
}

const GIBIBYTE = 2 ** 30;
/**
 * More than each packed file of a function or a layer has: `performance.package-size` bounds them.
 */
const PACKED_BYTES = 25_000_000;

const CLOUDFRONT = {
  service: 'Amazon CloudFront',
  home: 'global',
  source: 'Amazon CloudFront Developer Guide, “Quotas”',
} as const;
const LAMBDA = {
  service: 'AWS Lambda',
  home: 'region',
  source: 'AWS Lambda Developer Guide, “Lambda quotas”',
} as const;
const EVENTS = {
  service: 'Amazon EventBridge',
  home: 'region',
  source: 'Amazon EventBridge User Guide, “EventBridge quotas”',
} as const;
const API_GATEWAY = {
  service: 'Amazon API Gateway',
  home: 'region',
  source: 'API Gateway Developer Guide, “Quotas for configuring and running a REST API”',
} as const;

/** THE quotas of an account that a stage takes from. */
export const ACCOUNT_QUOTAS = {
  cachePolicies: {
    ...CLOUDFRONT,
    title: 'Custom cache policies per AWS account',
    code: ['cloudfront', 'L-7D134442'],
    usual: 20,
    takes: { 'AWS::CloudFront::CachePolicy': 1 },
    remedy: 'delete cache policies without a distribution',
  },
  originRequestPolicies: {
    ...CLOUDFRONT,
    title: 'Custom origin request policies per AWS account',
    code: ['cloudfront', 'L-C3659C43'],
    usual: 20,
    takes: { 'AWS::CloudFront::OriginRequestPolicy': 1 },
    remedy: 'delete origin request policies without a distribution',
  },
  responseHeadersPolicies: {
    ...CLOUDFRONT,
    title: 'Custom response headers policies per AWS account',
    code: ['cloudfront', 'L-CF0D4FC5'],
    usual: 20,
    takes: { 'AWS::CloudFront::ResponseHeadersPolicy': 1 },
    remedy: 'delete response headers policies without a distribution',
  },
  edgeFunctions: {
    ...CLOUDFRONT,
    title: 'Functions per AWS account',
    usual: 100,
    takes: { 'AWS::CloudFront::Function': 1 },
    remedy: 'delete CloudFront functions without a distribution',
  },
  originAccessControls: {
    ...CLOUDFRONT,
    title: 'Origin access controls per AWS account',
    usual: 100,
    takes: { 'AWS::CloudFront::OriginAccessControl': 1 },
    remedy: 'delete origin access controls without a distribution',
  },
  publicKeys: {
    ...CLOUDFRONT,
    title: 'Public keys per AWS account',
    usual: 10,
    takes: { 'AWS::CloudFront::PublicKey': 1 },
    remedy: 'delete public keys that no key group has',
  },
  keyGroups: {
    ...CLOUDFRONT,
    title: 'Key groups per AWS account',
    usual: 10,
    takes: { 'AWS::CloudFront::KeyGroup': 1 },
    remedy: 'delete key groups without a distribution',
  },
  distributions: {
    ...CLOUDFRONT,
    title: 'Distributions per AWS account',
    code: ['cloudfront', 'L-24B04930'],
    usual: 500,
    takes: { 'AWS::CloudFront::Distribution': 1 },
    remedy: 'delete disabled distributions',
  },
  tables: {
    service: 'Amazon DynamoDB',
    home: 'region',
    title: 'Maximum number of tables',
    code: ['dynamodb', 'L-F98FE922'],
    usual: 2_500,
    takes: { 'AWS::DynamoDB::Table': 1 },
    remedy: 'delete tables of earlier stacks',
    source: 'Amazon DynamoDB Developer Guide, “Quotas in Amazon DynamoDB”',
  },
  codeStorage: {
    ...LAMBDA,
    title: 'Function and layer storage',
    code: ['lambda', 'L-2ACBD22F'],
    unit: 'bytes',
    usual: 75 * GIBIBYTE,
    factor: GIBIBYTE,
    takes: { 'AWS::Lambda::Function': PACKED_BYTES, 'AWS::Lambda::LayerVersion': PACKED_BYTES },
    remedy: 'delete unused functions, and old versions of functions and layers',
  },
  roles: {
    service: 'AWS IAM',
    home: 'global',
    title: 'Roles per account',
    code: ['iam', 'L-FE177D64'],
    usual: 1_000,
    takes: { 'AWS::IAM::Role': 1 },
    remedy: 'delete unused roles',
    source: 'IAM User Guide, “IAM and AWS STS quotas”',
  },
  stacks: {
    service: 'AWS CloudFormation',
    home: 'region',
    title: 'Stack count',
    code: ['cloudformation', 'L-0485CB21'],
    usual: 2_000,
    takes: { 'AWS::CloudFormation::Stack': 1 },
    remedy: 'delete unused stacks',
    source: 'AWS CloudFormation User Guide, “Understand CloudFormation quotas”',
  },
  eventBuses: {
    ...EVENTS,
    title: 'Event buses',
    code: ['events', 'L-658A4FD9'],
    usual: 100,
    takes: { 'AWS::Events::EventBus': 1 },
    remedy: 'delete unused event buses',
  },
  eventRules: {
    ...EVENTS,
    title: 'Number of rules (of the default event bus)',
    code: ['events', 'L-244521F2'],
    usual: 300,
    takes: { 'AWS::Events::Rule': 1 },
    remedy: 'delete unused rules of the default event bus',
  },
  alarms: {
    service: 'Amazon CloudWatch',
    home: 'region',
    title: 'Alarms per Region',
    usual: 5_000,
    takes: { 'AWS::CloudWatch::Alarm': 1 },
    remedy: 'delete unused alarms',
    source: 'Amazon CloudWatch User Guide, “CloudWatch service quotas”',
  },
  restApis: {
    ...API_GATEWAY,
    title: 'Regional APIs',
    code: ['apigateway', 'L-AA0FF27B'],
    usual: 600,
    takes: { 'AWS::ApiGateway::RestApi': 1 },
    remedy: 'delete unused REST APIs',
  },
  apiDomainNames: {
    ...API_GATEWAY,
    title: 'Custom Domain Names',
    code: ['apigateway', 'L-A93447B8'],
    usual: 120,
    takes: { 'AWS::ApiGateway::DomainName': 1 },
    remedy: 'delete unused custom domain names',
  },
  userPools: {
    service: 'Amazon Cognito',
    home: 'region',
    title: 'User pools per account',
    code: ['cognito-idp', 'L-66E6DF30'],
    usual: 1_000,
    takes: { 'AWS::Cognito::UserPool': 1 },
    remedy: 'delete unused user pools',
    source: 'Amazon Cognito Developer Guide, “Quotas in Amazon Cognito”',
  },
  buckets: {
    service: 'Amazon S3',
    home: 'global',
    title: 'General purpose buckets',
    code: ['s3', 'L-DC2B2D3D'],
    usual: 10_000,
    takes: { 'AWS::S3::Bucket': 1 },
    remedy: 'delete unused buckets',
    source: 'Amazon S3 User Guide, “General purpose bucket quotas, limitations, and restrictions”',
  },
} as const satisfies Readonly<Record<string, AccountQuota>>;

export type AccountQuotaName = keyof typeof ACCOUNT_QUOTAS;

export const ACCOUNT_QUOTA_NAMES = Object.keys(ACCOUNT_QUOTAS) as AccountQuotaName[];

/** One of them, by its name. */
export function accountQuota(name: AccountQuotaName): AccountQuota {
  return ACCOUNT_QUOTAS[name];
}
