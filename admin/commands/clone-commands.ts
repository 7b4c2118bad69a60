import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { wholeNumber } from '../../cli/commands/option-values.ts';
import type { Session } from '../../cli/session.ts';
import { addSettingOptions, type DeployOptions } from '../deploy/deploy-arguments.ts';
import type { DoctorOptions } from '../doctor/run-doctor.ts';
import type { EdgeOptions } from '../local/run-edge.ts';
import { type ProgramCall, programAction } from '../session/program-action.ts';

/** The programs that need the sources; the package has none of them. */
export interface ClonePrograms {
  deploy(call: ProgramCall<DeployOptions>): Promise<void>;
  takeBack(call: ProgramCall<DeployOptions>): Promise<void>;
  edge(call: ProgramCall<EdgeOptions>): Promise<void>;
  doctor(call: ProgramCall<DoctorOptions>): Promise<void>;
}

const MAX_PORT = 65_535;

/** Says in one sentence where the command works. */
function refuse(name: string): never {
  const message = `admin ${name} works in a clone of the repository only; see imagewell-cdk for a stack of your own CDK app.`;
  throw new CommandError('usage', message);
}

/** `admin deploy`, `take-back` and `edge`; in the package they name the place where they work. */
export function addCloneCommands(
  admin: Command,
  session: Session,
  programs: ClonePrograms | undefined,
): void {
  const action = <Name extends keyof ClonePrograms>(name: Name, typed: string) =>
    programAction<Parameters<ClonePrograms[Name]>[0]['options']>(session, async () => {
      return programs ? (call) => programs[name](call as never) : refuse(typed);
    });
  addSettingOptions(admin.command('deploy'))
    .description(
      'deploy a stage after a comparison with the deployed settings; needs a clone. Further options are those of cdk deploy',
    )
    .option('--check', 'compare the settings with the deployed ones and deploy nothing')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(action('deploy', 'deploy'));
  addSettingOptions(admin.command('take-back'))
    .description(
      'start a new stack with the data that a deleted one of the same name retained; needs a clone',
    )
    .option('--check', 'show which resources would be imported and import nothing')
    .action(action('takeBack', 'take-back'));
  admin
    .command('edge')
    .description('run the edge of the CDN without a cache, before a function; needs a clone')
    .requiredOption('--origin <url>', 'URL of the delivery function')
    .option(
      '--connect-to <url>',
      'address to connect to, if the name of the origin leads elsewhere',
    )
    .option('--port <number>', 'port to listen on', wholeNumber(1, MAX_PORT), 8081)
    .option('--host <address>', 'network interface to listen on', '127.0.0.1')
    .option('--cdn-url <url>', 'its address for viewers, if it is not http://HOST:PORT')
    .action(action('edge', 'edge'));
}
