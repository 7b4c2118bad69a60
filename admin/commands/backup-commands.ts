import type { AddCommands } from '../../cli/commands/add-commands.ts';
import type { Session } from '../../cli/session.ts';
import { programAction } from '../session/program-action.ts';
import type { BackupCommandOptions } from './backup-call.ts';

type CommandName = 'runBackup' | 'runRestore' | 'runVerify';

/** Loads the command when it is used: most commands need no database. */
function action(session: Session, name: CommandName) {
  return programAction<BackupCommandOptions>(session, async () => {
    const commands = await import('./run-backup-commands.ts');
    return ({ options, args: [folder] }) => commands[name]({ session, folder, options });
  });
}

const OBJECTS = '--objects <url>';

/** `backup`, `restore` and `verify`. */
export const addBackupCommands: AddCommands = (program, session) => {
  program
    .command('backup')
    .description(
      'back up a data folder, whether its service runs or not; again into the same folder, it adds new originals only',
    )
    .argument('<dir>', 'folder of the backup: a new or empty one, or an earlier backup')
    .option('--copy', 'copy originals even where hard links are possible')
    .option(OBJECTS, 'the bucket of the originals, as the service has it; or IMAGEWELL_OBJECTS')
    .action(action(session, 'runBackup'));
  program
    .command('restore')
    .description('restore a backup into a new data folder, and prove every file by its checksum')
    .argument('<dir>', 'folder of the backup')
    .option('--copy', 'copy originals even where hard links are possible')
    .option('--skip-damaged', 'leave out originals that are missing or damaged in the backup')
    .option(OBJECTS, 'restore originals into this bucket; those that are in it stay')
    .action(action(session, 'runRestore'));
  program
    .command('verify')
    .description(
      'check a data folder, a backup or, with AWS credentials, a stack; a folder may be in use meanwhile',
    )
    .argument('[dir]', 'a backup or a data folder; --data, DATA_DIR or .data unless given')
    .option(OBJECTS, 'the bucket of the originals, as the service has it; or IMAGEWELL_OBJECTS')
    .option('--quick', 'compare the sizes of originals, and read none of them')
    .option('--repair', 'repair what can be repaired in a data folder')
    .option('--from <backup>', 'with --repair: bring lost originals back from this backup')
    .option('--stack <name>', 'check this deployed stack from outside')
    .option('--only <names>', 'with --stack: run these checks only, separated by commas')
    .option('--base-url <url>', 'with --stack: the URL of the API, if it is another')
    .option('--cdn-url <url>', 'with --stack: the URL of the CDN, if it is another')
    .action(action(session, 'runVerify'));
};
