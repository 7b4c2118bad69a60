import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod/mini';
import { SIGN_UPS } from '../core/accounts/sign-up.ts';
import { integer, like, listOf, oneOf, plansByName, setting } from './setting-kinds.ts';
import { TARGETS, type TargetName } from './target.ts';

/** The stage of a deploy that names none; its stack has the service's plain name. */
export const DEFAULT_STAGE = 'prod';

const STAGE = /^[a-z][a-z0-9-]{0,19}$/;

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$/;

const URL_WITHOUT_SLASH = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;

/** OpenID Connect Discovery 1.0 section 3: an issuer is https; http serves emulators alone, which describeConflicts holds. */
const ISSUER_URL = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[\w./-]*)?$/;

const CERTIFICATE = /^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;

const CDN_CERTIFICATE = /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;

const CDN_WAF_ACL = /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/;

const API_WAF_ACL = /^arn:aws:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[\w-]+$/;

const TOPIC = /^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w-]+$/;

const AUDIENCE = /^[^\s,]{1,255}$/;

const ABSOLUTE_PATH = /^\/[^\0]+$/;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Amazon CloudFront Developer Guide, "Choosing the AWS Region for your origin shield". */
const ORIGIN_SHIELD_REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'ap-south-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'sa-east-1',
  'me-central-1',
];

const RETENTION_DAYS = Object.values(RetentionDays).filter(
  (days): days is number => typeof days === 'number' && days < RetentionDays.INFINITE,
);

/** THE settings. */
const TABLE = {
  stage: setting(
    'Part of the stack’s name and of the base URL',
    z._default(
      like(STAGE, 'must be lower-case letters, digits and hyphens, at most 20'),
      DEFAULT_STAGE,
    ),
  ),
  target: setting(
    'Where it is deployed to; `ministack` and `localstack` are for tests and trials',
    z._default(oneOf(Object.keys(TARGETS) as TargetName[]), 'aws'),
  ),
  apiDomainName: setting(
    'The API’s own domain',
    z.optional(like(DOMAIN, 'must be a domain name in lower case')),
  ),
  apiCertificateArn: setting(
    'Its certificate, in the stack’s region',
    z.optional(like(CERTIFICATE, 'must be the ARN of a certificate in ACM')),
  ),
  cdnDomainNames: setting(
    'The CDN’s own domains, the first in the addresses that are answered',
    z._default(listOf(like(DOMAIN, 'must be a domain name in lower case')), []),
  ),
  cdnCertificateArn: setting(
    'One certificate for all of them, in us-east-1',
    z.optional(
      like(
        CDN_CERTIFICATE,
        'must be the ARN of a certificate in us-east-1: CloudFront takes no other',
      ),
    ),
  ),
  cdnUrl: setting(
    'Where the CDN is, for targets whose distribution doesn’t know it',
    z.optional(like(URL_WITHOUT_SLASH, 'must be a URL without a path')),
  ),
  formerCdnHosts: setting(
    'Hosts that images were served at once: references may still name them',
    z._default(listOf(like(HOST, 'must be a host')), []),
  ),
  tokenIssuer: setting(
    'Whose access tokens people’s calls take, as `iss` has it to the letter; without it nobody signs in and those calls answer 401',
    z.optional(like(ISSUER_URL, 'must be the URL of an OpenID Connect issuer')),
  ),
  tokenKeysUrl: setting(
    'Where its public keys are: `jwks_uri` of its discovery document',
    z.optional(like(ISSUER_URL, 'must be a URL')),
  ),
  tokenAudiences: setting(
    'Whom its tokens are for: the values that are taken of the claim below',
    z.optional(listOf(like(AUDIENCE, 'must be an audience or a client’s id'))),
  ),
  tokenAudienceClaim: setting(
    'The claim that says so: `aud`, or `client_id` where access tokens have no `aud` (Amazon Cognito)',
    z._default(oneOf(['aud', 'client_id']), 'aud'),
  ),
  tokenUserInfoUrl: setting(
    'Where it says whose a token is (`userinfo_endpoint`): who accepts an invitation proves an e-mail address by it; without it nobody can',
    z.optional(like(ISSUER_URL, 'must be a URL')),
  ),
  userPool: setting(
    'Whether people have a user pool of Amazon Cognito’s: `create` or `none`; `create` in AWS where there is no tokenIssuer, `none` on emulators',
    z.optional(oneOf(['create', 'none'])),
  ),
  signUp: setting(
    'Who may sign themselves up to the user pool: nobody but whom you invited, `domains` of e-mail addresses, or `open`: then strangers host on your bill, within the plan `free` each',
    z._default(oneOf(SIGN_UPS), 'invited'),
  ),
  signUpDomains: setting(
    'The e-mail domains of `domains`, for example `example.com`; their subdomains are others',
    z.optional(listOf(like(DOMAIN, 'must be a domain name in lower case'))),
  ),
  signInMfa: setting(
    'A second factor (TOTP): `optional`, which Amazon Cognito’s pages don’t offer by themselves, or `required`, which they set up',
    z._default(oneOf(['optional', 'required']), 'optional'),
  ),
  events: setting(
    'Whether changes are told of: `on` makes a bus of EventBridge ([events.md](events.md))',
    z._default(oneOf(['off', 'on']), 'off'),
  ),
  cdnAccessLogs: setting(
    'Whether CloudFront writes its `standard` access logs, by which bandwidth is metered, or `none`; off, because it can’t in every region',
    z._default(oneOf(['none', 'standard']), 'none'),
  ),
  plans: setting(
    'Plans beside `free` and `unlimited`, each with all its limits: `{"team": {"maxImages": 1000, "maxTransformationsPerMonth": 5000, "maxBandwidthBytesPerMonth": null, "maxProjects": 10}}`; with `"mayExceedQuota": true` its projects may say `quotaMode: log`',
    z.optional(plansByName()),
  ),
  logRetentionDays: setting(
    'Days that logs are kept',
    z._default(
      integer(1, 3653).check(
        z.refine((days) => RETENTION_DAYS.includes(days), {
          error: `must be one that CloudWatch knows: ${RETENTION_DAYS.join(', ')}`,
        }),
      ),
      30,
    ),
  ),
  removalPolicy: setting(
    'Whether tables and buckets outlive the stack: `retain` or `destroy`',
    z._default(oneOf(['retain', 'destroy']), 'retain'),
  ),
  originalVersionDays: setting(
    'Days that a replaced or removed original can be brought back by its old version',
    z._default(integer(1, 365), 7),
  ),
  wafAclArn: setting(
    'A web ACL of yours before the CDN, of scope CLOUDFRONT',
    z.optional(like(CDN_WAF_ACL, 'must be a web ACL of scope CLOUDFRONT, in us-east-1')),
  ),
  apiWafAclArn: setting(
    'A web ACL of yours before the API, of scope REGIONAL',
    z.optional(like(API_WAF_ACL, 'must be a web ACL of scope REGIONAL')),
  ),
  originShieldRegion: setting(
    'CloudFront’s extra cache before the origin',
    z.optional(oneOf(ORIGIN_SHIELD_REGIONS)),
  ),
  reservedConcurrency: setting(
    'Executions kept for the renderer, and its most; off, because a new account has ten in all and takes no reservation',
    z.optional(integer(1, 10_000)),
  ),
  apiGatewayLogRole: setting(
    'The account-wide role by which API Gateway writes logs: `create` it (a fresh account has none, and the deploy would fail), `existing`, or `none` and no access logs; `create` in AWS',
    z.optional(oneOf(['create', 'existing', 'none'])),
  ),
  alarmEmail: setting(
    'Who hears of alarms; the address has to be confirmed by mail',
    z.optional(like(EMAIL, 'must be an e-mail address')),
  ),
  alarmTopicArn: setting(
    'The same, by an SNS topic of yours in the stack’s region',
    z.optional(like(TOPIC, 'must be the ARN of an SNS topic')),
  ),
  recordCallsTo: setting(
    'A file of this machine that gets a line of each call of AWS that a function makes; for `test:cloud`, refused elsewhere',
    z.optional(like(ABSOLUTE_PATH, 'must be the absolute path of a file')),
  ),
};

type Shape = { [Name in keyof typeof TABLE]: (typeof TABLE)[Name]['schema'] };

export const SCHEMA = z.strictObject(
  Object.fromEntries(Object.entries(TABLE).map(([name, { schema }]) => [name, schema])) as Shape,
);

/** Every setting's name, what it does, and its value where it isn't given; undefined: it is off. */
export const SETTINGS: readonly { name: string; summary: string; whenMissing: unknown }[] =
  Object.entries(TABLE).map(([name, { summary, schema }]) => ({
    name,
    summary,
    whenMissing: schema.safeParse(undefined).data,
  }));

export type Settings = z.infer<typeof SCHEMA>;

/** The name of the stack with these settings. */
export function stackNameOf({ stage }: Pick<Settings, 'stage'>): string {
  return stage === DEFAULT_STAGE ? 'imagewell' : `imagewell-${stage}`;
}
