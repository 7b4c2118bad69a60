/** The command line; started by bin/imagewell.js, which finds a Node that can read it. */
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { addAdminCommands } from '../admin/commands/add-admin-commands.ts';
import { runCommandLine } from '../cli/run-command-line.ts';
import { CLI_CLIENT } from '../core/accounts/cli-client.ts';
import manifest from '../package.json' with { type: 'json' };

/** In its own module, so that no other command loads a database. */
async function issueLocalToken(dataDir: string, email: string): Promise<string> {
  const command = resolve(import.meta.dirname, 'token.ts');
  const args = [command, '--data', dataDir, '--email', email];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}

const { env, platform, stdin, stdout, stderr, argv } = process;
// whoever reads may have read enough
stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
const machine = { env, platform, homeDir: homedir(), stdin, stdout, stderr };
const { version } = manifest;
const here = { ...machine, version, signInClient: CLI_CLIENT, issueLocalToken };
process.exitCode = await runCommandLine(argv.slice(2), here, [addAdminCommands]);
