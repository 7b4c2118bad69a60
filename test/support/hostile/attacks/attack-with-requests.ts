import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Credentials } from '../../../../local/data-folder/data-folder.ts';
import { run } from '../../service/python-tools.ts';
import { ANSWER_MS } from '../check-answer.ts';
import { makeSeeds } from '../make-seeds.ts';
import type { Tally } from '../tally.ts';

export interface RequestAttack {
  readonly schemathesis: string;
  readonly workDir: string;
  readonly seeds: readonly number[];
  readonly examples: number;
  /** A user's token, valid for as long as the attack lasts. */
  readonly accessToken: string;
  readonly signal: AbortSignal;
}

interface Report {
  readonly complete: boolean;
  readonly test_cases: { readonly generated: number; readonly unique_failures: number };
  readonly errors: readonly unknown[];
}

const OPENAPI_FILE = resolve(import.meta.dirname, '../../../../docs/openapi.json');
const HOOKS = join(import.meta.dirname, 'schemathesis_hooks.py');
const CHECKS = [
  'no_server_error', // ours: 503 that says when to come again is allowed (errors.busy)
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

async function writeSamples(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [i, { format, bytes }] of (await makeSeeds()).entries()) {
    await writeFile(join(folder, `${String(i).padStart(3, '0')}.${format}`), bytes);
  }
}

function argumentsOf(seed: number, phases: string, examples: number, url: string, report: string) {
  return [
    'run',
    OPENAPI_FILE,
    '--url',
    url,
    '--seed',
    String(seed),
    '--phases',
    phases,
    '--max-examples',
    String(examples),
    '--checks',
    CHECKS.join(','),
    '--continue-on-failure',
    '--request-timeout',
    String(ANSWER_MS / 1000),
    '--max-redirects',
    '0',
    '--suppress-health-check',
    'all',
    '--generation-database',
    'none',
    '--warnings',
    'off',
    '--no-color',
    '--report',
    'json',
    '--report-json-path',
    report,
  ];
}

function environmentOf(
  service: Credentials,
  accessToken: string,
  images: string,
): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUTF8: '1',
    NO_PROXY: '*',
    SCHEMATHESIS_HOOKS: HOOKS,
    HOSTILE_BASE_URL: service.baseUrl,
    HOSTILE_API_KEY: service.apiKey,
    HOSTILE_UPLOAD_KEY: service.uploadKey,
    HOSTILE_ACCESS_TOKEN: accessToken,
    HOSTILE_IMAGES: images,
  };
}

const lastLines = (text: string, count: number) => text.trim().split('\n').slice(-count).join('\n');

/** Lets schemathesis attack every operation of the described API, one run for each seed. */
export async function attackWithRequests(
  service: Credentials,
  { schemathesis, workDir, seeds, examples, accessToken, signal }: RequestAttack,
  tally: Tally,
  print: (line: string) => void,
): Promise<void> {
  const images = join(workDir, 'images');
  await writeSamples(images);
  for (const [i, seed] of seeds.entries()) {
    // the first two phases are the same for every seed
    const phases = i === 0 ? 'examples,coverage,fuzzing' : 'fuzzing';
    const path = join(workDir, `requests-${seed}.json`);
    await rm(path, { force: true });
    const args = argumentsOf(seed, phases, examples, service.baseUrl, path);
    const env = environmentOf(service, accessToken, images);
    const { code, output } = await run(schemathesis, args, { cwd: workDir, env, signal });
    if (signal.aborted) throw new Error('ended early');
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined)
      throw new Error(`schemathesis ended with ${code}\n${lastLines(output, 30)}`);
    const { complete, errors, test_cases: cases } = JSON.parse(text) as Report;
    const failed = cases.unique_failures + errors.length + (complete ? 0 : 1);
    tally.add(Math.max(0, cases.generated - failed), Math.max(failed, code === 0 ? 0 : 1));
    print(`seed ${seed}: ${cases.generated} generated requests (${phases}), ${failed} failures`);
    if (code !== 0) print(output.slice(Math.max(0, output.search(/=+ (ERRORS|FAILURES) =+/))));
  }
}
