import type { CfnParameterProps } from 'aws-cdk-lib';

interface Parameter extends CfnParameterProps {
  /** The heading in the console of AWS. */
  readonly group: string;
}

const ARN = '^$|^arn:.+';
const URL = '^$|^https?://.+';
const HOST = '^$|^[a-z0-9.-]+\\.[a-z]+$';

const optional = (group: string, description: string, allowedPattern?: string): Parameter => ({
  group,
  description,
  default: '',
  ...(allowedPattern ? { allowedPattern } : {}),
});

/** THE parameters of the template. */
export const PARAMETERS = {
  AssetBucket: {
    group: 'Files',
    description: 'The S3 bucket with the files of the folder assets, in the region of the stack',
    allowedPattern: '^[a-z0-9.-]{3,63}$',
  },
  AssetPrefix: {
    group: 'Files',
    description: 'The prefix of their keys, with a slash at its end',
    default: 'imagewell/',
    allowedPattern: '^$|^.+/$',
  },
  ApiDomainName: optional('Domains', 'A domain of yours for the API', HOST),
  ApiCertificateArn: optional('Domains', 'Its certificate, in the region of the stack', ARN),
  ApiHostedZoneId: optional('Domains', 'A hosted zone of Route 53 that gets its record'),
  CdnDomainName: optional('Domains', 'A domain of yours for images and console', HOST),
  CdnCertificateArn: optional('Domains', 'Its certificate, in us-east-1', ARN),
  CdnHostedZoneId: optional('Domains', 'A hosted zone of Route 53 that gets its records'),
  IssuerUrl: optional(
    'Sign-in',
    'An OpenID Connect issuer, as in the claim iss; empty: a user pool of the stack',
    URL,
  ),
  IssuerKeysUrl: optional('Sign-in', 'jwks_uri of the issuer', URL),
  Audiences: optional('Sign-in', 'Accepted audiences of its access tokens, with commas'),
  AudienceClaim: {
    group: 'Sign-in',
    description: 'The claim of the audience',
    default: 'aud',
    allowedValues: ['aud', 'client_id'],
  },
  IssuerUserInfoUrl: optional('Sign-in', 'userinfo_endpoint of the issuer', URL),
  ConsoleClient: optional('Sign-in', 'The client of the console at the issuer'),
  AlarmEmail: optional('Operation', 'Gets the alarms'),
  ApiWebAclArn: optional('Operation', 'A web ACL of the scope REGIONAL', ARN),
  CdnWebAclArn: optional('Operation', 'A web ACL of the scope CLOUDFRONT, in us-east-1', ARN),
  ApiGatewayLogRole: {
    group: 'Operation',
    description: 'existing: the account has a role for logs of API Gateway already',
    default: 'create',
    allowedValues: ['create', 'existing'],
  },
  LogRetentionDays: {
    group: 'Operation',
    description: 'Retention of logs',
    type: 'Number',
    default: '30',
    allowedValues: ['1', '3', '7', '14', '30', '60', '90', '180', '365'],
  },
  OriginalVersionDays: {
    group: 'Operation',
    description: 'Retention of replaced and deleted originals as old versions',
    type: 'Number',
    default: 7,
    minValue: 1,
    maxValue: 365,
  },
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof PARAMETERS;

/** Parameters that have no effect, or a wrong one, without others. */
export const REQUIRED_TOGETHER: readonly (readonly [ParameterName, readonly ParameterName[]])[] = [
  ['ApiDomainName', ['ApiCertificateArn']],
  ['ApiCertificateArn', ['ApiDomainName']],
  ['ApiHostedZoneId', ['ApiDomainName']],
  ['CdnDomainName', ['CdnCertificateArn']],
  ['CdnCertificateArn', ['CdnDomainName']],
  ['CdnHostedZoneId', ['CdnDomainName']],
  ['IssuerUrl', ['IssuerKeysUrl', 'Audiences', 'IssuerUserInfoUrl']],
  ['IssuerKeysUrl', ['IssuerUrl']],
  ['Audiences', ['IssuerUrl']],
  ['IssuerUserInfoUrl', ['IssuerUrl']],
  ['ConsoleClient', ['IssuerUrl']],
];
