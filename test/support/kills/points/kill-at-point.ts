/**
 * For `node --import`, in a service or command that is started for a test. Each durable step of it
 * is a point: a change of a file or folder, a commit, an answer. At the point of its plan the whole
 * program dies by SIGKILL, right before that step, or in the middle of a write.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import workers from 'node:worker_threads';
import {
  AHEAD_MS,
  type ArmedPoints,
  armedPath,
  diedPath,
  HAS_PARENT,
  PLAN_FOLDER,
  passedPath,
} from './plan-files.ts';

type Call = (...values: unknown[]) => unknown;
type Calls = Record<string, Call>;

const { env } = process;
const folder = env[PLAN_FOLDER] ?? '';
const aheadMs = Number(env[AHEAD_MS] ?? 0);
const preloaded = { [PLAN_FOLDER]: folder, [AHEAD_MS]: String(aheadMs) };
const preload = ['--import', import.meta.url];
/** The functions before they are watched. */
const { readFileSync, writeFileSync, existsSync } = fs;
env.NODE_OPTIONS = ''; // for what is started with this environment

function die(): never {
  if (env[HAS_PARENT]) process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
  for (;;); // a signal to another thread may take a moment
}

/** A point's name with the number of its occurrence; processes and threads count together. */
function namePoint(label: string): string {
  for (let number = 1; ; number += 1) {
    const point = `${label}#${number}`;
    const path = passedPath(folder, point);
    if (existsSync(path)) continue;
    try {
      writeFileSync(path, '', { flag: 'wx' });
      return point;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function readArmed(): ArmedPoints | undefined {
  try {
    return JSON.parse(readFileSync(armedPath(folder), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether this point is the last one. */
function isLast(label: string): boolean {
  const { pattern = '(?!)', past = [] } = readArmed() ?? {};
  if (!new RegExp(pattern).test(label)) return false;
  const point = namePoint(label);
  if (past.includes(point)) return false;
  try {
    writeFileSync(diedPath(folder), point, { flag: 'wx' });
  } catch {
    // another thread dies first
  }
  return existsSync(armedPath(folder)); // else the test has ended the counting meanwhile
}

function pass(label: string): void {
  if (isLast(label)) die();
}

/** A path below the folder of the test, without its random parts. */
function nameOf(path: unknown): string {
  return String(path)
    .replace(/^.*\/imagewell-[^/]+\//, '')
    .replace(
      /[0-9a-f]{8}-[0-9a-f-]{27}|[a-z2-7]{26}|[0-9a-f]{32}|\d{14}|(?<=-)\d+(?=[./]|$)/g,
      '*',
    );
}

/** Replaces functions of an object by ones that pass a point first. */
function watch(target: object, labels: Readonly<Record<string, (...values: unknown[]) => string>>) {
  for (const [name, label] of Object.entries(labels)) {
    const real = (target as Calls)[name];
    if (!real) continue;
    (target as Calls)[name] = function watched(this: unknown, ...values: unknown[]) {
      const text = label.apply(this, values);
      if (text !== '') pass(text);
      return real.apply(this, values);
    };
  }
}

const CHANGES = ['rename', 'link', 'unlink', 'rm', 'mkdir', 'rmdir', 'writeFile', 'copyFile', 'cp'];
const nameSecond = new Set(['rename', 'link', 'copyFile', 'cp']);
const changes = (suffix: string) =>
  Object.fromEntries(
    CHANGES.map((name) => [
      `${name}${suffix}`,
      (first: unknown, second: unknown) =>
        `${name} ${nameOf(nameSecond.has(name) ? second : first)}`,
    ]),
  );

const paths = new WeakMap<object, string>();

function watchHandles(prototype: object): void {
  const nameOfHandle = function (this: unknown) {
    return paths.get(this as object) ?? '';
  };
  const label = (name: string) =>
    function (this: unknown) {
      const path = nameOfHandle.call(this);
      return path && `${name} ${path}`;
    };
  watch(prototype, { sync: label('sync'), datasync: label('sync'), truncate: label('truncate') });
  for (const name of ['writeFile', 'appendFile', 'write']) {
    const real = (prototype as Calls)[name] as Call;
    (prototype as Calls)[name] = async function watched(this: unknown, ...values: unknown[]) {
      const path = nameOfHandle.call(this);
      if (path) {
        pass(`write ${path}`);
        if (isLast(`half of a write ${path}`)) {
          const bytes = Buffer.from(values[0] as string);
          await real.call(this, bytes.subarray(0, bytes.length / 2));
          die();
        }
      }
      return real.apply(this, values);
    };
  }
}

async function watchFiles(): Promise<void> {
  const { open } = promises;
  const probe = await open(import.meta.filename);
  watchHandles(Object.getPrototypeOf(probe));
  await probe.close();
  watch(promises, changes(''));
  watch(fs, changes('Sync'));
  promises.open = async (path, flags, mode) => {
    const isWriting = typeof flags === 'string' && flags !== 'r';
    if (isWriting) pass(`open ${nameOf(path)}`);
    const file: FileHandle = await open(path, flags, mode);
    paths.set(file, nameOf(path));
    return file;
  };
}

const WRITE = /^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+(\w+)/i;
const databases = new WeakMap<object, DatabaseSync>();
const changed = new WeakMap<object, Set<string>>();

function watchDatabases(): void {
  const { prepare, exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function watched(sql) {
    const statement = prepare.call(this, sql);
    databases.set(statement, this);
    return statement;
  };
  DatabaseSync.prototype.exec = function watched(sql) {
    if (/^BEGIN/.test(sql)) changed.set(this, new Set());
    const tables = [...(changed.get(this) ?? [])];
    if (/^COMMIT/.test(sql) && tables.length > 0) pass(`commit ${tables.join('+')}`);
    return exec.call(this, sql);
  };
  const note = function (this: unknown): string {
    const [, table = ''] = WRITE.exec((this as StatementSync).sourceSQL) ?? [];
    const db = databases.get(this as object);
    if (table === '' || db === undefined) return '';
    if (!db.isTransaction) return `commit ${table}`;
    changed.get(db)?.add(table);
    return '';
  };
  watch(StatementSync.prototype, { run: note, get: note, all: note });
}

function watchChildren(): void {
  const { fork } = childProcess;
  const withPreload = (options: { execArgv?: readonly string[]; env?: object } = {}) => ({
    ...options,
    execArgv: [...(options.execArgv ?? []), ...preload],
    env: { ...(options.env ?? env), ...preloaded },
  });
  childProcess.fork = ((path: string, args: string[], options: object) => {
    const own = withPreload(options);
    return fork(path, args, { ...own, env: { ...own.env, [HAS_PARENT]: '1' } } as never);
  }) as typeof fork;
  workers.Worker = new Proxy(workers.Worker, {
    construct: (Real, [file, options]) => new Real(file, withPreload(options) as never),
  });
}

function watchAnswers(): void {
  watch(http.ServerResponse.prototype, {
    end(this: unknown) {
      const { method, url = '' } = (this as http.ServerResponse).req;
      return method === 'POST' ? `answer ${url.split('/').slice(0, 4).join('/')}` : 'answer GET';
    },
  });
}

const { now } = Date;
if (aheadMs > 0) Date.now = () => now() + aheadMs;
await watchFiles();
watchDatabases();
watchChildren();
watchAnswers();
syncBuiltinESMExports();
