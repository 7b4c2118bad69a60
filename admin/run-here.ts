import { homedir } from 'node:os';
import { CLI_CLIENT } from '../core/accounts/cli-client.ts';
import type { OpenProgram } from '../local/program/service-program.ts';
import type { ClonePrograms } from './commands/clone-commands.ts';
import { START_COMMAND, startByArguments } from './start/start-command.ts';

/** The parts of the command line that differ between a clone and the package. */
export interface ProgramFacts {
  readonly version: string;
  /** The files that `start` runs and serves. */
  readonly openProgram: OpenProgram;
  /** The programs that need the sources. */
  readonly clonePrograms?: ClonePrograms;
}

/** In its own module, so that no other command loads a database. */
async function issueLocalToken(dataDir: string, email: string): Promise<string> {
  const { issueToken } = await import('../local/identity-provider/issue-token.ts');
  return issueToken(dataDir, email);
}

/** A reader of a command's output may have read enough; one of a service's log doesn't end it. */
function endWithReader({ code }: NodeJS.ErrnoException): void {
  process.exit(code === 'EPIPE' ? 0 : 1);
}

/** Runs the command line of this process, and sets its exit code. */
export async function runHere({
  version,
  openProgram,
  clonePrograms,
}: ProgramFacts): Promise<void> {
  const { env, platform, stdin, stdout, stderr } = process;
  const args = process.argv.slice(2);
  const start = async (given: readonly string[]): Promise<void> => {
    stdout.off('error', endWithReader).on('error', () => undefined);
    await startByArguments(given, openProgram);
  };
  stdout.on('error', endWithReader);
  // a service needs none of the other commands, nor the libraries that read them
  if (args[0] === START_COMMAND) return start(args.slice(1));
  const { createAdminCommands } = await import('./commands/add-admin-commands.ts');
  const { addMovedCommands } = await import('./commands/add-moved-commands.ts');
  const { addStartCommand } = await import('./commands/add-start-command.ts');
  const { runCommandLine } = await import('../cli/run-command-line.ts');
  const machine = { env, platform, homeDir: homedir(), stdin, stdout, stderr };
  const here = { ...machine, version, signInClient: CLI_CLIENT, issueLocalToken };
  const commands = [addStartCommand(start), createAdminCommands(clonePrograms), addMovedCommands];
  process.exitCode = await runCommandLine(args, here, commands);
}
