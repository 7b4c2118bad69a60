import { CommandError } from '../../cli/command-error.ts';
import type { ProgramHelp } from '../program-help.ts';

/** The parsed arguments of a deploy. */
export interface DeployArguments {
  /** Undefined: as the context says it, else the default. */
  readonly stage: string | undefined;
  /** Settings that may differ from the deployed ones. */
  readonly changes: readonly string[];
  /** The settings are all that was ever given, of a stack whose own outputs don't tell them. */
  readonly isComplete: boolean;
  /** Nothing is deployed. */
  readonly isCheckOnly: boolean;
  /** Settings of `-c name=value`. */
  readonly context: Readonly<Record<string, string>>;
  /** Of AWS; undefined: the environment's. */
  readonly profile: string | undefined;
  /** For the command line of the CDK, as they came. */
  readonly rest: readonly string[];
}

const SETTING_OPTIONS = {
  stage: {
    type: 'string',
    default: 'prod',
    value: 'NAME',
    meaning: 'The stage, whose settings are in settings/NAME.json.',
  },
  check: {
    type: 'boolean',
    meaning: 'Compares the settings with the deployed ones, and deploys nothing.',
  },
  change: {
    type: 'string',
    value: 'SETTING,…',
    meaning: 'Settings that may differ from the deployed ones.',
  },
  'settings-complete': {
    type: 'boolean',
    meaning: 'Confirms, for a stack of an older version, that no setting is missing.',
  },
  context: {
    type: 'string',
    value: 'SETTING=VALUE',
    meaning: 'A temporary setting, also as -c: the next deploy without it is refused.',
  },
  profile: { type: 'string', value: 'NAME', meaning: 'The AWS profile.' },
} as const satisfies ProgramHelp['options'];

const SETTING_USAGE =
  '[--stage NAME] [--check] [--change SETTING,…] [--settings-complete] [-c SETTING=VALUE]…';

/** The help of `npm run deploy`. */
export const DEPLOY_HELP: ProgramHelp = {
  usage: `npm run deploy -- ${SETTING_USAGE} [options of cdk deploy]`,
  summary: 'Deploys a stage with its settings, once they are compared with the deployed ones.',
  options: SETTING_OPTIONS,
  examples: [
    'npm run deploy -- --check',
    'npm run deploy -- --stage trial -c removalPolicy=destroy',
  ],
};

/** The help of `npm run take-back`. */
export const TAKE_BACK_HELP: ProgramHelp = {
  usage: `npm run take-back -- ${SETTING_USAGE}`,
  summary:
    'Begins a new stack with the tables, buckets and users that a deleted one of the same name has kept.',
  options: {
    ...SETTING_OPTIONS,
    check: {
      type: 'boolean',
      meaning: 'Shows which resources would be imported, and imports nothing.',
    },
  },
  examples: ['npm run take-back -- --check'],
};

const WITH_VALUE = new Set(['--stage', '--change', '-c', '--context', '--profile']);

/**
 * An option and the value that is joined to it, if there is one: `--stage=x`, `-c=a=b`, `-ca=b`.
 */
function splitOption(argument: string): [name: string, joined: string | undefined] {
  const isShort = /^-c[^=]/.test(argument);
  if (isShort) return ['-c', argument.slice(2)];
  const [name = '', joined] = argument.split(/=(.*)/s);
  return [name, joined];
}

/** Takes our own arguments out of the others; throws a CommandError if one lacks its value. */
export function readDeployArguments(args: readonly string[], usage: string): DeployArguments {
  const given = new Map<string, string[]>();
  const rest: string[] = [];
  const remaining = [...args];
  for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) {
    const [name, joined] = splitOption(next);
    if (name === '--check' || name === '--settings-complete') given.set(name, []);
    else if (WITH_VALUE.has(name)) {
      const value = joined ?? remaining.shift();
      if (!value) throw new CommandError('usage', `${name} requires a value.`, usage);
      given.set(name, [...(given.get(name) ?? []), value]);
    } else rest.push(next);
  }
  const settings = [...(given.get('-c') ?? []), ...(given.get('--context') ?? [])].map((text) => {
    const [name = '', value] = text.split(/=(.*)/s);
    if (value !== undefined) return [name, value] as const;
    throw new CommandError('usage', `-c must have the form SETTING=VALUE, not ${text}`, usage);
  });
  const changes = (given.get('--change') ?? []).flatMap((names) => names.split(','));
  return {
    stage: given.get('--stage')?.at(-1),
    changes: changes.map((name) => name.trim()).filter(Boolean),
    isComplete: given.has('--settings-complete'),
    isCheckOnly: given.has('--check'),
    context: Object.fromEntries(settings),
    profile: given.get('--profile')?.at(-1),
    rest,
  };
}
