import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ran, run } from '../../support/service/python-tools.ts';
import type { Corpus } from './corpora.ts';

/** Asks the registry of a corpus, by its ordinary client, for a file into the folder. */
type Download = (corpus: Corpus, folder: string) => Promise<Ran>;

const fromPyPI: Download = (corpus, folder) => {
  const what = `${corpus.package}==${corpus.version}`;
  const how = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-binary=:all:'];
  return run('python3', ['-m', 'pip', 'download', ...how, '--dest', folder, what], {});
};

/** Cargo keeps the files of a package's dependencies in its home. */
const fromCratesIo: Download = async (corpus, folder) => {
  const name = `name = "corpus"\nversion = "0.0.0"\nedition = "2021"`;
  const what = `${corpus.package} = { version = "=${corpus.version}", default-features = false }`;
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/lib.rs'), '');
  await writeFile(join(folder, 'Cargo.toml'), `[package]\n${name}\n\n[dependencies]\n${what}\n`);
  const env = { ...process.env, CARGO_HOME: join(folder, 'home') };
  return run('cargo', ['fetch', '--quiet'], { cwd: folder, env });
};

const fromNpm: Download = (corpus, folder) =>
  run('npm', ['pack', '--silent', `${corpus.package}@${corpus.version}`], { cwd: folder });

/** The address of Debian's archive that this machine is set to. */
async function archiveOf(): Promise<string | undefined> {
  const { output } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)'], {});
  return output.split('\n').find((line) => /\/debian\/?$/.test(line));
}

/** In a folder of lists of its own: this machine's lists have no sources, and stay as they are. */
const fromDebian: Download = async (corpus, folder) => {
  const archive = await archiveOf();
  if (archive === undefined) return { code: 1, output: 'apt-get has no archive of Debian' };
  const lists = join(folder, 'lists');
  const list = join(folder, 'sources.list');
  for (const one of [lists, join(folder, 'cache/archives/partial')]) {
    await mkdir(join(one, 'partial'), { recursive: true });
  }
  const key = '[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]';
  await writeFile(list, `deb-src ${key} ${archive} ${corpus.release} main\n`);
  const places = {
    'Dir::Etc::SourceList': list,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': lists,
    'Dir::Cache': join(folder, 'cache'),
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(places).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const updated = await run('apt-get', [...options, '-qq', 'update'], { cwd: folder });
  if (updated.code !== 0) return updated;
  const what = ['source', '--tar-only', '--download-only', '-qq', corpus.package];
  return run('apt-get', [...options, ...what], { cwd: folder });
};

/** How each registry is asked. */
export const DOWNLOADS: Readonly<Record<Corpus['registry'], Download>> = {
  PyPI: fromPyPI,
  'crates.io': fromCratesIo,
  Debian: fromDebian,
  npm: fromNpm,
};
