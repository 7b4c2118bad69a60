/**
 * `npm run test:upgrade -- [--from REF] [--only data|stack|cloud]`: an upgrade from an earlier
 * version, and the way back. The earlier code fills a data folder, the present code serves it and
 * writes to it, and the earlier code is started on it again. Then both stacks are synthesized and
 * compared. Last, the earlier stack is deployed to the emulated cloud (ministack, needs Python
 * 3.11), updated to the present one, and updated back.
 * REF is the last tag, or the commit of test/support/upgrade/first-commit.txt before the first one.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { makeDataFolder } from '../test/support/service/start-service.ts';
import { checkOut, type Start, startFrom } from '../test/support/upgrade/checked-out-service.ts';
import {
  findUpgradeFaults,
  statefulResources,
  type Template,
} from '../test/support/upgrade/compare-templates.ts';
import { type Outputs, openDeployedStack } from '../test/support/upgrade/deployed-stack.ts';
import { deleteImage, readContents, saveImage } from '../test/support/upgrade/service-contents.ts';

const ROOT = resolve(import.meta.dirname, '..');
const WORK_DIR = join(ROOT, '.build/upgrade');
const IMAGES = 12;
/** Of the deployed stack, where each call takes longer. */
const DEPLOYED_IMAGES = 3;

let passed = 0;
let failed = 0;

function check(what: string, holds: boolean, detail = ''): void {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? 'ok' : 'FAILED'}: ${what}${detail === '' ? '' : ` (${detail})`}`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}

/** Undefined: a shallow clone lacks the commit before the first tag. */
function commitToUpgradeFrom(ref: string | undefined): string | undefined {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD').split(
    '\n',
  );
  const first = readFileSync(join(ROOT, 'test/support/upgrade/first-commit.txt'), 'utf8').trim();
  const named = ref ?? (tag || first);
  try {
    return git('rev-parse', '--verify', '--quiet', `${named}^{commit}`);
  } catch {
    if (ref !== undefined) throw new Error(`${ref} is no commit of this clone`);
    return undefined;
  }
}

function schemaOf(dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, 'imagewell.db'), { readOnly: true });
  try {
    return Number(db.prepare('PRAGMA user_version').get()?.user_version);
  } finally {
    db.close();
  }
}

function credentialsOf({ credentials, printed }: Start) {
  if (credentials === undefined) throw new Error(`the service didn't start: ${printed}`);
  return credentials;
}

async function goBack(oldDir: string, dataDir: string, isSameSchema: boolean): Promise<void> {
  const back = await startFrom(oldDir, dataDir);
  try {
    if (isSameSchema) {
      const credentials = credentialsOf(back);
      const images = await readContents(credentials);
      await saveImage(credentials, IMAGES + 1);
      const count = (await readContents(credentials)).length;
      check('back: the earlier version serves and writes', count === images.length + 1);
      return;
    }
    const printed = back.printed.trim().split('\n');
    const isRefusal = /was written by a newer (version of )?imagewell/.test(back.printed);
    check(
      'back: the earlier version refuses the newer data folder',
      back.credentials === undefined,
    );
    check(
      'back: it ends with an error, in one sentence',
      isRefusal && back.exitCode !== 0,
      printed.at(-1),
    );
  } finally {
    if (back.credentials) await back.stop();
  }
}

/** Saves images in the earlier version, deletes the first and sets a setting; their IDs. */
async function fillFolder(
  oldDir: string,
  dataDir: string,
  credentials: ReturnType<typeof credentialsOf>,
) {
  const ids: string[] = [];
  for (let at = 0; at < IMAGES; at += 1) ids.push(await saveImage(credentials, at));
  await deleteImage(credentials, ids[0] ?? '');
  const set = ['set', 'allowedWidths=90', '--data', dataDir];
  execFileSync('npm', ['run', '--silent', 'project', '--', ...set], { cwd: oldDir, stdio: 'pipe' });
  return ids;
}

async function testDataFolder(oldDir: string): Promise<void> {
  const folder = await makeDataFolder();
  const dataDir = join(folder.path, 'data');
  try {
    const old = await startFrom(oldDir, dataDir);
    const oldCredentials = credentialsOf(old);
    const ids = await fillFolder(oldDir, dataDir, oldCredentials);
    const before = await readContents(oldCredentials);
    await old.stop();
    check('the earlier version filled a data folder', before.length === IMAGES - 1);
    const oldSchema = schemaOf(dataDir);

    const now = await startFrom(ROOT, dataDir);
    const credentials = credentialsOf(now);
    const { projectId, apiKey, uploadKey } = credentials;
    const known = { projectId, apiKey, uploadKey };
    const { projectId: oldProject, apiKey: oldKey, uploadKey: oldUpload } = oldCredentials;
    const was = { projectId: oldProject, apiKey: oldKey, uploadKey: oldUpload };
    check('the present version has its keys', isDeepStrictEqual(known, was));
    const after = await readContents(credentials);
    check(
      'every image: record, list, checksums of original and rendition',
      isDeepStrictEqual(after, before),
    );
    const other = await fetch(`${credentials.cdnUrl}${String(before[0]?.pathname)}?width=91`);
    check('the settings of the project apply', other.status === 400);
    await saveImage(credentials, IMAGES);
    await deleteImage(credentials, ids[1] ?? '');
    check('it writes', (await readContents(credentials)).length === before.length);
    await now.stop();
    const schema = schemaOf(dataDir);
    console.log(
      `schema ${oldSchema} to ${schema}; start ${old.readyMs} ms, after the upgrade ${now.readyMs} ms`,
    );

    await goBack(oldDir, dataDir, oldSchema === schema);
    const again = await startFrom(ROOT, dataDir);
    const left = (await readContents(credentialsOf(again))).length;
    check('the present version serves the folder afterwards', left >= before.length);
    await again.stop();
  } finally {
    await folder.remove();
  }
}

function synthesize(codeDir: string, name: string): Template {
  const output = join(WORK_DIR, `${name}.cdk.out`);
  rmSync(output, { recursive: true, force: true });
  for (const dist of ['layers/sharp/dist', 'layers/decoders/dist']) {
    // its bytes don't matter to a comparison of templates
    if (!existsSync(join(codeDir, dist)))
      cpSync(join(ROOT, dist), join(codeDir, dist), { recursive: true });
  }
  const cdk = join(codeDir, 'node_modules/.bin/cdk');
  execFileSync(cdk, ['synth', '--quiet', '--output', output], { cwd: codeDir, stdio: 'inherit' });
  const [path] = globSync(join(output, '*.template.json'));
  if (path === undefined) throw new Error(`${codeDir} has no template`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

function testStack(oldDir: string): void {
  execFileSync(process.execPath, ['scripts/build-layer.ts'], { cwd: ROOT, stdio: 'inherit' });
  const old = synthesize(oldDir, 'old');
  const now = synthesize(ROOT, 'now');
  const [forth, back] = [findUpgradeFaults(old, now), findUpgradeFaults(now, old)];
  const count = `${statefulResources(old).length} resources with data`;
  check(
    'the stack: none is removed or replaced, every key stays',
    forth.length === 0,
    forth.join('; ') || count,
  );
  if (back.length > 0) console.log(`the way back would lose: ${back.join('; ')}`);
}

/** The differences between an update here and one of CloudFormation. */
const NOT_SHOWN =
  'not shown by the emulator: rollbacks, the limit of one index an update, the filling of new indexes, requests during an update, and the time that CloudFront takes';

/** Names of resources with data: another name is another, empty resource. */
const dataNames = (outputs: Outputs) =>
  Object.entries(outputs).filter(([name]) => /Table$|Bucket$/.test(name));

async function testDeployedStack(oldDir: string): Promise<void> {
  const stack = await openDeployedStack(ROOT, WORK_DIR);
  try {
    await Promise.all([stack.synthesize(oldDir), stack.synthesize(ROOT)]);
    const old = await stack.deploy(oldDir);
    await stack.serve(old);
    const credentials = await stack.bootstrap(oldDir, old);
    for (let at = 0; at < DEPLOYED_IMAGES; at += 1) await saveImage(credentials, at);
    const before = await readContents(credentials);
    check('the earlier stack is deployed and has images', before.length === DEPLOYED_IMAGES);
    for (const [name, codeDir] of [
      ['forth', ROOT],
      ['back', oldDir],
    ] as const) {
      const was = await readContents(credentials);
      const outputs = await stack.deploy(codeDir);
      const kept = new Map(dataNames(outputs));
      check(
        `${name}: no table and no bucket is replaced`,
        dataNames(old).every(([output, value]) => kept.get(output) === value),
      );
      check(
        `${name}: every image: record, list, checksums of original and rendition`,
        isDeepStrictEqual(await readContents(credentials), was),
      );
      await saveImage(credentials, was.length);
      const now = await readContents(credentials);
      check(`${name}: the keys work, and it writes`, now.length === was.length + 1);
    }
    console.log(NOT_SHOWN);
  } finally {
    await stack.stop();
  }
}

const PARTS = { data: testDataFolder, stack: testStack, cloud: testDeployedStack };

const { values } = parseArgs({ options: { from: { type: 'string' }, only: { type: 'string' } } });
try {
  if (values.only !== undefined && !(values.only in PARTS)) {
    throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}`);
  }
  const commit = commitToUpgradeFrom(values.from);
  if (commit === undefined) {
    console.log('skipped: this clone lacks the earlier version; git fetch --unshallow brings it');
  } else {
    console.log(`from ${git('log', '-1', '--format=%h of %cs', commit)}`);
    mkdirSync(WORK_DIR, { recursive: true });
    const oldDir = checkOut(commit, WORK_DIR);
    for (const [name, runPart] of Object.entries(PARTS)) {
      if (values.only !== undefined && values.only !== name) continue;
      const begun = performance.now();
      await runPart(oldDir);
      console.log(`${name}: ${Math.round((performance.now() - begun) / 1000)} s`);
    }
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  }
} catch (error) {
  console.error(`test:upgrade: ${(error as Error).message}`);
  process.exitCode = 1;
}
