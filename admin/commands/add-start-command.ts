import { Option } from 'commander';
import type { AddCommands } from '../../cli/commands/add-commands.ts';
import { describeHelp, type ProgramOption } from '../program-help.ts';
import { START_COMMAND } from '../start/start-command.ts';
import { START_HELP, START_OPTIONS } from '../start-options.ts';

/** The first sentence as a label, which is how the command line describes its options. */
function toLabel(meaning: string): string {
  const [sentence = meaning] = meaning.split(/\.(?=\s|$)/);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** An option of THE table, as commander shows and completes it. */
function toOption([name, { value, meaning }]: readonly [string, ProgramOption]): Option {
  return new Option(`--${name}${value === undefined ? '' : ` <${value}>`}`, toLabel(meaning));
}

/** The arguments from which commander read these values. */
function argumentsOf(options: readonly Option[], read: Readonly<Record<string, unknown>>) {
  return options.flatMap((option) => {
    const value = read[option.attributeName()];
    if (typeof value === 'string') return [`--${option.name()}=${value}`];
    const isGiven = value === !option.negate;
    return isGiven ? [`--${option.name()}`] : [];
  });
}

/** `start …`, the service on one machine. */
export function addStartCommand(start: (args: readonly string[]) => Promise<void>): AddCommands {
  return (program) => {
    program.commandsGroup('Service:');
    const options = Object.entries(START_OPTIONS).map(toOption);
    const command = program.command(START_COMMAND).description(toLabel(START_HELP.summary));
    for (const option of options) command.addOption(option);
    command.helpInformation = () => `${describeHelp(START_HELP)}\n`;
    command.action(() => start(argumentsOf(options, command.optsWithGlobals())));
  };
}
