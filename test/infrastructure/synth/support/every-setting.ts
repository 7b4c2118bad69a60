import { EXAMPLE_KEYS } from '../../../../lib/quotas/stage-parts.ts';
import type { Settings } from '../../../../lib/settings.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/a';
/** The setting has no resource, or excludes one that has more of them. */
type LeftOut = undefined;

/** A stage in AWS with as much as settings can add; a new setting is here, or is left out here. */
export const EVERY_SETTING: Readonly<Record<keyof Settings, string | LeftOut>> = {
  // of the deploy, of emulators and of tests
  stage: undefined,
  target: undefined,
  cdnUrl: undefined,
  recordCallsTo: undefined,
  // an issuer replaces the user pool, and a topic the one for e-mail
  tokenIssuer: undefined,
  tokenKeysUrl: undefined,
  tokenAudiences: undefined,
  tokenAudienceClaim: undefined,
  tokenUserInfoUrl: undefined,
  consoleClientId: undefined,
  alarmTopicArn: undefined,
  apiDomainName: 'api.example.com',
  apiCertificateArn: CERTIFICATE,
  cdnDomainNames: 'images.example.com,pictures.example.com',
  cdnCertificateArn: CERTIFICATE,
  formerCdnHosts: 'old.example.com,older.example.com',
  userPool: 'create',
  signUp: 'domains',
  signUpDomains: 'example.com,example.org',
  signInMfa: 'required',
  events: 'on',
  rekognition: 'on',
  tellIgnored: 'on',
  heic: 'on',
  privateImageKeys: EXAMPLE_KEYS.join(','),
  cdnAccessLogs: 'standard',
  plans: JSON.stringify({
    team: {
      maxImages: 1_000_000,
      maxTransformationsPerMonth: 5_000_000,
      maxBandwidthBytesPerMonth: null,
      maxProjects: 100,
      mayExceedQuota: true,
    },
  }),
  logRetentionDays: '90',
  removalPolicy: 'destroy',
  originalVersionDays: '30',
  wafAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/images/a',
  apiWafAclArn: 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/api/a',
  originShieldRegion: 'us-east-1',
  fipsEndpoints: 'on',
  dualStackEndpoints: 'on',
  reservedConcurrency: '20',
  backgroundConcurrency: '4',
  apiGatewayLogRole: 'create',
  alarmEmail: 'ops@example.com',
};

/** The same as a context of the CDK. */
export const everySetting = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(EVERY_SETTING).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
