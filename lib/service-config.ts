import { Duration, RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { findPlansFaults } from '../core/projects/read-plans.ts';
import type {
  ApiDomainProps,
  CdnDomainProps,
  ImageServiceProps,
  OwnUserPool,
  SignInProps,
} from './image-service-props.ts';
import { originOf } from './origin-of.ts';
import { findPrivateImageKeyFaults } from './private-images/private-image-keys.ts';
import { MAX_QUEUE_CONCURRENCY, MIN_QUEUE_CONCURRENCY } from './queue-concurrency.ts';
import { describeRegionConflicts } from './region-conflicts.ts';
import { ORIGIN_SHIELD } from './regions/documented-facts.ts';
import { mayShield } from './regions/region-facts.ts';
import type { ValuesOfCdk } from './setting-kinds.ts';
import { SETTINGS, type Settings, type SingleSetting } from './settings.ts';
import { TARGETS } from './target.ts';

/** The issuer of accepted access tokens and its checks; without one, sign-in is disabled. */
export type TokenIssuer = Pick<
  Settings,
  'tokenIssuer' | 'tokenKeysUrl' | 'tokenAudiences' | 'tokenAudienceClaim' | 'tokenUserInfoUrl'
>;

/** The props of a service with every default. */
export interface ServiceConfig
  extends Pick<Settings, SingleSetting | 'target' | 'cdnUrl' | 'recordCallsTo'> {
  readonly apiDomain: ApiDomainProps | undefined;
  readonly cdnDomain: CdnDomainProps | undefined;
  readonly alarmTopic: ITopic | undefined;
  /** The user pool that the service makes; else the issuer. */
  readonly ownUserPool: Required<OwnUserPool> | undefined;
  readonly issuer: TokenIssuer;
  /** The addresses that a page requests to sign in at an issuer elsewhere. */
  readonly signInUrls: readonly string[];
  readonly consoleClientId: string | undefined;
}

type SignInConfig = Pick<
  ServiceConfig,
  'ownUserPool' | 'issuer' | 'signInUrls' | 'consoleClientId'
>;

const NO_ISSUER: TokenIssuer = { tokenAudienceClaim: 'aud' };
const NOBODY: SignInConfig = {
  ownUserPool: undefined,
  issuer: NO_ISSUER,
  signInUrls: [],
  consoleClientId: undefined,
};

function signInOf(signIn: SignInProps): SignInConfig {
  if (signIn.kind === 'none') return NOBODY;
  if (signIn.kind === 'own-user-pool') {
    const { signUp = 'invited', signUpDomains = [], mfa = 'optional' } = signIn;
    return { ...NOBODY, ownUserPool: { kind: signIn.kind, signUp, signUpDomains, mfa } };
  }
  if (signIn.kind === 'user-pool') {
    const { userPool, clients, consoleClient, signInUrl } = signIn;
    const issuer = `https://${userPool.userPoolProviderName}`;
    const accepted = new Set([...clients, ...(consoleClient ? [consoleClient] : [])]);
    return {
      ownUserPool: undefined,
      issuer: {
        tokenIssuer: issuer,
        tokenKeysUrl: `${issuer}/.well-known/jwks.json`,
        // its access tokens have no `aud`
        tokenAudienceClaim: 'client_id',
        tokenAudiences: [...accepted].map((client) => client.userPoolClientId),
        tokenUserInfoUrl: signInUrl === undefined ? undefined : `${signInUrl}/oauth2/userInfo`,
      },
      signInUrls: [originOf(issuer), ...(signInUrl === undefined ? [] : [signInUrl])],
      consoleClientId: consoleClient?.userPoolClientId,
    };
  }
  const { url, keysUrl, audiences, audienceClaim = 'aud', userInfoUrl, consoleClientId } = signIn;
  const urls = [url, keysUrl, userInfoUrl].filter((one) => one !== undefined);
  return {
    ownUserPool: undefined,
    issuer: {
      tokenIssuer: url,
      tokenKeysUrl: keysUrl,
      tokenAudiences: [...audiences],
      tokenAudienceClaim: audienceClaim,
      tokenUserInfoUrl: userInfoUrl,
    },
    signInUrls: urls.map(originOf),
    consoleClientId,
  };
}

const REMOVALS: readonly RemovalPolicy[] = [RemovalPolicy.RETAIN, RemovalPolicy.DESTROY];

const isQueueConcurrency = (value = MIN_QUEUE_CONCURRENCY) =>
  Number.isInteger(value) && value >= MIN_QUEUE_CONCURRENCY && value <= MAX_QUEUE_CONCURRENCY;

const ofProp = (name: keyof ImageServiceProps, faults: readonly string[]): string[] =>
  faults.map((fault) => `${name}: ${fault}`);

function findKeyFaults({ privateImageKeys: keys = [], emulator }: ImageServiceProps): string[] {
  const isUnchecked = emulator !== undefined && keys.length > 0;
  return ofProp('privateImageKeys', [
    ...findPrivateImageKeyFaults(keys),
    ...(isUnchecked ? ['not supported on emulators, which check no signatures'] : []),
  ]);
}

/** Faults that only props have; those of settings are found before. */
function findFaults(props: ImageServiceProps): string[] {
  const { cdnDomain, signIn, alarmEmail, alarmTopic, emulator, plans } = props;
  const faults: [boolean, string][] = [
    [cdnDomain?.domainNames.length === 0, 'cdnDomain: domainNames must not be empty'],
    [
      signIn?.kind === 'own-user-pool' &&
        (signIn.signUp === 'domains') !== Boolean(signIn.signUpDomains?.length),
      "signIn: signUp 'domains' and signUpDomains must be set together",
    ],
    [signIn?.kind === 'issuer' && signIn.audiences.length === 0, 'signIn: audiences are missing'],
    [signIn?.kind === 'user-pool' && signIn.clients.length === 0, 'signIn: clients are missing'],
    [
      alarmEmail !== undefined && alarmTopic !== undefined,
      'alarmEmail and alarmTopic: cannot be combined',
    ],
    [
      props.removalPolicy !== undefined && !REMOVALS.includes(props.removalPolicy),
      `removalPolicy: must be RETAIN or DESTROY, not ${props.removalPolicy}`,
    ],
    [props.rekognition === true && !props.events, 'rekognition: requires events'],
    [
      !isQueueConcurrency(props.backgroundConcurrency),
      `backgroundConcurrency: must be an integer from ${MIN_QUEUE_CONCURRENCY} to ${MAX_QUEUE_CONCURRENCY}`,
    ],
    [
      emulator !== undefined && Boolean(props.fipsEndpoints || props.dualStackEndpoints),
      'fipsEndpoints and dualStackEndpoints: not supported on emulators, which have one endpoint',
    ],
    [
      emulator?.name === 'localstack' && emulator.cdnUrl === undefined,
      'emulator: localstack has no CDN and requires cdnUrl',
    ],
  ];
  const { originShieldRegion: shield } = props;
  const ofShield =
    shield === undefined || Token.isUnresolved(shield) || mayShield(shield)
      ? []
      : [`originShieldRegion: must be one of ${ORIGIN_SHIELD.regions.join(', ')}`];
  const ofPlans = plans ? ofProp('plans', findPlansFaults(plans)) : [];
  const own = faults.flatMap(([isWrong, text]) => (isWrong ? [text] : []));
  return [...own, ...ofShield, ...findKeyFaults(props), ...ofPlans];
}

/** Faults of the region that the app names; one that only the deploy knows has none. */
function findRegionFaults(scope: Construct, config: ServiceConfig): string[] {
  const { region } = Stack.of(scope);
  if (Token.isUnresolved(region)) return [];
  const userPool = config.ownUserPool === undefined ? 'none' : 'create';
  return describeRegionConflicts({ ...config, userPool }, region);
}

/** The values of the CDK that settings need. */
export const CDK: ValuesOfCdk = { Duration, RemovalPolicy };

/** The settings of these props, each with its default. */
export function settingsOfProps(props: ImageServiceProps): Pick<Settings, SingleSetting> {
  const settings = SETTINGS.flatMap(({ name, prop, whenMissing }) => {
    if (typeof prop === 'string') return [];
    const given = props[prop.name];
    return [[name, given === undefined ? whenMissing : prop.toSetting(given, CDK)]];
  });
  return Object.fromEntries(settings);
}

/** The props with every default; throws one Error that lists every fault. */
export function configOf(scope: Construct, props: ImageServiceProps): ServiceConfig {
  const config = withDefaults(props);
  const faults = [...findFaults(props), ...findRegionFaults(scope, config)];
  if (faults.length === 0) return config;
  const lines = faults.map((fault) => `  ${fault}`).join('\n');
  throw new Error(`The props of ${scope.node.path} are invalid:\n${lines}`);
}

function withDefaults(props: ImageServiceProps): ServiceConfig {
  const { emulator } = props;
  const target = emulator?.name ?? 'aws';
  const usual = TARGETS[target].userPool === 'create' ? 'own-user-pool' : 'none';
  return {
    ...signInOf(props.signIn ?? { kind: usual }),
    ...settingsOfProps(props),
    target,
    cdnUrl: emulator?.cdnUrl,
    recordCallsTo: emulator?.recordCallsTo,
    apiDomain: props.apiDomain,
    cdnDomain: props.cdnDomain,
    alarmTopic: props.alarmTopic,
  };
}
