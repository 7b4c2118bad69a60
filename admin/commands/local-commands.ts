import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { programAction } from './program-action.ts';

/** `admin token` and `sample`. */
export function addLocalCommands(admin: Command, session: Session): void {
  admin
    .command('token')
    .description(
      'print an access token of the local service for the user of --email, valid for an hour',
    )
    .action(
      programAction(session, async () => (await import('../local/print-token.ts')).printToken),
    );
  admin
    .command('sample')
    .description('add twelve images, drawn by imagewell itself, to a running local service')
    .action(
      programAction(session, async () => (await import('../local/add-samples.ts')).addSamples),
    );
}
