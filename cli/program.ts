import { Command, Option } from 'commander';
import { addAccountCommands } from './commands/account.ts';
import type { AddCommands } from './commands/add-commands.ts';
import { addAuditCommand } from './commands/audit.ts';
import { addCompletionCommands } from './commands/completion.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addExportCommand } from './commands/export.ts';
import { addImageCommands } from './commands/images.ts';
import { addImportCommand } from './commands/import.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addMemberCommands } from './commands/members.ts';
import { addOpenCommand } from './commands/open.ts';
import { addOriginCommands } from './commands/origins.ts';
import { addProjectCommands } from './commands/projects.ts';
import { addSignInCommands } from './commands/sign-in.ts';
import { addSigningSecretCommands } from './commands/signing-secrets.ts';
import { addTranslateCommand } from './commands/translate.ts';
import { addUploadCommand } from './commands/upload.ts';
import { addUrlCommands } from './commands/urls.ts';
import { addUsageCommand } from './commands/usage.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import type { Machine } from './machine.ts';
import type { GlobalOptions } from './service/find-service.ts';
import { createSession, type Session } from './session.ts';

/** In the order of the help. */
const COMMANDS: readonly AddCommands[] = [
  addSignInCommands,
  addAccountCommands,
  addOpenCommand,
  addDoctorCommand,
  addProjectCommands,
  addMemberCommands,
  addKeyCommands,
  addSigningSecretCommands,
  addOriginCommands,
  addUsageCommand,
  addWebhookCommands,
  addAuditCommand,
  addUploadCommand,
  addImportCommand,
  addExportCommand,
  addTranslateCommand,
  addImageCommands,
  addUrlCommands,
];

const DATA = 'data folder of a local service, with its URL and keys';

const EXAMPLES = `
Examples:
  npx imagewell login --url https://api.example.com/prod
  npx imagewell projects list
  npx imagewell upload *.jpg --metadata album=alps
  npx imagewell images list --json

See docs/cli.md for all commands, environment variables and exit codes.`;

/** `--help` does it everywhere. */
function leaveOutHelpCommands(command: Command): void {
  command.helpCommand(false);
  command.commands.forEach(leaveOutHelpCommands);
}

/** `help`, as other programs have it: the same as `--help`. */
function addHelpCommand(program: Command): void {
  program
    .command('help', { hidden: true })
    .argument('[command...]')
    .action((names: readonly string[]) => {
      let found = program;
      for (const name of names) {
        const inner = found.commands.find((command) => command.name() === name);
        if (!inner) return program.error(`error: unknown command '${names.join(' ')}'`);
        found = inner;
      }
      found.outputHelp();
    });
}

/** Words of other programs, each with the one of ours. */
const OTHER_WORDS = { get: 'show', ls: 'list', rm: 'delete', add: 'create' } as const;

/** Answers a word of another program with ours, which isn't like it in letters. */
function suggestWords(command: Command): void {
  const names = command.commands.map((inner) => inner.name());
  for (const [word, ours] of Object.entries(OTHER_WORDS)) {
    if (names.includes(word) || !names.includes(ours)) continue;
    command
      .command(`${word} [any...]`, { hidden: true })
      .allowUnknownOption()
      .action(() => command.error(`error: unknown command '${word}'\n(Did you mean ${ours}?)`));
  }
}

/** The tree of commands over a session; `more` come last, before the completion. */
export function buildProgram(
  machine: Machine,
  more: readonly AddCommands[],
): { readonly program: Command; readonly session: Session } {
  const program = new Command('npx imagewell');
  program
    .description('Manage the images, projects, members and keys of an imagewell service.')
    .version(machine.version)
    .configureHelp({ showGlobalOptions: true, helpWidth: machine.stdout?.columns || 80 })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => machine.stdout.write(text),
      writeErr: (text) => machine.stderr.write(text),
    })
    .showHelpAfterError('(use --help for more)')
    .optionsGroup('Options of every command:')
    .option('--url <url>', 'base URL of the service')
    .option('--project <project>', 'ID or name of the project')
    .option('--json', 'print JSON: the response of the service, or a list with one object a line')
    .addOption(new Option('--data <dir>', DATA).conflicts('url'))
    .option('--email <address>', 'with --data: act as this user without signing in')
    .option('--token <token>', 'access token to use')
    .addHelpText('after', EXAMPLES);
  const session = createSession(machine, () => program.opts<GlobalOptions>());
  for (const add of [...COMMANDS, ...more]) add(program, session);
  leaveOutHelpCommands(program);
  for (const group of program.commands) suggestWords(group);
  addHelpCommand(program);
  addCompletionCommands(program, session);
  return { program, session };
}
