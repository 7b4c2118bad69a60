import { Argument, type Command } from 'commander';
import { type Candidate, type Completion, completeWords } from '../completion/complete-words.ts';
import { listProjectNames } from '../completion/list-project-names.ts';
import { SHELL_SCRIPTS } from '../completion/shell-scripts.ts';
import { safeText } from '../output/safe-text.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';

const EXAMPLES = `
Load it in the start file of your shell:
  bash:        source <(imagewell completion bash)
  zsh:         source <(imagewell completion zsh)
  fish:        imagewell completion fish | source
  PowerShell:  imagewell completion powershell | Out-String | Invoke-Expression

A global installation or npm link puts imagewell into the PATH. Without it, load
the script with npx imagewell completion SHELL. It completes npx imagewell too,
but not in PowerShell.`;

async function findProjects(
  session: Session,
  { hasProjects }: Completion,
  start: string,
): Promise<readonly Candidate[]> {
  if (!hasProjects) return [];
  const found = await listProjectNames(session);
  return found.filter(({ value }) => value.startsWith(start) && safeText(value) === value);
}

/** `completion SHELL`, and the hidden `complete` that the shell's script asks. */
export const addCompletionCommands: AddCommands = (program, session) => {
  const { stdout } = session.machine;
  program.commandsGroup('Shell completion:');
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELL_SCRIPTS)))
    .addHelpText('after', EXAMPLES)
    .action((shell: keyof typeof SHELL_SCRIPTS) => void stdout.write(SHELL_SCRIPTS[shell]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .option('--next', 'the word after these is completed')
    .action(async (words: string[], options: { next?: boolean }, command: Command) => {
      const asked = options.next ? [...words, ''] : words;
      const found = completeWords(command.parent ?? program, asked);
      const projects = await findProjects(session, found, asked.at(-1) ?? '');
      const lines = [...found.candidates, ...projects].map(({ value, description }) =>
        description === '' ? value : `${value}\t${safeText(description)}`,
      );
      const all = found.hasFiles ? [...lines, ':files'] : lines;
      if (all.length > 0) stdout.write(`${all.join('\n')}\n`);
    });
};
