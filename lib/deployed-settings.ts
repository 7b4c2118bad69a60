import { nearestName } from '../core/foundation/nearest-name.ts';
import { readRecordedSettings, SETTINGS_OUTPUT } from './recorded-settings.ts';
import { SETTINGS, type Settings } from './settings.ts';

/** Settings that aren't the default, by name. */
export type Deviations = Readonly<Record<string, unknown>>;

/** The settings in the outputs of a stack. */
export interface DeployedSettings {
  readonly deviations: Deviations;
  /**
   * False for a stack from before its settings were among its outputs: then only some are known.
   */
  readonly isWhole: boolean;
}

/**
 * An output's value must stay below CloudFormation's limit, 1,024 bytes by the strictest reading of
 * its quotas.
 */
const MAX_OUTPUT_CHARACTERS = 1_000;

/**
 * The identity of users, sign-up, the names of the service, and data retention or protection: such
 * a setting is never changed without confirmation. Only the loss of the others is reported.
 */
const IS_GUARDED: Readonly<Record<keyof Settings, boolean>> = {
  stage: false,
  target: true,
  apiDomainName: true,
  apiCertificateArn: true,
  cdnDomainNames: true,
  cdnCertificateArn: true,
  cdnUrl: true,
  formerCdnHosts: true,
  tokenIssuer: true,
  tokenKeysUrl: true,
  tokenAudiences: true,
  tokenAudienceClaim: true,
  tokenUserInfoUrl: true,
  consoleClientId: true,
  userPool: true,
  signUp: true,
  signUpDomains: true,
  signInMfa: true,
  events: true,
  rekognition: false,
  tellIgnored: false,
  heic: false,
  cdnAccessLogs: false,
  plans: true,
  logRetentionDays: false,
  removalPolicy: true,
  originalVersionDays: true,
  wafAclArn: true,
  apiWafAclArn: true,
  originShieldRegion: false,
  fipsEndpoints: false,
  dualStackEndpoints: false,
  reservedConcurrency: false,
  backgroundConcurrency: false,
  apiGatewayLogRole: false,
  alarmEmail: false,
  alarmTopicArn: false,
  recordCallsTo: false,
};
/** The first is part of the stack's name, the last belongs to a trial only. */
const NOT_KEPT = ['stage', 'recordCallsTo'];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const show = (value: unknown) => (value === undefined ? 'not set' : JSON.stringify(value));
const DEFAULTS = new Map(SETTINGS.map(({ name, whenMissing }) => [name, whenMissing]));

/** The settings that aren't the default. */
export function findDeviations(settings: Settings): Deviations {
  const given = Object.entries(settings).filter(
    ([name, value]) => !NOT_KEPT.includes(name) && !isSame(value, DEFAULTS.get(name)),
  );
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The outputs with which a later deploy reads the settings of this one; no setting is secret. */
export function settingsOutputs(settings: Settings): Readonly<Record<string, string>> {
  // letters beyond ASCII take more bytes than characters
  const text = JSON.stringify(findDeviations(settings)).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const parts = text.match(new RegExp(`.{1,${MAX_OUTPUT_CHARACTERS}}`, 'g')) ?? [];
  return Object.fromEntries(
    parts.map((part, at) => [at === 0 ? SETTINGS_OUTPUT : SETTINGS_OUTPUT + (at + 1), part]),
  );
}

type FindOutput = (name: string) => string | undefined;

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).host;
}

/** The settings that can be inferred from a stack without settings in its outputs. */
function inferSettings(output: FindOutput): Deviations {
  const baseUrl = output('BaseUrl');
  const cdnHost = hostOf(output('CdnUrl'));
  const plans = output('Plans');
  const hasOwnCdnHost = cdnHost !== undefined && cdnHost !== output('DistributionDomain');
  return {
    ...(output('ApiDomainTarget') ? { apiDomainName: hostOf(baseUrl) } : {}),
    ...(hasOwnCdnHost && output('DistributionDomain') ? { cdnDomainNames: [cdnHost] } : {}),
    ...(output('TokenIssuer') && !output('UserPoolId')
      ? { tokenIssuer: output('TokenIssuer') }
      : {}),
    ...(output('EventBus') ? { events: 'on' } : {}),
    ...(plans ? { plans: JSON.parse(plans) } : {}),
  };
}

/** The settings that a stack was deployed with, by its outputs. */
export function readDeployedSettings(output: FindOutput): DeployedSettings {
  const text = readRecordedSettings(output);
  if (text === undefined) return { deviations: inferSettings(output), isWhole: false };
  return { deviations: JSON.parse(text), isWhole: true };
}

/** A setting that a deploy would change. */
export interface SettingChange {
  readonly name: string;
  /** In the form for users. */
  readonly text: string;
  /** Whether it must be confirmed. */
  readonly isRefused: boolean;
}

/** Compares only the known part of the former value: an inferred list has only its first entry. */
function valueNow(now: Deviations, name: string, { isWhole }: DeployedSettings): unknown {
  const value = Object.hasOwn(now, name) ? now[name] : DEFAULTS.get(name);
  return !isWhole && Array.isArray(value) ? value.slice(0, 1) : value;
}

/** The deployed settings that a deploy with these settings would change. */
export function compareSettings(deployed: DeployedSettings, settings: Settings): SettingChange[] {
  const now = findDeviations(settings);
  const former = deployed.deviations;
  const names = deployed.isWhole
    ? [...new Set([...Object.keys(former), ...Object.keys(now)])].sort()
    : Object.keys(former).sort();
  return names.flatMap((name) => {
    const previous = Object.hasOwn(former, name) ? former[name] : DEFAULTS.get(name);
    const current = valueNow(now, name, deployed);
    if (isSame(previous, current)) return [];
    const isLost = !Object.hasOwn(now, name);
    const isGuarded = IS_GUARDED[name as keyof Settings] ?? false;
    const text = `${name}: ${isLost ? 'lost' : 'changed'} from the deployed ${show(previous)} to ${show(current)}`;
    return [{ name, text, isRefused: isLost || isGuarded }];
  });
}

/** The errors of the list of settings that may change: each must really change. */
export function describeMistakenChanges(
  allowed: readonly string[],
  changes: readonly SettingChange[],
): string[] {
  return allowed.flatMap((name) => {
    if (changes.some((change) => change.name === name)) return [];
    if (DEFAULTS.has(name)) return [`--change ${name}: its value does not change`];
    const nearest = nearestName(name, [...DEFAULTS.keys()]);
    return [`--change ${name}: is not a setting${nearest ? `; did you mean ${nearest}?` : ''}`];
  });
}
