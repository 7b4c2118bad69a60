import type { AddCommands } from '../../cli/commands/add-commands.ts';
import { addRouteCommands } from '../projects/route-commands.ts';
import { addAccountCommands } from './account-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addCloneCommands, type ClonePrograms } from './clone-commands.ts';
import { addDeadLetterCommands } from './dead-letter-commands.ts';
import { addIndexCommand } from './index-command.ts';
import { addLocalCommands } from './local-commands.ts';
import { addMoveCommand } from './move-command.ts';
import { addPrivateKeyCommands } from './private-key-commands.ts';
import { addAllowOriginCommand, addProjectCommands } from './project-commands.ts';
import { addStackCommands } from './stack-commands.ts';
import { addSuspensionCommands } from './suspension-commands.ts';
import { addTakedownCommands } from './takedown-commands.ts';

/**
 * The operator's side, which asks no service and goes to its stores; without the programs of a
 * clone their commands say where they work.
 */
export function createAdminCommands(programs: ClonePrograms | undefined): AddCommands {
  return (program, session) => {
    program.commandsGroup('Operator:');
    const admin = program
      .command('admin')
      .description(
        'operate the service through its data folder or, with AWS credentials, its stack',
      )
      .option('--stack <name>', 'name of a deployed stack; --data, DATA_DIR or .data unless given');
    addAccountCommands(admin, session);
    const projects = admin
      .command('projects')
      .alias('project')
      .description('manage projects and their suspensions');
    addProjectCommands(projects, session);
    addSuspensionCommands(projects, session);
    addAllowOriginCommand(admin, session);
    addRouteCommands(admin, session);
    addTakedownCommands(admin, session);
    addDeadLetterCommands(admin, session);
    addIndexCommand(admin, session);
    addMoveCommand(admin, session);
    addLocalCommands(admin, session);
    addPrivateKeyCommands(admin, session);
    addStackCommands(admin, session, programs);
    addCloneCommands(admin, session, programs);
    addBackupCommands(program, session);
  };
}
