/**
 * `npm run pack -- python`: the Python client of the OpenAPI document: its wheel and its source
 * distribution in `.build/packages`. Needs Python 3.11 and, the first time, the network.
 */
import { constants } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { buildOpenApi } from '../../core/api/openapi.ts';
import { installPythonTools, run } from '../../test/support/service/python-tools.ts';
import { PACKAGES, stagedFolder } from '../packages/pack-staged.ts';
import {
  adaptDocument,
  describeTransformation,
  generatorSettings,
} from '../python-client/adapt-document.ts';
import { describeFileTypes } from '../python-client/describe-file-types.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'packages/python');
const STAGED = stagedFolder('python');
const WORK_DIR = join(ROOT, '.build/python');

async function runTool(programs: string, name: string, args: readonly string[]): Promise<string> {
  const path = [programs, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, SOURCE_DATE_EPOCH: '1577836800' };
  const { code, output } = await run(join(programs, name), args, { cwd: STAGED, env });
  if (code !== 0) throw new Error(`${name} ended with ${code}\n${output}`);
  return output;
}

async function generate(programs: string): Promise<void> {
  const document = buildOpenApi();
  const path = join(WORK_DIR, 'openapi.json');
  const settings = join(WORK_DIR, 'generator.json');
  await writeFile(path, JSON.stringify(adaptDocument(document)));
  await writeFile(settings, JSON.stringify(generatorSettings(document)));
  const package_ = join(STAGED, 'src/imagewell_client');
  const how = ['generate', '--meta', 'none', '--fail-on-warning', '--path', path];
  await runTool(programs, 'openapi-python-client', [
    ...how,
    '--config',
    settings,
    '--output-path',
    package_,
  ]);
  await writeFile(join(package_, 'transformation.py'), describeTransformation(document));
  await writeFile(join(package_, 'type_table.py'), describeFileTypes());
  const written = join(SOURCE, 'src/imagewell_client');
  for (const file of await readdir(written)) {
    // a generated file of this name would be lost
    await copyFile(join(written, file), join(package_, file), constants.COPYFILE_EXCL);
  }
  await runTool(programs, 'ruff', ['format', '--quiet', package_]);
}

const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
try {
  await rm(STAGED, { recursive: true, force: true });
  await mkdir(join(STAGED, 'src'), { recursive: true });
  await mkdir(WORK_DIR, { recursive: true });
  const programs = await installPythonTools(WORK_DIR, join(SOURCE, 'tools.txt'));
  await generate(programs);
  await writeFile(join(STAGED, 'src/imagewell_client/version.py'), `__version__ = "${version}"\n`);
  for (const file of ['pyproject.toml', 'README.md'])
    await cp(join(SOURCE, file), join(STAGED, file));
  await cp(join(ROOT, 'LICENSE'), join(STAGED, 'LICENSE'));
  await runTool(programs, 'python', ['-m', 'build', '--no-isolation', '--outdir', PACKAGES]);
  const files = [
    `imagewell_client-${version}-py3-none-any.whl`,
    `imagewell_client-${version}.tar.gz`,
  ].map((name) => join(PACKAGES, name));
  await runTool(programs, 'twine', ['check', '--strict', ...files]);
  for (const file of files) console.log(file);
} catch (error) {
  console.error(`pack python: ${(error as Error).message}`);
  process.exitCode = 1;
}
