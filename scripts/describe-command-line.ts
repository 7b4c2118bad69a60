import type { Argument, Command, Option } from 'commander';
import { createAdminCommands } from '../admin/commands/add-admin-commands.ts';
import { addStartCommand } from '../admin/commands/add-start-command.ts';
import { ENVIRONMENT } from '../cli/environment.ts';
import { EXIT_CODES } from '../cli/exit-codes.ts';
import type { Machine } from '../cli/machine.ts';
import { buildProgram } from '../cli/program.ts';
import { DEFAULT_STATE_FILE } from '../cli/upload/upload-state.ts';
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
  return inner.length === 0
    ? [[at.join(' '), command]]
    : inner.flatMap((child) => leaves(child, at));
}

function describeCommand([path, command]: readonly [string, Command]): string {
  const given = [
    ...command.registeredArguments.map(argumentRow),
    ...command.options.map(optionRow),
  ];
  const words = `**\`${path}\`** ${command.description()}`;
  return given.length === 0 ? words : `${words}\n\n${table(['Parameter', ''], given)}`;
}

function describeGroup(command: Command): string {
  const all = leaves(command, []);
  const isGroup = all.length > 1;
  const about = isGroup ? `\n\n${command.description()}` : '';
  const ofAll = isGroup ? command.options.map(optionRow) : [];
  const options = ofAll.length > 0 ? `\n\n${table(['Common option', ''], ofAll)}` : '';
  return `### ${command.name()}${about}${options}\n\n${all.map(describeCommand).join('\n\n')}`;
}

/** `docs/cli.md`: the command line, from its tree of commands. */
export function describeCommandLine(): string {
  const { program } = buildProgram(NO_MACHINE, [
    addStartCommand(async () => {}),
    createAdminCommands(undefined),
  ]);
  const groups = program.createHelp().visibleCommands(program);
  const codes = Object.values(EXIT_CODES).map(({ code, meaning }) => [code, meaning]);
  const names = Object.entries(ENVIRONMENT).map(([name, meaning]) => [`\`${name}\``, meaning]);
  return `${GENERATED}
# The command line

\`npx imagewell COMMAND\` in this folder, after \`npm ci\`; \`npm link\` puts \`imagewell\` into the PATH. Results go to the standard output: as a table, or with \`--json\` as JSON, which only gains fields. The JSON is the response of the service, and a list is one object a line. Tables are cut to the terminal; pipes get them whole. Everything else (questions, hints, errors, progress bars) goes to the standard error. Without a terminal the command line asks no questions: a command that needs confirmation requires \`--yes\`.

## Options of every command

${table(['Option', ''], program.options.map(optionRow))}

## Service, project and user

The service is \`--url\`, else the URL in \`--data\`, else \`IMAGEWELL_URL\`, else the URL of the latest sign-in. Unencrypted http is only accepted for this machine.

The project is \`--project\`, else \`IMAGEWELL_PROJECT\`, else the choice of \`projects use\`, else your only project.

The user is the owner of \`--token\` or \`IMAGEWELL_TOKEN\`, else \`--email\` with \`--data\`, else the signed-in user. \`login\` stores the tokens in \`~/.config/imagewell/sign-ins.json\`, readable only by you, and renews them automatically. For a service in the cloud, its operator gives you \`--issuer\` and \`--client-id\` for the first sign-in.

## Commands

${groups.map(describeGroup).join('\n\n')}

## Environment

${table(['Variable', ''], names)}

## Exit codes

${table(['Code', ''], codes)}

## Upload many files

\`npx imagewell upload photos/ 'more/**/*.jpg' --resume\` uploads folders with their subfolders and the matches of globs. The shell expands a glob without quotes; imagewell expands a quoted one. Folders and globs skip hidden files, symbolic links and files whose first bytes are not of an image. Each is named, up to 10,000 of them. A file that is named is uploaded as it is, hidden or through a link.

Each address goes to the standard output when its image is saved. The line has the address and the file; with \`--json\` it is a JSON object. A failed file is a line on the standard error, or with \`--json\` an object with \`error\`.

\`--resume\` keeps a state file, \`${DEFAULT_STATE_FILE}\` unless \`--resume=FILE\` names another. Each line has the path, size, time of change and SHA-256 of a file, and its address. A second run skips a file with the same path, size and time, and a touched file with the same SHA-256. A run that was killed while it saved an image makes no second image. A state file belongs to one service and project, and one run at a time may use it. State files of earlier versions are continued.

Ctrl-C and SIGTERM end the command with 130 and 143. Saves in progress get five seconds to end; a second Ctrl-C ends them immediately. A stopped upload without \`--resume\` writes a state file then. The same command with \`--resume\` continues.

The upload stops at the first failure that every file would share. It is a quota, a rejected credential, a full disk, or ten files in a row without a response. A 429 or 503 is retried as often as \`--retries\` says, after the wait that the service names. The memory does not grow with the number of files ([measured](guides/moving-in.md#measured)).

If some files of an \`upload\` fail, it exits with the code of their error, or with 1 if the errors differ.

## Completion

\`source <(npx imagewell completion bash)\`, and the same for \`zsh\`; \`npx imagewell completion fish | source\`; in PowerShell \`npx imagewell completion powershell | Out-String | Invoke-Expression\`. The script completes commands, options, choices, files and the names of your projects. It needs nothing but the command line itself. After \`npm link\` or a global installation it completes \`imagewell\`. In the folder of an installation it completes \`npx imagewell\` too, if \`npx\` has no completion of its own yet (not in PowerShell).
`;
}
