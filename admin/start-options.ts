import type { ProgramHelp, ProgramOption } from './program-help.ts';
import { DATA_OPTION } from './program-options.ts';

/** THE options of `npx imagewell start`, as `--help` and docs/configuration.md list them. */
export const START_OPTIONS = {
  port: {
    type: 'string',
    fallback: '8080',
    value: 'N',
    variable: 'PORT',
    meaning: 'The port on the loopback interface.',
  },
  data: {
    ...DATA_OPTION,
    meaning:
      'The folder of records, images and `credentials.json`. It must not be shared with other data or be a symbolic link; only its owner can access it.',
  },
  plan: {
    type: 'string',
    value: 'NAME',
    meaning:
      'Plan of the local account until the service stops: `unlimited` has no limits. Without it, the stored plan of the account.',
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    meaning: 'Network interface to listen on, for containers. Without it, the loopback interface.',
  },
  'rate-limits': {
    type: 'boolean',
    default: false,
    meaning: 'Enables the limit of uploads per minute.',
  },
  events: { type: 'boolean', default: false, meaning: 'Enables events (docs/events.md).' },
  metrics: {
    type: 'string',
    value: 'READERS',
    default: 'loopback',
    fallback: 'loopback',
    meaning:
      'Access to `/metrics`: `loopback` from this machine, `any` from every address, `off` from none (docs/operating.md).',
  },
  'no-sign-in': {
    type: 'boolean',
    default: false,
    meaning:
      'Disables sign-in: the issuer of the local service asks for no password. Tokens of `npm run token` keep working.',
  },
  open: { type: 'boolean', default: false, meaning: 'Opens the page of the service in a browser.' },
  verbose: {
    type: 'boolean',
    default: false,
    meaning: 'Prints one `curl` for each of the five operations.',
  },
} as const satisfies Readonly<Record<string, ProgramOption>>;

/** The help of `npx imagewell start`. */
export const START_HELP: ProgramHelp = {
  usage: 'npx imagewell start [options]',
  summary: 'Runs the whole service on this machine: the API and the CDN on one port.',
  options: START_OPTIONS,
  examples: [
    'npx imagewell start --open',
    'npx imagewell start --port 9000 --data ./photos --plan unlimited',
  ],
};
