import { METRICS_READERS } from '../observability/answer-metrics.ts';
import { readObjectsPlace } from './objects-place.ts';
import {
  readBaseUrl,
  readBoolean,
  readIssuerUrl,
  readList,
  readNetwork,
  readOneOf,
  readPort,
  readText,
} from './read-values.ts';
import type { Setting } from './setting.ts';

/**
 * THE settings of a start, in the order of `--help`: flags, environment variables, keys of a file,
 * defaults and docs are made of them.
 */
export const SERVICE_SETTINGS = {
  port: {
    kind: 'integer',
    value: 'N',
    variable: 'PORT',
    fallback: '8080',
    meaning: 'The port on the loopback interface.',
    read: readPort,
  },
  data: {
    kind: 'text',
    value: 'DIR',
    variable: 'DATA_DIR',
    fallback: '.data',
    meaning:
      'The folder of records, images and `credentials.json`. It must not be shared with other data or be a symbolic link; only its owner can access it.',
    read: readText,
  },
  plan: {
    kind: 'text',
    value: 'NAME',
    meaning:
      'Plan of the local account until the service stops: `unlimited` has no limits. Without it, and while the console lifts the limits, the stored plan of the account.',
    read: readText,
  },
  host: {
    kind: 'text',
    value: 'ADDRESS',
    meaning: 'Network interface to listen on, for containers. Without it, the loopback interface.',
    read: readText,
  },
  publicUrl: {
    kind: 'text',
    value: 'URL',
    meaning:
      'The address of the service for users and clients: API, console and forms of direct uploads. Users then have accounts of this service, unless `--issuer` is given. Without it, the loopback address (docs/public.md).',
    read: readBaseUrl,
  },
  cdnUrl: {
    kind: 'text',
    value: 'URL',
    meaning: 'The address in image URLs. Without it, `--public-url`.',
    read: readBaseUrl,
  },
  trustProxy: {
    kind: 'list',
    value: 'LIST',
    meaning:
      'The reverse proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` are read: addresses, networks, `loopback`, `private`. Without it, none.',
    read: readList(readNetwork),
  },
  issuer: {
    kind: 'text',
    value: 'URL',
    variable: 'IMAGEWELL_TOKEN_ISSUER',
    meaning:
      'An OpenID Connect issuer whose users sign in, in place of the development issuer or the accounts of this service. Needs `--audience`.',
    read: readIssuerUrl,
  },
  audience: {
    kind: 'list',
    value: 'LIST',
    variable: 'IMAGEWELL_TOKEN_AUDIENCE',
    meaning: 'The accepted audiences of access tokens of `--issuer`.',
    read: readList(readText),
  },
  audienceClaim: {
    kind: 'text',
    value: 'CLAIM',
    variable: 'IMAGEWELL_TOKEN_AUDIENCE_CLAIM',
    fallback: 'aud',
    meaning: 'The claim with the audience: `aud`, or `client_id` for Amazon Cognito.',
    read: readOneOf(['aud', 'client_id']),
  },
  consoleClientId: {
    kind: 'text',
    value: 'ID',
    fallback: 'imagewell-console',
    meaning:
      'The client ID of the console at `--issuer`: a public client with PKCE, with the redirect URI `{public_url}/console/callback`.',
    read: readText,
  },
  noSignIn: {
    kind: 'boolean',
    meaning:
      'Disables the development issuer and the accounts of this service. Tokens of `npx imagewell admin token` keep working.',
    read: readBoolean,
  },
  developmentSignIn: {
    kind: 'boolean',
    meaning:
      'Requires the development issuer: the start is refused where it would be off, as with a public address.',
    read: readBoolean,
  },
  objects: {
    kind: 'text',
    value: 'URL',
    meaning:
      'A bucket of an S3-compatible store for image files, `s3://BUCKET?endpoint=URL&region=NAME&prefix=PATH`. Without it, the data folder (docs/object-store.md).',
    read: readObjectsPlace,
  },
  rateLimits: {
    kind: 'boolean',
    meaning: 'Enables the limit of uploads per minute.',
    read: readBoolean,
  },
  noHeic: {
    kind: 'boolean',
    meaning:
      'Refuses HEIC, which otherwise comes in where the optional package `libheif-js` is installed (docs/guides/heic.md).',
    read: readBoolean,
  },
  events: {
    kind: 'boolean',
    meaning: 'Enables events (docs/events.md).',
    read: readBoolean,
  },
  loopbackWebhooks: {
    kind: 'boolean',
    meaning:
      'Allows webhooks of this machine, by http with any port, for `npx imagewell webhooks listen` and receivers in development. Needs `--events`; refused with a public address.',
    read: readBoolean,
  },
  metrics: {
    kind: 'text',
    value: 'READERS',
    fallback: 'loopback',
    meaning:
      'Readers of `/metrics`: `loopback` is this machine, `any` everybody who reaches the service, `off` turns it off (docs/operating.md).',
    read: readOneOf(METRICS_READERS),
  },
  config: {
    kind: 'text',
    value: 'FILE',
    isOutsideFile: true,
    meaning: 'A JSON file with settings. Flags and environment variables have precedence.',
    read: readText,
  },
  open: {
    kind: 'boolean',
    meaning: 'Opens the page of the service in a browser.',
    read: readBoolean,
  },
  verbose: {
    kind: 'boolean',
    meaning: 'Prints one `curl` for each of the five operations.',
    read: readBoolean,
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type Table = typeof SERVICE_SETTINGS;

/** A row without a default has no value, unless it is a switch. */
type ValueOf<Row extends Setting<unknown>> =
  | Extract<ReturnType<Row['read']>, { readonly value: unknown }>['value']
  | (Row extends { readonly fallback: string } | { readonly kind: 'boolean' } ? never : undefined);

/** All that can be set for a start of the service. */
export type ServiceSettings = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };
