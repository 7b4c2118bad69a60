import type { Argument, Command, Option } from 'commander';
import { addAdminCommands } from '../admin/commands/add-admin-commands.ts';
import { ENVIRONMENT } from '../cli/environment.ts';
import { EXIT_CODES } from '../cli/exit-codes.ts';
import type { Machine } from '../cli/machine.ts';
import { buildProgram } from '../cli/program.ts';
import { GENERATED, table } from './markdown.ts';

/** Nothing of it is asked for while the tree is only looked at. */
const NO_MACHINE = { env: {}, homeDir: '~', version: '0' } as Machine;

const cell = (text: string) => text.replaceAll('|', '\\|');

function optionRow({ flags, description, defaultValue, argChoices, mandatory }: Option): string[] {
  const choices = argChoices ? `: ${argChoices.join(', ')}` : '';
  const isShown = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  const byDefault = isShown ? `; ${defaultValue} unless given` : '';
  const needed = mandatory ? '; required' : '';
  return [`\`${cell(flags)}\``, cell(description + choices + byDefault + needed)];
}

function argumentRow(argument: Argument): string[] {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  const choices = argument.argChoices ? `: ${argument.argChoices.join(', ')}` : '';
  return [
    `\`${argument.required ? `<${name}>` : `[${name}]`}\``,
    cell(argument.description + choices),
  ];
}

function leaves(command: Command, path: readonly string[]): (readonly [string, Command])[] {
  const inner = command.createHelp().visibleCommands(command);
  const at = [...path, command.name()];
  return inner.length === 0 ? [[at.join(' '), command]] : inner.flatMap((one) => leaves(one, at));
}

function describeCommand([path, command]: readonly [string, Command]): string {
  const given = [
    ...command.registeredArguments.map(argumentRow),
    ...command.options.map(optionRow),
  ];
  const words = `**\`${path}\`** ${command.description()}`;
  return given.length === 0 ? words : `${words}\n\n${table(['Given', ''], given)}`;
}

function describeGroup(command: Command): string {
  const all = leaves(command, []);
  const isGroup = all.length > 1;
  const about = isGroup ? `\n\n${command.description()}` : '';
  const ofAll = isGroup ? command.options.map(optionRow) : [];
  const options = ofAll.length > 0 ? `\n\n${table(['Of all of them', ''], ofAll)}` : '';
  return `### ${command.name()}${about}${options}\n\n${all.map(describeCommand).join('\n\n')}`;
}

/** `docs/cli.md`: the command line, from its tree of commands. */
export function describeCommandLine(): string {
  const { program } = buildProgram(NO_MACHINE, [addAdminCommands]);
  const groups = program.createHelp().visibleCommands(program);
  const codes = Object.values(EXIT_CODES).map(({ code, meaning }) => [code, meaning]);
  const names = Object.entries(ENVIRONMENT).map(([name, meaning]) => [`\`${name}\``, meaning]);
  return `${GENERATED}
# The command line

\`npx imagewell COMMAND\` in this folder, after \`npm ci\`; \`npm link\` puts \`imagewell\` into the PATH. What a command answers stands on the standard output: as a table, or with \`--json\` as the service answered it, which only gains fields. Everything else (questions, hints, errors, the bar of an upload) goes to the standard error. Where no terminal is there nobody is asked anything: what would be asked needs \`--yes\`.

## Options of every command

${table(['Option', ''], program.options.map(optionRow))}

## Which service, which project, as whom

The service: \`--url\`, else the address in \`--data\`, else \`IMAGEWELL_URL\`, else that which was signed in at last. Plain http is taken of this machine alone.

The project: \`--project\`, else \`IMAGEWELL_PROJECT\`, else that of \`projects use\`, else the only one that you belong to.

As whom: \`--token\` or \`IMAGEWELL_TOKEN\`, else \`--email\` with \`--data\`, else who signed in. \`login\` keeps the tokens in \`~/.config/imagewell/sign-ins.json\`, readable by you alone, and they are renewed by themselves. Where you sign in for a service in the cloud its operator tells you: \`--issuer\` and \`--client-id\`, once.

## Commands

${groups.map(describeGroup).join('\n\n')}

## Environment

${table(['Variable', ''], names)}

## Exit codes

${table(['Code', ''], codes)}

An \`upload\` of which some files failed ends as they did, with 1 where they failed in different ways.

## Completion

\`source <(imagewell completion bash)\`, and the same for \`zsh\`; \`imagewell completion fish | source\`. The shell has to find \`imagewell\`, by \`npm link\` or as a function of its own.
`;
}
