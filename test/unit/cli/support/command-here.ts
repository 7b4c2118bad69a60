import { finished } from 'node:stream/promises';
import { createAdminCommands } from '../../../../admin/commands/add-admin-commands.ts';
import { addMovedCommands } from '../../../../admin/commands/add-moved-commands.ts';
import { runCommandLine } from '../../../../cli/run-command-line.ts';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import manifest from '../../../../package.json' with { type: 'json' };
import { commandLine, endedOf } from './command-line.ts';
import { fakeMachine } from './fake-machine.ts';

/**
 * As `commandLine`, but in this process, which saves the start of another one. A command that gets
 * a signal or a folder has a process. So has the first one, because it shows the same there.
 */
export function commandHere(
  configDir: string,
  common: Readonly<Record<string, string>> = {},
): ReturnType<typeof commandLine> {
  const asProcess = commandLine(configDir, common);
  const commands = [createAdminCommands(undefined), addMovedCommands];
  let isFirst = true;
  return async (args, env = {}, kill, cwd) => {
    const needsProcess = isFirst || kill !== undefined || cwd !== undefined;
    isFirst = false;
    if (needsProcess) return asProcess(args, env, kill, cwd);
    const { printed, told, endInput, ...streams } = fakeMachine();
    endInput();
    const { PATH = '' } = process.env;
    const machine = {
      ...streams,
      env: { PATH, XDG_CONFIG_HOME: configDir, ...common, ...env },
      platform: process.platform,
      version: manifest.version,
      issueLocalToken: issueToken,
    };
    const code = await runCommandLine(args, machine, commands);
    for (const stream of [streams.stdout, streams.stderr]) await finished(stream.end());
    return endedOf({ code, signal: null, stdout: printed(), stderr: told() });
  };
}
