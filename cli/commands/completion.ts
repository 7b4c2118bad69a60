import completions from '@bomb.sh/tab/commander';
import type { AddCommands } from './add-commands.ts';

/**
 * `completion SHELL`, and the hidden `complete` that the shell's script asks. They read the tree as
 * it stands, so they come last.
 */
export const addCompletionCommands: AddCommands = (program) => {
  program.commandsGroup('Shell completion:');
  completions(program, { completionCommandName: 'completion' });
};
