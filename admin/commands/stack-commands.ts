import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { addReadOptions } from '../deploy/deploy-arguments.ts';
import type { DoctorOptions } from '../doctor/run-doctor.ts';
import { programAction } from '../session/program-action.ts';
import type { ClonePrograms } from './clone-commands.ts';

/** `admin bootstrap`, `teardown` and `doctor`, which reads the settings of a stage in a clone. */
export function addStackCommands(
  admin: Command,
  session: Session,
  programs: ClonePrograms | undefined,
): void {
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
  addReadOptions(admin.command('doctor'))
    .description(
      'check the AWS account, the region and, in a clone, the settings of a stage before a deploy, with reads only',
    )
    .option('--only <names>', 'run these checks only, separated by commas')
    .action(
      programAction<DoctorOptions>(session, async () => {
        if (programs) return programs.doctor;
        const { runDoctor } = await import('../doctor/run-doctor.ts');
        return (call) => runDoctor(call);
      }),
    );
}
