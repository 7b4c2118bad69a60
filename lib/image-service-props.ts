import type { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { ITopic } from 'aws-cdk-lib/aws-sns';

/** The limits of an account; null: any amount. */
export interface PlanProps {
  readonly maxImages: number | null;
  readonly maxTransformationsPerMonth: number | null;
  readonly maxBandwidthBytesPerMonth: number | null;
  readonly maxProjects: number | null;
  /** Permits `quotaMode: log` in projects of the plan. */
  readonly mayExceedQuota?: boolean;
  /** Refuses the images of its projects above its bandwidth. */
  readonly refusesOverBandwidth?: boolean;
}

/** A custom domain of the API. */
export interface ApiDomainProps {
  readonly domainName: string;
  /** In the region of the stack. */
  readonly certificate: ICertificate;
  /** Gets an alias record of the domain. */
  readonly hostedZone?: IHostedZone | undefined;
}

/** Custom domains of the CDN. */
export interface CdnDomainProps {
  /** Returned image URLs use the first one. */
  readonly domainNames: readonly string[];
  /** Of all names, in us-east-1. */
  readonly certificate: ICertificate;
  /** Gets alias records, A and AAAA, of each name. */
  readonly hostedZone?: IHostedZone | undefined;
}

/** A user pool of the service's own, with hosted sign-in. */
export interface OwnUserPool {
  readonly kind: 'own-user-pool';
  /** The users that may sign up: invited ones by default. */
  readonly signUp?: 'invited' | 'domains' | 'open' | undefined;
  /** The domains of e-mail addresses, for `signUp: 'domains'`. */
  readonly signUpDomains?: readonly string[] | undefined;
  /** A second factor (TOTP): optional by default. */
  readonly mfa?: 'optional' | 'required' | undefined;
}

/** A user pool that exists. Sign-up is its own affair. */
export interface ExistingUserPool {
  readonly kind: 'user-pool';
  readonly userPool: IUserPool;
  /** Clients whose access tokens are accepted. */
  readonly clients: readonly IUserPoolClient[];
  /**
   * The console's client, public and with PKCE: its redirect URI is `{cdnUrl}/console/callback`.
   * Without it, the console has no sign-in.
   */
  readonly consoleClient?: IUserPoolClient | undefined;
  /**
   * URL of the pool's hosted sign-in, such as `https://auth.example.com`, for `userinfo`. Without
   * it, invitations can't be accepted.
   */
  readonly signInUrl?: string | undefined;
}

/** Any issuer of OpenID Connect. */
export interface ExternalIssuer {
  readonly kind: 'issuer';
  /** Exactly as in the claim `iss`. */
  readonly url: string;
  /** `jwks_uri` of its discovery document. */
  readonly keysUrl: string;
  readonly audiences: readonly string[];
  /** Where the audience is: `aud` by default. */
  readonly audienceClaim?: 'aud' | 'client_id' | undefined;
  /** `userinfo_endpoint`. Without it, invitations can't be accepted. */
  readonly userInfoUrl?: string | undefined;
  /** As {@link ExistingUserPool.consoleClient}, by its ID. */
  readonly consoleClientId?: string | undefined;
}

/** Calls with access tokens are refused; API keys work. */
export interface NoSignIn {
  readonly kind: 'none';
}

export type SignInProps = OwnUserPool | ExistingUserPool | ExternalIssuer | NoSignIn;

/** An emulator of AWS on this machine, for tests and trials. */
export interface EmulatorProps {
  readonly name: 'ministack' | 'localstack';
  /** URL of the CDN: the distribution of an emulator has no usable domain. */
  readonly cdnUrl?: string | undefined;
  /** File on this machine that records each AWS API call of a function; on ministack only. */
  readonly recordCallsTo?: string | undefined;
}

/** Everything has a default: `{}` is a whole service. */
export interface ImageServiceProps {
  readonly apiDomain?: ApiDomainProps | undefined;
  readonly cdnDomain?: CdnDomainProps | undefined;
  /** Former host names of the CDN that image URLs may still use. */
  readonly formerCdnHosts?: readonly string[] | undefined;
  /** Default: its own user pool. On an emulator: none. */
  readonly signIn?: SignInProps | undefined;
  /** ARN of a web ACL with the scope REGIONAL, in the region of the stack. */
  readonly apiWebAclArn?: string | undefined;
  /** ARN of a web ACL with the scope CLOUDFRONT, in us-east-1. */
  readonly cdnWebAclArn?: string | undefined;
  /** Region of CloudFront Origin Shield; off by default. */
  readonly originShieldRegion?: string | undefined;
  /**
   * FIPS endpoints of AWS for the calls of functions and for direct uploads; off by default. They
   * are in the USA and Canada only.
   */
  readonly fipsEndpoints?: boolean | undefined;
  /** Dual-stack endpoints, IPv4 and IPv6, for the same; off by default. */
  readonly dualStackEndpoints?: boolean | undefined;
  /** RETAIN (default) or DESTROY of tables, buckets and the own user pool. */
  readonly removalPolicy?: RemovalPolicy | undefined;
  /** Retention of old versions of originals, in whole days: 7 by default. */
  readonly originalVersions?: Duration | undefined;
  /** 30 days by default. */
  readonly logRetention?: RetentionDays | undefined;
  /** Plans beside `free` and `unlimited`, by name. */
  readonly plans?: Readonly<Record<string, PlanProps>> | undefined;
  /** An EventBridge bus of changes, and webhooks; off by default. */
  readonly events?: boolean | undefined;
  /**
   * Amazon Rekognition as a reviewer of new images and the finder of their focal points; off by
   * default, and requires `events`.
   */
  readonly rekognition?: boolean | undefined;
  /** Metering of bandwidth by CloudFront's standard logs; off by default. */
  readonly bandwidthMetering?: boolean | undefined;
  /** Header `X-Ignored-Parameters` on images whose URL has unknown parameters; off by default. */
  readonly ignoredParametersHeader?: boolean | undefined;
  /**
   * HEIC as an upload type, by a layer with `libheif-js` (LGPL-3.0); off by default, because HEVC
   * is patented in some countries.
   */
  readonly heicUploads?: boolean | undefined;
  /**
   * Public keys of private images, as `imagewell admin private-keys create` prints them: at most
   * two. The first one signs grants, and CloudFront accepts the signatures of both. Without any,
   * the service has no private images.
   */
  readonly privateImageKeys?: readonly string[] | undefined;
  /** Reserved and maximal executions of the renderer; none by default. */
  readonly reservedConcurrency?: number | undefined;
  /**
   * Highest concurrency of each queue's function, from 2; without it, each queue has a maximum that
   * suits its work.
   */
  readonly backgroundConcurrency?: number | undefined;
  /**
   * The account-wide role with which API Gateway writes logs: `create` by default, `existing` where
   * the account has one, `none` for no access logs.
   */
  readonly apiGatewayLogRole?: 'create' | 'existing' | 'none' | undefined;
  /** Gets the alarms. */
  readonly alarmTopic?: ITopic | undefined;
  /** Gets the alarms by e-mail, by a topic of the service's own. */
  readonly alarmEmail?: string | undefined;
  /** The stage of the API, part of its URL: `prod` by default. */
  readonly stageName?: string | undefined;
  /**
   * Prefix of SSM parameters with the addresses and names of the service, such as `/shop/images`;
   * without it there are none.
   */
  readonly parameterPrefix?: string | undefined;
  /**
   * The outputs that the operator's commands read (`--stack NAME`); on by default. A stack has room
   * for one service with outputs.
   */
  readonly stackOutputs?: boolean | undefined;
  readonly emulator?: EmulatorProps | undefined;
}
