import { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { pairs } from '../../cli/commands/option-values.ts';

/** The options of a deploy as they are typed. */
export interface DeployOptions {
  readonly stage?: string;
  readonly check?: boolean;
  readonly change?: readonly string[];
  readonly settingsComplete?: boolean;
  readonly context?: Readonly<Record<string, string>>;
  readonly profile?: string;
}

/** The arguments of a deploy. */
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
}

/** Names separated by commas, given several times. */
function names(text: string, before: readonly string[] = []): readonly string[] {
  const given = text.split(',').map((name) => name.trim());
  return [...before, ...given.filter(Boolean)];
}

/** `SETTING=VALUE`, or `=SETTING=VALUE` as it comes of `-c=SETTING=VALUE`. */
function settings(text: string, before?: Readonly<Record<string, string>>) {
  return pairs(text.replace(/^=/, ''), before);
}

const STAGE = 'stage, whose settings are in settings/NAME.json; prod unless given';
const PROFILE = 'AWS profile';

/** The options of a command that only reads the settings of a stage. */
export function addReadOptions(command: Command): Command {
  return command
    .option('--stage <name>', STAGE)
    .option('-c, --context <setting=value>', 'temporary setting, repeatable', settings)
    .option('--profile <name>', PROFILE);
}

/** The options of the commands that compare the settings of a stage with the deployed ones. */
export function addSettingOptions(command: Command): Command {
  return command
    .option('--stage <name>', STAGE)
    .option('--change <settings>', 'settings that may differ from the deployed ones', names)
    .option(
      '--settings-complete',
      'confirm, for a stack of an older version, that no setting is missing',
    )
    .option(
      '-c, --context <setting=value>',
      'temporary setting, repeatable; the next deploy without it is refused',
      settings,
    )
    .option('--profile <name>', PROFILE);
}

/**
 * Refuses an option of ours among the arguments for cdk deploy, where a bare `--` has put it.
 * Another stage than the named one would be deployed. Throws a CommandError.
 */
export function checkPassedOn(args: readonly string[]): void {
  const { options } = addSettingOptions(new Command()).option('--check');
  const found = args.find((arg) =>
    options.some(
      ({ short, long }) =>
        arg.split('=', 1)[0] === long || (short !== undefined && arg.startsWith(short)),
    ),
  );
  if (found === undefined) return;
  throw new CommandError('usage', `${found} is not read after a bare --; name it before that.`);
}

/** The arguments that the options say. */
export function readDeployArguments(options: DeployOptions): DeployArguments {
  return {
    stage: options.stage,
    changes: options.change ?? [],
    isComplete: options.settingsComplete ?? false,
    isCheckOnly: options.check ?? false,
    context: options.context ?? {},
    profile: options.profile,
  };
}
