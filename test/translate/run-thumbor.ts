import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installPythonTools } from '../support/service/python-tools.ts';

const REQUIREMENTS = 'test/support/translate/thumbor.txt';
const TRIES = 150;
const PAUSE_MS = 200;

/** A port that is free now. */
async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** A thumbor that reads the files of a folder. */
export interface Thumbor {
  /** The image of a path; throws for any other answer than 200. */
  get(path: string): Promise<Buffer>;
  stop(): void;
}

/** Installs thumbor below `workDir` on the first use, and starts it. */
export async function startThumbor(workDir: string, files: string): Promise<Thumbor> {
  await mkdir(workDir, { recursive: true });
  const programs = await installPythonTools(workDir, REQUIREMENTS);
  const settings = join(workDir, 'thumbor.conf');
  const lines = [
    `LOADER = 'thumbor.loaders.file_loader'`,
    `FILE_LOADER_ROOT_PATH = '${files}'`,
    `STORAGE = 'thumbor.storages.no_storage'`,
    'ALLOW_UNSAFE_URL = True',
  ];
  await writeFile(settings, `${lines.join('\n')}\n`);
  const port = await findPort();
  const args = ['-i', '127.0.0.1', '-p', String(port), '-c', settings];
  const child = spawn(join(programs, 'thumbor'), args, { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const get = async (path: string) => {
    const response = await fetch(`${origin}${path}`);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const isUp = await fetch(`${origin}/healthcheck`).catch(() => undefined);
    if (isUp?.ok) return { get, stop: () => void child.kill() };
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  child.kill();
  throw new Error('thumbor does not answer');
}
