import type { Command } from 'commander';

/** A command that only holds others. */
export function commandGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false);
}
