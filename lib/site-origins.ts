import type { ConsoleOrigins } from '../site/site-headers.ts';

/** Hosts of the stack that the console talks to. */
export interface SiteHosts {
  readonly apiHost: string;
  /** Of the bucket that presigned POST forms write to. */
  readonly incomingHost: string;
  /** Of the issuer; empty where there is none. */
  readonly signInUrls: readonly string[];
  /** Of images, where it isn't the site's own address. */
  readonly cdnUrl: string | undefined;
}

/** The origins of the console's policy. */
export function siteOrigins(hosts: SiteHosts): ConsoleOrigins {
  const images = hosts.cdnUrl === undefined ? [] : [hosts.cdnUrl];
  return {
    connect: [
      `https://${hosts.apiHost}`,
      `https://${hosts.incomingHost}`,
      ...hosts.signInUrls,
      ...images,
    ],
    images,
  };
}
