import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { programAction } from '../session/program-action.ts';

const load = () => import('../private-keys/run-private-keys.ts');

/** `admin private-keys`: the key pairs that sign grants of a stack's private images. */
export function addPrivateKeyCommands(admin: Command, session: Session): void {
  const keys = admin
    .command('private-keys')
    .description('manage the key pairs of private images of a stack, at most two');
  keys
    .command('create')
    .description('store a new private key in SSM and print the setting with its public key')
    .action(programAction(session, async () => (await load()).runCreateKey));
  keys
    .command('list')
    .description('list the stored keys, and which of them the deployed stack uses')
    .action(programAction(session, async () => (await load()).runListKeys));
  keys
    .command('remove')
    .description('delete a stored key that the deployed stack does not use')
    .argument('<name>', 'name of the key, as the list has it')
    .action(programAction(session, async () => (await load()).runRemoveKey));
}
