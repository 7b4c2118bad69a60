import type { AddCommands } from '../../cli/commands/add-commands.ts';
import { addAccountCommands } from './account-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addDeadLetterCommands } from './dead-letter-commands.ts';
import { addRouteCommands } from './route-commands.ts';
import { addSuspensionCommands } from './suspension-commands.ts';
import { addTakedownCommands } from './takedown-commands.ts';

/** The operator's side, which asks no service and goes to its stores. */
export const addAdminCommands: AddCommands = (program, session) => {
  program.commandsGroup('Operator:');
  const admin = program
    .command('admin')
    .description('operate the service through its data folder or, with AWS credentials, its stack')
    .option('--stack <name>', 'name of a deployed stack; --data, DATA_DIR or .data unless given');
  addAccountCommands(admin, session);
  addSuspensionCommands(admin, session);
  addRouteCommands(admin, session);
  addTakedownCommands(admin, session);
  addDeadLetterCommands(admin, session);
  addBackupCommands(program, session);
};
