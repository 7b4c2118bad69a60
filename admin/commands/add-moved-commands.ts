import { CommandError } from '../../cli/command-error.ts';
import type { AddCommands } from '../../cli/commands/add-commands.ts';

/** The npm scripts of these names are commands of `admin`. */
const IN_ADMIN = [
  'allow-origin',
  'bootstrap',
  'deploy',
  'edge',
  'sample',
  'take-back',
  'teardown',
  'token',
];
const SYNTH =
  'synth needs the AWS CDK: use `npm run synth` in a clone of the repository, or the package imagewell-cdk in your own CDK app.';

/** Names at which users look for a command say where it is, and run nothing. */
export const addMovedCommands: AddCommands = (program) => {
  const sentences = IN_ADMIN.map((name) => [name, `The command is npx imagewell admin ${name}.`]);
  for (const [name = '', sentence = ''] of [...sentences, ['synth', SYNTH]]) {
    program
      .command(name, { hidden: true })
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new CommandError('usage', sentence);
      });
  }
};
