import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { freePort } from '../service/start-service.ts';

const READY_MS = 120_000;

/** The files of a commit in their own folder, with their packages; a later call finds them. */
export function checkOut(commit: string, below: string): string {
  const folder = join(below, commit.slice(0, 12));
  const marker = join(folder, 'node_modules/.package-lock.json');
  if (existsSync(marker)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['archive', commit], { maxBuffer: 1_000_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  execFileSync('npm', ['ci', '--loglevel=error'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

/** A start of the service in a folder with its code. */
export interface Start {
  /** Undefined if it ended without being ready. */
  readonly credentials: Credentials | undefined;
  readonly exitCode: number | null;
  readonly readyMs: number;
  readonly printed: string;
  stop(): Promise<void>;
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once('exit', done));
}

/** Starts the service of a folder on a data folder; resolves when it is ready, or has ended. */
export async function startFrom(codeDir: string, dataDir: string): Promise<Start> {
  const port = await freePort();
  const options = ['--port', String(port), '--data', dataDir, '--plan', 'unlimited'];
  const begun = performance.now();
  const child = spawn(process.execPath, ['bin/start.ts', ...options], {
    cwd: codeDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = endOf(child);
  const isReady = await new Promise<boolean>((done, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(new Error(`${codeDir} isn't ready: ${printed}`));
    }, READY_MS);
    const tell = (is: boolean) => {
      clearTimeout(timer);
      done(is);
    };
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('imagewell is ready')) tell(true);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => tell(false));
  });
  const readyMs = Math.round(performance.now() - begun);
  const text = isReady ? await readFile(join(dataDir, 'credentials.json'), 'utf8') : undefined;
  return {
    credentials: text === undefined ? undefined : JSON.parse(text),
    exitCode: child.exitCode,
    readyMs,
    printed,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
