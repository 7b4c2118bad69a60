/**
 * `npm run test:hostile -- [--quick] [--examples N] [--seeds A,B]`: hostile files, and schemathesis over the OpenAPI document,
 * against a started service: no 5xx but 503 `busy` with Retry-After, no hang, memory bounded, nothing hidden is served.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Answer, type Client, createClient } from '../test/support/client.ts';
import { CANARY, makeHostileFiles } from '../test/support/hostile/make-files.ts';
import { drawJpeg } from '../test/support/pictures/draw.ts';
import { type StartedService, startService } from '../test/support/start-service.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MAX_ANSWER_MS = 15_000;
const MAX_MEMORY_BYTES = 2 * 1024 ** 3;
const SCHEMATHESIS = 'schemathesis==4.*';
const VIEWS = ['.jpg', '.png?rotate=90', '.webp?width=50', '.gif?width=20'];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    examples: { type: 'string', default: '3000' },
    seeds: { type: 'string', default: '1,2' },
  },
});
const examples = values.quick ? 50 : Number(values.examples);
const seeds = values.seeds.split(',').map(Number);
let passed = 0;
let failed = 0;

function judge(what: string, faults: readonly string[]): void {
  if (faults.length === 0) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED ${what}: ${faults.join('; ')}`);
  }
}

function findFaults(what: string, answer: Answer, ms: number): string[] {
  const isBusy =
    answer.status === 503 && answer.json?.code === 'busy' && answer.headers.has('retry-after');
  return [
    ...(answer.status >= 500 && !isBusy ? [`${what} answered ${answer.status}`] : []),
    ...(ms > MAX_ANSWER_MS ? [`${what} took ${Math.round(ms)} ms`] : []),
    ...(answer.bytes.includes(CANARY) ? [`${what} served what was hidden`] : []),
  ];
}

async function timed(
  what: string,
  call: () => Promise<Answer>,
): Promise<{ answer: Answer; faults: string[] }> {
  const start = performance.now();
  const answer = await call();
  return { answer, faults: findFaults(what, answer, performance.now() - start) };
}

async function tryFile(client: Client, bytes: Buffer, contentType: string) {
  const { answer, faults } = await timed('upload', () => client.upload(bytes, contentType));
  if (answer.status !== 200) return { isAccepted: false, faults };
  const { temporaryImageUrl } = answer.json;
  const saved = await timed('save', () =>
    client.call('save-temporary-image', { temporaryImageUrl }),
  );
  faults.push(...saved.faults);
  const { imageId } = saved.answer.json;
  for (const path of ['', ...VIEWS].map((view) =>
    view ? `/res/${imageId}${view}` : saved.answer.json.imageUrl,
  )) {
    faults.push(...(await timed(path.replace(imageId, 'ID'), () => client.get(path))).faults);
  }
  return { isAccepted: true, faults };
}

/** Resident bytes of a process and all below it. */
function treeRss(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children.filter(Boolean).reduce((sum, child) => sum + treeRss(Number(child)), own);
  } catch {
    return 0; // it has ended
  }
}

function watchMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeRss(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

async function tryFiles(service: StartedService): Promise<void> {
  const client = createClient(service);
  const files = await makeHostileFiles(seeds[0] ?? 1, values.quick ? 150 : 2_000);
  let accepted = 0;
  let next = 0;
  const work = async () => {
    for (let at = next++; at < files.length; at = next++) {
      const { name, contentType, bytes } = files[at] as (typeof files)[number];
      const { isAccepted, faults } = await tryFile(client, bytes, contentType);
      if (isAccepted) accepted += 1;
      judge(name, faults);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  console.log(
    `${files.length} hostile files of seed ${seeds[0]}, ${accepted} of them accepted as pictures`,
  );
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number | null> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((done) => {
    child.once('exit', done);
    child.once('error', () => done(null));
  });
}

async function findSchemathesis(): Promise<string | undefined> {
  const home = join(ROOT, '.hostile');
  const command = join(home, 'bin', 'st');
  if (existsSync(command)) return command;
  if ((await run('python3', ['-m', 'venv', home])) !== 0) {
    console.log('schemathesis needs python3 with venv, which is missing here');
    return undefined;
  }
  const code = await run(join(home, 'bin', 'pip'), ['install', '-q', SCHEMATHESIS]);
  if (code === 0) return command;
  console.log('schemathesis could not be installed from PyPI');
  return undefined;
}

/** Gives the fuzzer what it can't guess: real ids and the upload key; and lets 503 busy pass. */
function hooksFor({ uploadKey }: StartedService, ids: readonly string[]): string {
  return `import random
import schemathesis

IDS = ${JSON.stringify(ids)}
REFERENCES = ("imageUrl", "imageId", "temporaryImageUrl")


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if path_parameters and "uploadKey" in path_parameters and random.random() < 0.9:
        path_parameters["uploadKey"] = ${JSON.stringify(uploadKey)}
    if path_parameters and "imageId" in path_parameters and random.random() < 0.7:
        path_parameters["imageId"] = random.choice(IDS)
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        for name in REFERENCES:
            if name in body and random.random() < 0.5:
                body[name] = random.choice(IDS)
    return body
`;
}

async function fuzz(service: StartedService, folder: string): Promise<void> {
  const command = await findSchemathesis();
  if (!command) {
    failed += 1;
    return;
  }
  const client = createClient(service);
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const { imageId, temporaryImageUrl } = await client.store(await drawJpeg(64, 48));
    ids.push(imageId, temporaryImageUrl.split('/').at(-1)?.split('.')[0] ?? '');
  }
  await writeFile(join(folder, 'imagewell_hooks.py'), hooksFor(service, ids));
  for (const seed of seeds) {
    console.log(`schemathesis, seed ${seed}, ${examples} examples an operation`);
    const args = ['run', 'docs/openapi.json', '--url', service.baseUrl, '--seed', String(seed)];
    const code = await run(
      command,
      [
        ...args,
        ...['--max-examples', String(examples), '--phases', 'examples,coverage,fuzzing'],
        ...['--checks', 'not_a_server_error', '--header', `X-API-Key: ${service.apiKey}`],
        ...['--suppress-health-check', 'all', '--request-timeout', '20', '--workers', '2'],
      ],
      { SCHEMATHESIS_HOOKS: 'imagewell_hooks', PYTHONPATH: folder },
    );
    judge(`schemathesis with seed ${seed}`, code === 0 ? [] : [`it ended with ${code}`]);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'imagewell-hostile-'));
const service = await startService(join(folder, 'data'), '--plan', 'unlimited').catch(async () => {
  throw new Error('the service did not start');
});
const stopWatching = watchMemory(service.child.pid ?? 0);
await tryFiles(service);
await fuzz(service, folder);
const peak = stopWatching();
console.log(`memory of all processes together, at most: ${Math.round(peak / 1024 ** 2)} MiB`);
judge('memory', peak > MAX_MEMORY_BYTES ? [`${peak} bytes`] : []);
judge('the service lives', service.child.exitCode === null ? [] : ['it has ended']);
const answered = (service.output().match(/^\d{3} /gm) ?? []).length;
const serverErrors = service.output().match(/^5(?!03)\d\d .*/gm) ?? [];
console.log(`${answered} requests answered`);
judge('no request was answered 5xx', serverErrors.slice(0, 10));
await service.stop();
const left = readdirSync(join(folder, 'data', 'objects', '.incoming')).length;
judge('nothing is left half written', left > 0 ? [`${left} files`] : []);
await rm(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
