import { CommandError } from '../../cli/command-error.ts';
import type { AddCommands } from '../../cli/commands/add-commands.ts';

/** Programs of a clone that need the AWS CDK. */
const NEEDS_CDK = ['deploy', 'synth', 'teardown'] as const;

/** Commands of this name say where the program is, and run nothing. */
export const addCloneCommands: AddCommands = (program) => {
  for (const name of NEEDS_CDK) {
    program
      .command(name, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        const message = `${name} needs the AWS CDK: use \`npm run ${name}\` in a clone of the repository, or the package imagewell-cdk in your own CDK app.`;
        throw new CommandError('usage', message);
      });
  }
};
