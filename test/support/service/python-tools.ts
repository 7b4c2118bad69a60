import { type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Ran {
  /** Null: ended by a signal, or never begun. */
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end and keeps all that it prints. */
export function run(command: string, args: readonly string[], options: SpawnOptions): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', (error) => done({ code: null, output: `${command}: ${error.message}` }));
    child.once('close', (code) => done({ code, output }));
  });
}

async function runOrExplain(what: string, command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(command, args, {});
  if (code === 0) return;
  throw new Error(`${what}\n${output.trim().split('\n').slice(-5).join('\n')}`);
}

/**
 * The folder of programs of a Python virtual environment below `workDir`. The first use makes it
 * from the pinned packages that `requirementsPath` lists. Throws with the missing program if that
 * is impossible.
 */
export async function installPythonTools(
  workDir: string,
  requirementsPath: string,
): Promise<string> {
  const venv = join(workDir, 'venv');
  const marker = join(venv, 'installed');
  const programs = join(venv, 'bin');
  const wanted = createHash('sha256')
    .update(await readFile(requirementsPath))
    .digest('hex');
  const installed = await readFile(marker, 'utf8').catch(() => '');
  if (installed === wanted) return programs;
  await rm(venv, { recursive: true, force: true });
  const noPython = 'missing: python3 of at least 3.11 with its venv module (Debian: python3-venv)';
  await runOrExplain(noPython, 'python3', ['-m', 'venv', venv]);
  const noNetwork = `missing: the packages of ${requirementsPath} could not be installed from PyPI (is there a network?)`;
  const flags = ['--quiet', '--disable-pip-version-check', '--require-hashes'];
  const from = ['--only-binary=:all:', '-r', requirementsPath];
  await runOrExplain(noNetwork, join(programs, 'pip'), ['install', ...flags, ...from]);
  await writeFile(marker, wanted);
  return programs;
}
