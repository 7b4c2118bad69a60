import { PassThrough } from 'node:stream';
import type { Machine } from '../../../../cli/machine.ts';
import { CLI_CLIENT } from '../../../../core/accounts/cli-client.ts';

/** A machine of streams, at a terminal or not, for a command line in this process. */
export function fakeMachine({ isTerminal = false } = {}) {
  const stream = () =>
    Object.assign(new PassThrough(), {
      isTTY: isTerminal,
      columns: 80,
      rows: 24,
      setRawMode: () => {},
    });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  const texts = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => {
    texts.stdout += chunk.toString();
  });
  stderr.on('data', (chunk: Buffer) => {
    texts.stderr += chunk.toString();
  });
  const machine: Machine = {
    env: {},
    platform: 'linux',
    homeDir: '/nonexistent',
    version: '0.0.0',
    stdin,
    stdout,
    stderr,
    signInClient: CLI_CLIENT,
    issueLocalToken: async () => 'x.y.z',
  };
  return {
    ...machine,
    printed: () => texts.stdout,
    told: () => texts.stderr,
    type: (text: string) => stdin.write(text),
    endInput: () => void stdin.end(),
  };
}
