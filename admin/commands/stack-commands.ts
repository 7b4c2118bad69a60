import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { programAction } from './program-action.ts';

/** `admin bootstrap`, `teardown` and `doctor`. */
export function addStackCommands(admin: Command, session: Session): void {
  admin
    .command('bootstrap')
    .description('make the first project of a stack and print its keys, a single time')
    .option('--plan <name>', 'plan of the account: free, unlimited, or one of the settings', 'free')
    .action(
      programAction(session, async () => (await import('../stacks/run-bootstrap.ts')).runBootstrap),
    );
  admin
    .command('teardown')
    .description(
      'delete a stack that was deployed with removalPolicy=destroy, with everything in its buckets and tables',
    )
    .option('-y, --yes', 'do not ask for the name as confirmation')
    .action(
      programAction(session, async () => (await import('../stacks/run-teardown.ts')).runTeardown),
    );
  admin
    .command('doctor')
    .description('check the AWS account and region before a deploy, with reads only')
    .option('--only <names>', 'run these checks only, separated by commas')
    .action(
      programAction(session, async () => (await import('../doctor/run-doctor.ts')).runDoctor),
    );
}
