import type { ConsoleOrigins } from '../site/site-headers.ts';
import type { Settings } from './settings.ts';

/** Hosts of the stack that the console talks to. */
export interface SiteHosts {
  readonly apiHost: string;
  /** Of the bucket that presigned POST forms write to. */
  readonly incomingHost: string;
  /** Of the stack's own issuer; empty where it has none. */
  readonly signInUrls: readonly string[];
}

/** The origins of the console's policy, those of an external issuer by its settings. */
export function siteOrigins(settings: Settings, hosts: SiteHosts): ConsoleOrigins {
  const { tokenIssuer, tokenKeysUrl, tokenUserInfoUrl, cdnUrl } = settings;
  const external = [tokenIssuer, tokenKeysUrl, tokenUserInfoUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin],
  );
  const images = cdnUrl === undefined ? [] : [cdnUrl];
  return {
    connect: [
      `https://${hosts.apiHost}`,
      `https://${hosts.incomingHost}`,
      ...hosts.signInUrls,
      ...external,
      ...images,
    ],
    images,
  };
}
