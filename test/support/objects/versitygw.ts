import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../service/start-service.ts';

/** The S3-compatible server of the tests: a real one, over a folder, of the Go module proxy. */
const MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
const FOLDER = resolve(import.meta.dirname, '../../../.build/versitygw');
const READY_MS = 20_000;

/** Builds the server once; more than a minute of one core the first time. */
async function buildServer(): Promise<string> {
  const given = process.env.IMAGEWELL_VERSITYGW;
  const path = given ?? join(FOLDER, 'versitygw');
  if (!existsSync(path)) {
    await mkdir(FOLDER, { recursive: true });
    await promisify(execFile)('go', ['install', MODULE], {
      env: { ...process.env, GOBIN: FOLDER },
    });
  }
  return path;
}

/** A running store with one bucket. */
export interface ObjectStoreServer {
  readonly endpoint: string;
  readonly bucket: string;
  /** The folder whose files are the objects of the bucket. */
  readonly folder: string;
  /** The credentials, as the AWS clients read them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts versitygw over a fresh folder. */
export async function startObjectStore(): Promise<ObjectStoreServer> {
  const program = await buildServer();
  const root = await mkdtemp(join(tmpdir(), 'imagewell-s3-'));
  const bucket = 'photos';
  const folder = join(root, bucket);
  await mkdir(folder);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const [key, secret] = ['testkey', 'testsecret'];
  const child = spawn(program, ['--port', `127.0.0.1:${port}`, 'posix', root], {
    env: { ...process.env, ROOT_ACCESS_KEY: key, ROOT_SECRET_KEY: secret },
    stdio: 'ignore',
  });
  const until = Date.now() + READY_MS;
  // any answer will do: without credentials it is a refusal
  while (!(await fetch(endpoint).catch(() => undefined))) {
    if (Date.now() > until) throw new Error('versitygw does not answer');
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    endpoint,
    bucket,
    folder,
    env: { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
}
