import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Runs a program to its end and returns its output. Throws with the output if the program fails.
 */
export function runProgram(
  command: string,
  options: readonly string[],
  settings: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(command, options, settings);
  let printed = '';
  let failed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    failed += chunk;
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) =>
      code === 0 ? done(printed) : fail(new Error(`${command} ended with ${code}: ${failed}`)),
    );
  });
}

/** Ends a program that a test started, and waits for its end. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}
