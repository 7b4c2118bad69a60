import { Command } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { addDeadLetterCommands } from './dead-letter-commands.ts';
import { addProjectCommands } from './project-admin-commands.ts';
import { addTakeDownCommands } from './take-down-commands.ts';

/** `admin` as a command of its own, to be parsed or put below another: its commands throw, and never end the process. */
export function createAdminCommand(): Command {
  const admin = new Command('admin')
    .description('the operator’s side, of a data folder or, with AWS credentials, of a stack')
    .option('--data <dir>', 'the data folder of a local service (DATA_DIR, else .data)')
    .option('--stack <name>', 'a deployed stack')
    .option('--json', 'for scripts: one JSON value on standard output');
  // before its commands are made: they take both over
  admin.exitOverride().configureOutput({ outputError: () => undefined });
  addAccountCommands(admin);
  addProjectCommands(admin);
  addTakeDownCommands(admin);
  addDeadLetterCommands(admin);
  return admin;
}
