import type { Settings } from '../settings.ts';

/** Settings as a file or a deployed stack has them: of any value, or missing. */
export type GivenSettings = Readonly<Partial<Record<keyof Settings, unknown>>>;

/** A part of a stage that its settings switch on. */
interface StagePart {
  readonly isOn: (given: GivenSettings) => boolean;
  /** Settings that switch it on, of values that the synth accepts; those that `needs` have too. */
  readonly example: GivenSettings;
  readonly needs?: readonly PartName[];
}

export type PartName =
  | 'userPool'
  | 'logRole'
  | 'events'
  | 'rekognition'
  | 'ignoredParameters'
  | 'heic'
  | 'accessLogs'
  | 'privateImages'
  | 'alarmEmail'
  | 'apiDomain'
  | 'cdnDomain'
  | 'apiWebAcl';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/a';
/** Two keys without private parts, because a rotation has two. */
export const EXAMPLE_KEYS: readonly string[] = ['A', 'B'].map(
  (letter) => `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${letter.repeat(342)}IDAQAB`,
);
const API_WEB_ACL = 'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/a/b';

const isInAws = ({ target }: GivenSettings) => (target ?? 'aws') === 'aws';

/** The parts, each with what switches it on. */
export const STAGE_PARTS: Readonly<Record<PartName, StagePart>> = {
  userPool: {
    isOn: (given) => {
      const usual = isInAws(given) && given.tokenIssuer === undefined ? 'create' : 'none';
      return (given.userPool ?? usual) === 'create';
    },
    example: { userPool: 'create' },
  },
  logRole: {
    isOn: (given) => (given.apiGatewayLogRole ?? (isInAws(given) ? 'create' : 'none')) === 'create',
    example: { apiGatewayLogRole: 'create' },
  },
  events: { isOn: ({ events }) => events === 'on', example: { events: 'on' } },
  rekognition: {
    isOn: ({ rekognition }) => rekognition === 'on',
    example: { rekognition: 'on' },
    needs: ['events'],
  },
  ignoredParameters: {
    isOn: ({ tellIgnored }) => tellIgnored === 'on',
    example: { tellIgnored: 'on' },
  },
  heic: { isOn: ({ heic }) => heic === 'on', example: { heic: 'on' } },
  accessLogs: {
    isOn: ({ cdnAccessLogs }) => cdnAccessLogs === 'standard',
    example: { cdnAccessLogs: 'standard' },
  },
  privateImages: {
    isOn: ({ privateImageKeys: keys }) => keys !== undefined && `${keys}` !== '',
    example: { privateImageKeys: EXAMPLE_KEYS },
  },
  alarmEmail: {
    isOn: ({ alarmEmail }) => alarmEmail !== undefined,
    example: { alarmEmail: 'ops@example.com' },
  },
  apiDomain: {
    isOn: ({ apiDomainName }) => apiDomainName !== undefined,
    example: { apiDomainName: 'api.example.com', apiCertificateArn: CERTIFICATE },
  },
  cdnDomain: {
    isOn: ({ cdnCertificateArn }) => cdnCertificateArn !== undefined,
    example: { cdnDomainNames: 'images.example.com', cdnCertificateArn: CERTIFICATE },
  },
  apiWebAcl: {
    isOn: ({ apiWafAclArn }) => apiWafAclArn !== undefined,
    example: { apiWafAclArn: API_WEB_ACL },
  },
};

export const PART_NAMES = Object.keys(STAGE_PARTS) as PartName[];

/** The part that a setting switches, or why it changes no number of resources. */
export const PART_OF_SETTING: Readonly<
  Record<keyof Settings, PartName | 'a value' | 'a trial' | 'executions'>
> = {
  stage: 'a value',
  target: 'a trial',
  apiDomainName: 'apiDomain',
  apiCertificateArn: 'apiDomain',
  cdnDomainNames: 'cdnDomain',
  cdnCertificateArn: 'cdnDomain',
  cdnUrl: 'a trial',
  formerCdnHosts: 'a value',
  tokenIssuer: 'userPool',
  tokenKeysUrl: 'a value',
  tokenAudiences: 'a value',
  tokenAudienceClaim: 'a value',
  tokenUserInfoUrl: 'a value',
  consoleClientId: 'a value',
  userPool: 'userPool',
  signUp: 'a value',
  signUpDomains: 'a value',
  signInMfa: 'a value',
  events: 'events',
  rekognition: 'rekognition',
  tellIgnored: 'ignoredParameters',
  heic: 'heic',
  cdnAccessLogs: 'accessLogs',
  privateImageKeys: 'privateImages',
  plans: 'a value',
  logRetentionDays: 'a value',
  removalPolicy: 'a value',
  originalVersionDays: 'a value',
  wafAclArn: 'a value',
  apiWafAclArn: 'apiWebAcl',
  originShieldRegion: 'a value',
  fipsEndpoints: 'a value',
  dualStackEndpoints: 'a value',
  reservedConcurrency: 'executions',
  backgroundConcurrency: 'executions',
  apiGatewayLogRole: 'logRole',
  alarmEmail: 'alarmEmail',
  alarmTopicArn: 'a value',
  recordCallsTo: 'a trial',
};

/** Settings with every part off. */
export const WITHOUT_PARTS: GivenSettings = { userPool: 'none', apiGatewayLogRole: 'none' };

/** Settings of the parts, with those that they need, and no other part. */
export function settingsOf(parts: readonly PartName[]): GivenSettings {
  const all = new Set(parts.flatMap((name) => [...(STAGE_PARTS[name].needs ?? []), name]));
  const given = [...all].flatMap((name) => Object.entries(STAGE_PARTS[name].example));
  return { ...WITHOUT_PARTS, ...Object.fromEntries(given) };
}

/** The parts that are on with these settings. */
export function partsOf(given: GivenSettings): readonly PartName[] {
  return PART_NAMES.filter((name) => STAGE_PARTS[name].isOn(given));
}
