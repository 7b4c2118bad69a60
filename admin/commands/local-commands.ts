import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { programAction } from '../session/program-action.ts';

/** `admin token`, `sample`, `hand-over`, and those of the accounts of a public machine. */
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
  admin
    .command('hand-over')
    .argument('<email>', 'the e-mail address with which the new owner signs in')
    .description('make a user of the local service an owner of its project, beside the others')
    .action(programAction(session, async () => (await import('../local/hand-over.ts')).handOver));
  admin
    .command('setup-link')
    .description(
      'print a link, good once and for 30 minutes, that makes the owner of a service with accounts of its own',
    )
    .option('--for <email>', 'for the account of this address: a new passkey or password')
    .action(
      programAction(session, async () => (await import('../local/setup-link.ts')).printSetupLink),
    );
  admin
    .command('end-sessions')
    .description('sign out an account of the local service everywhere, or all accounts')
    .argument('[email]', 'the address of the account')
    .action(
      programAction(
        session,
        async () => (await import('../local/setup-link.ts')).endAccountSessions,
      ),
    );
}
