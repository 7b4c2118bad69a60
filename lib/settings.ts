import * as z from 'zod/mini';
import { SIGN_UPS } from '../core/accounts/sign-up.ts';
import type { ImageServiceProps } from './image-service-props.ts';
import { MAX_QUEUE_CONCURRENCY, MIN_QUEUE_CONCURRENCY } from './queue-concurrency.ts';
import { ORIGIN_SHIELD } from './regions/documented-facts.ts';
import {
  type Change,
  FORMER_HOSTS,
  guarded,
  integer,
  like,
  listOf,
  METERING,
  oneOf,
  PRIVATE_IMAGE_KEYS,
  plansByName,
  publicKeys,
  REMOVAL,
  type SharedProp,
  sameProp,
  setting,
  switchProp,
  unkept,
  type ValuesOfCdk,
  VERSIONS,
} from './setting-kinds.ts';
import { TARGETS, type TargetName } from './target.ts';

/** The default stage of a deploy; its stack has the service's plain name. */
export const DEFAULT_STAGE = 'prod';

const STAGE = /^[a-z][a-z0-9-]{0,19}$/;

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$/;

const URL_WITHOUT_SLASH = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;

/**
 * OpenID Connect Discovery 1.0 section 3: an issuer uses https; http is for emulators only, which
 * describeConflicts checks.
 */
const ISSUER_URL = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?(\/[\w./-]*)?$/;

const CERTIFICATE = /^arn:[a-z-]+:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;

const CDN_CERTIFICATE = /^arn:[a-z-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;

const CDN_WAF_ACL = /^arn:[a-z-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/;

const API_WAF_ACL = /^arn:[a-z-]+:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/[\w-]+\/[\w-]+$/;

const TOPIC = /^arn:[a-z-]+:sns:[a-z0-9-]+:\d{12}:[\w-]+$/;

const AUDIENCE = /^[^\s,]{1,255}$/;

const ABSOLUTE_PATH = /^\/[^\0]+$/;

const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Amazon CloudWatch Logs API Reference, PutRetentionPolicy. */
export const RETENTION_DAYS: readonly number[] = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288,
  3653,
];

/**
 * THE settings: the effect of each, its values, and the prop of the construct that it makes, alone
 * or with others.
 */
const TABLE = {
  stage: unkept(
    'Name of the deployment stage: part of the stack name and the base URL',
    z._default(
      like(STAGE, 'must have at most 20 lower-case letters, digits and hyphens'),
      DEFAULT_STAGE,
    ),
    sameProp('stageName'),
  ),
  target: guarded(
    'Deployment target; `ministack` and `localstack` are emulators for tests and trials',
    z._default(oneOf(Object.keys(TARGETS) as TargetName[]), 'aws'),
    'emulator',
  ),
  apiDomainName: guarded(
    'Custom domain of the API',
    z.optional(like(DOMAIN, 'must be a domain name in lower case')),
    'apiDomain',
  ),
  apiCertificateArn: guarded(
    'ACM certificate of `apiDomainName`, in the region of the stack',
    z.optional(like(CERTIFICATE, 'must be the ARN of a certificate in ACM')),
    'apiDomain',
  ),
  cdnDomainNames: guarded(
    'Custom domains of the CDN; returned image URLs use the first one',
    z._default(listOf(like(DOMAIN, 'must be a domain name in lower case')), []),
    'cdnDomain',
  ),
  cdnCertificateArn: guarded(
    'ACM certificate of all `cdnDomainNames`, in us-east-1',
    z.optional(
      like(
        CDN_CERTIFICATE,
        'must be the ARN of a certificate in us-east-1, as CloudFront requires',
      ),
    ),
    'cdnDomain',
  ),
  cdnUrl: guarded(
    'URL of the CDN, for targets whose distribution has no usable domain',
    z.optional(like(URL_WITHOUT_SLASH, 'must be a URL without a path')),
    'emulator',
  ),
  formerCdnHosts: guarded(
    'Former CDN host names that image URLs may still use',
    z._default(listOf(like(HOST, 'must be a host')), []),
    FORMER_HOSTS,
  ),
  tokenIssuer: guarded(
    'Issuer of the accepted access tokens, exactly as in the claim `iss`. Without it, sign-in is disabled and calls with access tokens answer 401',
    z.optional(like(ISSUER_URL, 'must be the URL of an OpenID Connect issuer')),
    'signIn',
  ),
  tokenKeysUrl: guarded(
    'URL of the public keys of the issuer: `jwks_uri` of its discovery document',
    z.optional(like(ISSUER_URL, 'must be a URL')),
    'signIn',
  ),
  tokenAudiences: guarded(
    'Accepted audiences of access tokens: values of the claim `tokenAudienceClaim`',
    z.optional(listOf(like(AUDIENCE, 'must be an audience or a client ID'))),
    'signIn',
  ),
  tokenAudienceClaim: guarded(
    'Claim with the audience: `aud`, or `client_id` for access tokens without `aud` (Amazon Cognito)',
    z._default(oneOf(['aud', 'client_id']), 'aud'),
    'signIn',
  ),
  tokenUserInfoUrl: guarded(
    '`userinfo_endpoint` of the issuer, which proves the e-mail address of a user who accepts an invitation. Without it, invitations cannot be accepted',
    z.optional(like(ISSUER_URL, 'must be a URL')),
    'signIn',
  ),
  consoleClientId: guarded(
    'Client ID of the console at `tokenIssuer`: a public client with PKCE. Its redirect URI is `{cdn_url}/console/callback`. Without it, the console of such a stack has no sign-in',
    z.optional(like(AUDIENCE, 'must be a client ID')),
    'signIn',
  ),
  userPool: guarded(
    'Amazon Cognito user pool for sign-in: `create` or `none`. The default is `create` in AWS without `tokenIssuer`, and `none` on emulators',
    z.optional(oneOf(['create', 'none'])),
    'signIn',
  ),
  signUp: guarded(
    'Self-service sign-up to the user pool: only invited users, `domains` of e-mail addresses, or `open`. With `open`, anybody can host images at your cost, each within the plan `free`',
    z._default(oneOf(SIGN_UPS), 'invited'),
    'signIn',
  ),
  signUpDomains: guarded(
    'E-mail domains for `signUp=domains`, for example `example.com`; subdomains are not included',
    z.optional(listOf(like(DOMAIN, 'must be a domain name in lower case'))),
    'signIn',
  ),
  signInMfa: guarded(
    'Second factor (TOTP): `required`, or `optional`, which the sign-in pages of Amazon Cognito do not offer by themselves',
    z._default(oneOf(['optional', 'required']), 'optional'),
    'signIn',
  ),
  events: guarded(
    'Publishing of events: `on` creates an EventBridge bus ([events.md](events.md))',
    z._default(oneOf(['off', 'on']), 'off'),
    switchProp('events'),
  ),
  rekognition: setting(
    'Amazon Rekognition for projects with `moderation: rekognition` ([guide](guides/moderation.md)) or `focalPoints: rekognition` ([guide](guides/focal-points.md)): `on` adds a function and its queue, and requires `events=on` ([costs.md](costs.md))',
    z._default(oneOf(['off', 'on']), 'off'),
    switchProp('rekognition'),
  ),
  tellIgnored: setting(
    'Header `X-Ignored-Parameters` on images whose URL has unknown parameters: `on` adds a second CloudFront function ([costs.md](costs.md))',
    z._default(oneOf(['off', 'on']), 'off'),
    switchProp('ignoredParametersHeader'),
  ),
  heic: setting(
    'HEIC as an upload type: `on` adds a Lambda layer with `libheif-js` to the functions for uploads ([HEIC](guides/heic.md))',
    z._default(oneOf(['off', 'on']), 'off'),
    switchProp('heicUploads'),
  ),
  cdnAccessLogs: setting(
    'CloudFront access logs for metering bandwidth: `standard` or `none`. Some regions do not support them',
    z._default(oneOf(['none', 'standard']), 'none'),
    METERING,
  ),
  privateImageKeys: guarded(
    'Public keys of private images, as `admin private-keys create` prints them. The first one signs grants, and CloudFront accepts the signatures of both. Without any, the stack has no private images ([private-images.md](tasks/private-images.md))',
    z._default(publicKeys(), []),
    PRIVATE_IMAGE_KEYS,
  ),
  plans: guarded(
    'Additional plans beside `free` and `unlimited`, each with all limits: `{"team": {"maxImages": 1000, "maxTransformationsPerMonth": 5000, "maxBandwidthBytesPerMonth": null, "maxProjects": 10}}`; `"mayExceedQuota": true` permits `quotaMode: log`, and `"refusesOverBandwidth": true` refuses images above the bandwidth',
    z.optional(plansByName()),
    sameProp('plans'),
  ),
  logRetentionDays: setting(
    'Retention of logs in days',
    z._default(
      integer(1, 3653).check(
        z.refine((days) => RETENTION_DAYS.includes(days), {
          error: `must be a retention period of CloudWatch: ${RETENTION_DAYS.join(', ')}`,
        }),
      ),
      30,
    ),
    sameProp('logRetention'),
  ),
  removalPolicy: guarded(
    'Removal policy of tables and buckets when the stack is deleted: `retain` or `destroy`',
    z._default(oneOf(['retain', 'destroy']), 'retain'),
    REMOVAL,
  ),
  originalVersionDays: guarded(
    'Retention of old object versions of originals in days',
    z._default(integer(1, 365), 7),
    VERSIONS,
  ),
  wafAclArn: guarded(
    'ARN of a web ACL for the CDN, with the scope CLOUDFRONT',
    z.optional(
      like(CDN_WAF_ACL, 'must be the ARN of a web ACL with the scope CLOUDFRONT, in us-east-1'),
    ),
    sameProp('cdnWebAclArn'),
  ),
  apiWafAclArn: guarded(
    'ARN of a web ACL for the API, with the scope REGIONAL',
    z.optional(like(API_WAF_ACL, 'must be the ARN of a web ACL with the scope REGIONAL')),
    sameProp('apiWebAclArn'),
  ),
  originShieldRegion: setting(
    'Region of CloudFront Origin Shield, an additional cache in front of the origin',
    z.optional(oneOf(ORIGIN_SHIELD.regions)),
    sameProp('originShieldRegion'),
  ),
  fipsEndpoints: setting(
    'FIPS endpoints of AWS for the calls of functions and for direct uploads (`AWS_USE_FIPS_ENDPOINT`): `on` or `off`. They are in the USA and Canada only',
    z._default(oneOf(['off', 'on']), 'off'),
    switchProp('fipsEndpoints'),
  ),
  dualStackEndpoints: setting(
    'Dual-stack endpoints of AWS, IPv4 and IPv6, for the calls of functions and for direct uploads (`AWS_USE_DUALSTACK_ENDPOINT`): `on` or `off`',
    z._default(oneOf(['off', 'on']), 'off'),
    switchProp('dualStackEndpoints'),
  ),
  reservedConcurrency: setting(
    'Reserved concurrency of the renderer, which is also its maximum; off, because a new account allows no reservation ([quotas.md](guides/quotas.md))',
    z.optional(integer(1, 10_000)),
    sameProp('reservedConcurrency'),
  ),
  backgroundConcurrency: setting(
    'Highest concurrency of each queue’s function, from 2: it leaves more of a small account’s executions to visitors ([quotas.md](guides/quotas.md)). Without it, each queue has a maximum that suits its work',
    z.optional(integer(MIN_QUEUE_CONCURRENCY, MAX_QUEUE_CONCURRENCY)),
    sameProp('backgroundConcurrency'),
  ),
  apiGatewayLogRole: setting(
    'Account-wide role with which API Gateway writes logs: `create`, `existing`, or `none` (no access logs). The default in AWS is `create`; a deploy without any role fails',
    z.optional(oneOf(['create', 'existing', 'none'])),
    sameProp('apiGatewayLogRole'),
  ),
  alarmEmail: setting(
    'E-mail address for alarms; the recipient must confirm the subscription',
    z.optional(like(EMAIL, 'must be an e-mail address')),
    sameProp('alarmEmail'),
  ),
  alarmTopicArn: setting(
    'ARN of an SNS topic for alarms, in the region of the stack',
    z.optional(like(TOPIC, 'must be the ARN of an SNS topic')),
    'alarmTopic',
  ),
  recordCallsTo: unkept(
    'File on this machine that records each AWS API call of a function; only for `test:cloud`',
    z.optional(like(ABSOLUTE_PATH, 'must be the absolute path of a file')),
    'emulator',
  ),
};

type Table = typeof TABLE;
type Shape = { [Name in keyof Table]: Table[Name]['schema'] };

export const SCHEMA = z.strictObject(
  Object.fromEntries(Object.entries(TABLE).map(([name, { schema }]) => [name, schema])) as Shape,
);

export type Settings = z.infer<typeof SCHEMA>;

/** A row of the table, whatever its value. */
export interface SettingRow {
  readonly name: string;
  readonly summary: string;
  readonly change: Change;
  /** The default; undefined: it is off. */
  readonly whenMissing: unknown;
  readonly prop: SharedProp | AnyProp;
}

interface AnyProp {
  readonly name: keyof ImageServiceProps;
  toProp(value: unknown, cdk: ValuesOfCdk): unknown;
  toSetting(prop: unknown, cdk: ValuesOfCdk): unknown;
}

/** Every setting. */
export const SETTINGS: readonly SettingRow[] = Object.entries(TABLE).map(([name, row]) => {
  const { summary, schema, change, prop } = row;
  return { name, summary, change, prop, whenMissing: schema.safeParse(undefined).data };
});

/** The settings that make a prop alone. */
export type SingleSetting = {
  [Name in keyof Table]: Table[Name]['prop'] extends SharedProp ? never : Name;
}[keyof Table];

/** The props that one setting makes. */
export type SingleProp = Exclude<Table[keyof Table]['prop'], SharedProp>['name'];

/** Props of an app of one's own, which a stage doesn't need: it has a stack with outputs. */
type PropOfAnApp = 'parameterPrefix' | 'stackOutputs';

type Unset = Exclude<keyof ImageServiceProps, SingleProp | SharedProp | PropOfAnApp>;

/** Doesn't compile while a prop of the construct has no setting: it names the prop. */
export const everyPropHasSetting: [Unset] extends [never] ? true : Unset = true;

/** The name of the stack with these settings. */
export function stackNameOf({ stage }: Pick<Settings, 'stage'>): string {
  return stage === DEFAULT_STAGE ? 'imagewell' : `imagewell-${stage}`;
}
