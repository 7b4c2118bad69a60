import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { programAction } from '../session/program-action.ts';

/** `admin move`. */
export function addMoveCommand(admin: Command, session: Session): void {
  admin
    .command('move')
    .description(
      'move everything durable of a service from a data folder to a new stack, or back to a new folder; a killed move continues',
    )
    .requiredOption('--from <place>', 'data folder, or stack:NAME; it is never changed')
    .requiredOption('--to <place>', 'stack:NAME of a new stack, or a new folder')
    .option('--dry-run', 'count records and originals, and change nothing')
    .action(programAction(session, async () => (await import('../move/run-move.ts')).runMove));
}
