import { isLoopbackHost } from '../../core/images/image-reference.ts';
import { describeObjectsPlace, isInClear } from './objects-place.ts';
import type { SettingsRead } from './read-settings.ts';
import type { ServiceSettings } from './service-settings.ts';

const hostOf = (url: string) => new URL(url).host;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];

/** Whether users reach a service by an address beyond its own machine. */
export function isPublic({
  publicUrl,
  host,
}: Pick<ServiceSettings, 'publicUrl' | 'host'>): boolean {
  const isElsewhere = publicUrl !== undefined && !isLoopbackHost(hostOf(publicUrl));
  return isElsewhere || (host !== undefined && !LOOPBACK_NAMES.includes(host));
}

/** Whether the development issuer signs users in; it asks for no password (local.sign-in). */
export function hasDevelopmentSignIn(settings: ServiceSettings): boolean {
  const { noSignIn, issuer, publicUrl } = settings;
  return !noSignIn && issuer === undefined && publicUrl === undefined && !isPublic(settings);
}

/** Whether accounts of the service itself sign in, at its public address (local.door). */
export function hasOwnDoor({ noSignIn, issuer, publicUrl }: ServiceSettings): boolean {
  return !noSignIn && issuer === undefined && publicUrl !== undefined;
}

/** Faults between settings that are each valid; sentences without a full stop. */
export function findConflicts(
  settings: ServiceSettings,
  sourceOf: SettingsRead['sourceOf'],
): readonly string[] {
  const { issuer, audience, developmentSignIn, noSignIn, publicUrl, trustProxy } = settings;
  const named = (name: keyof ServiceSettings, flag: string) => sourceOf(name) ?? flag;
  const development = named('developmentSignIn', '--development-sign-in');
  const loopback = named('loopbackWebhooks', '--loopback-webhooks');
  return [
    ...(settings.loopbackWebhooks && isPublic(settings)
      ? [
          `${loopback} is refused with a public address (${publicUrl ?? `--host ${settings.host}`}): users elsewhere could reach programs of this machine`,
        ]
      : []),
    ...(settings.loopbackWebhooks && !settings.events ? [`${loopback} needs --events`] : []),
    ...(issuer !== undefined && audience === undefined
      ? [`${named('issuer', '--issuer')} needs --audience: the audience of the access tokens`]
      : []),
    ...(issuer === undefined && audience !== undefined
      ? [`${named('audience', '--audience')} needs --issuer`]
      : []),
    ...(developmentSignIn && (publicUrl !== undefined || isPublic(settings))
      ? [
          `${development} is refused with a public address (${publicUrl ?? `--host ${settings.host}`}): the development issuer asks for no password, so anybody could sign in as any user; a public address has accounts of its own`,
        ]
      : []),
    ...(developmentSignIn && (noSignIn || issuer !== undefined)
      ? [`${development} contradicts ${noSignIn ? '--no-sign-in' : '--issuer'}`]
      : []),
    ...(trustProxy !== undefined && publicUrl === undefined
      ? [`${named('trustProxy', '--trust-proxy')} needs --public-url: the address at the proxy`]
      : []),
  ];
}

/** Sentences for the operator about settings that are allowed and rarely meant. */
export function listWarnings(settings: ServiceSettings): readonly string[] {
  const { objects, publicUrl = '' } = settings;
  const isClear = publicUrl.startsWith('http:') && !isLoopbackHost(hostOf(publicUrl));
  return [
    ...(objects !== undefined && isInClear(objects)
      ? [`images go to ${describeObjectsPlace(objects)} without encryption.`]
      : []),
    ...(isClear && hasOwnDoor(settings)
      ? [`passwords go to ${publicUrl} without encryption, and passkeys need https.`]
      : []),
  ];
}

/** All faults of a start in one message; several have a line each. */
export function describeSettingFaults(faults: readonly string[], help = ''): string {
  const ended = faults.map((fault) => (fault.endsWith('?') ? fault : `${fault}.`));
  const [first = '', ...more] = ended;
  if (more.length === 0) return `${first} ${help}`.trimEnd();
  const lines = [`${ended.length} settings are invalid:`, ...ended.map((one) => `  ${one}`)];
  return [...lines, ...(help === '' ? [] : [help])].join('\n');
}
