import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../service/python-tools.ts';

/** LocalStack's own code on this machine, without Docker. */
export interface InstalledLocalstack {
  /** The Python of its virtual environment. */
  readonly python: string;
  /** Its files below `/` in a container. */
  readonly rootDir: string;
  /** DynamoDB Local and its libraries. */
  readonly jarsDir: string;
  readonly cacheDir: string;
}

/** The newest that runs on Python 3.11, without an account; docs/decisions/0031. */
const LOCALSTACK = 'localstack-core[runtime]==4.13.1';
/** Its dependencies have no upper bounds: packages newer than its own release break it. */
const EXCLUDE_NEWER = '2026-02-28';
const UV = 'uv==0.13.9';
const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const POM = join(import.meta.dirname, 'host/pom.xml');

/** Before Python 3.13 `Lock` is no class, and its annotation fails where it is evaluated. */
const ANNOTATION = 'install_lock: Lock | None';
const QUOTED = 'install_lock: "Lock | None"';

async function versionOf(command: string, args: readonly string[], pattern: RegExp) {
  const { code, output } = await run(command, args, {});
  const [, major = '', minor = '0'] = (code === 0 && pattern.exec(output)) || [];
  return major === '' ? undefined : { major: Number(major), minor: Number(minor) };
}

/** The missing program, as a sentence; undefined if all are there. */
export async function findMissing(): Promise<string | undefined> {
  const python = await versionOf('python3', ['--version'], /Python (\d+)\.(\d+)/);
  if (python?.major !== 3 || python.minor < 11) return 'Python 3.11 or later is missing';
  const java = await versionOf('java', ['-version'], /version "(\d+)\.?(\d*)/);
  if (!java || java.major < 17) return 'Java 17 or later is missing';
  const maven = await versionOf('mvn', ['--version'], /Apache Maven (\d+)\.(\d+)/);
  return maven ? undefined : 'Maven is missing';
}

async function runOrFail(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { code, output } = await run(command, args, { env: { ...process.env, ...env } });
  if (code === 0) return;
  const last = output.trim().split('\n').slice(-8).join('\n');
  throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${last}`);
}

async function mendAnnotation(venv: string): Promise<void> {
  const [version = ''] = await readdir(join(venv, 'lib'));
  const path = join(venv, 'lib', version, 'site-packages/localstack/packages/api.py');
  const code = await readFile(path, 'utf8');
  if (code.split(ANNOTATION).length !== 2) throw new Error(`${path} isn't as it was known`);
  await writeFile(path, code.replace(ANNOTATION, QUOTED));
}

async function installPython(venv: string): Promise<string> {
  const python = join(venv, 'bin/python');
  await runOrFail('python3', ['-m', 'venv', venv]);
  await runOrFail(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', UV]);
  const uv = join(venv, 'bin/uv');
  // copied: a file that is mended would be mended in uv's own cache too, for everybody
  const only = ['--exclude-newer', EXCLUDE_NEWER, '--link-mode', 'copy'];
  await runOrFail(uv, ['pip', 'install', '--quiet', '--python', python, ...only, LOCALSTACK]);
  await mendAnnotation(venv);
  return python;
}

/** To a folder of ours, so that no machine's own repository is written to. */
async function installDynamodb(workDir: string, jarsDir: string): Promise<void> {
  const to = [`-DoutputDirectory=${jarsDir}`, '-DincludeScope=runtime'];
  const from = ['-f', POM, `-Dmaven.repo.local=${join(workDir, 'maven')}`];
  await runOrFail('mvn', ['-q', '-B', ...from, `${DEPENDENCY_PLUGIN}:copy-dependencies`, ...to]);
  // its native library is looked for without the version in its name
  const libraries = (await readdir(jarsDir)).filter((name) => /^libsqlite4java-.*\.so$/.test(name));
  for (const name of libraries) {
    await rename(join(jarsDir, name), join(jarsDir, name.replace(/-[\d.]+\.so$/, '.so')));
  }
}

/**
 * LocalStack keeps the stream of a table in a substitute for Kinesis, which its own installer
 * takes from npm.
 */
const INSTALL_KINESIS =
  'from localstack.services.kinesis.packages import kinesismock_package as p; p.install()';

/**
 * Everything below `workDir`, on the first use and whenever a version here has changed; throws
 * saying what failed.
 */
export async function installLocalstack(workDir: string): Promise<InstalledLocalstack> {
  const venv = join(workDir, 'venv');
  const installed = {
    python: join(venv, 'bin/python'),
    rootDir: join(workDir, 'root'),
    jarsDir: join(workDir, 'jars'),
    cacheDir: join(workDir, 'cache'),
  };
  const marker = join(workDir, 'installed');
  const own = await Promise.all([import.meta.filename, POM].map((path) => readFile(path)));
  const wanted = createHash('sha256').update(Buffer.concat(own)).digest('hex');
  if ((await readFile(marker, 'utf8').catch(() => '')) === wanted) return installed;
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  await installPython(venv);
  await installDynamodb(workDir, installed.jarsDir);
  const folders = { FILESYSTEM_ROOT: installed.rootDir, XDG_CACHE_HOME: installed.cacheDir };
  const env = { ...folders, OVERRIDE_IN_DOCKER: '0' };
  await runOrFail(installed.python, ['-c', INSTALL_KINESIS], env);
  await writeFile(marker, wanted);
  return installed;
}
