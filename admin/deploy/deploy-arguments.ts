import { CommandError } from '../../cli/command-error.ts';

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

export const DEPLOY_USAGE = `usage: npm run deploy -- [--stage NAME] [--check] [--change SETTING,…] [--settings-complete] [-c SETTING=VALUE]… [options of cdk deploy]
  --stage              the stage, whose settings are in settings/NAME.json; prod unless given
  --check              compares the settings with the deployed ones, and deploys nothing
  --change             settings that may differ from the deployed ones
  --settings-complete  confirms once, for a stack of an older version, that no setting is missing
  -c                   a temporary setting: the next deploy without it is refused`;

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
