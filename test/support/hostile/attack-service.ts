import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import { createClient } from '../http/client.ts';
import { findCanaries } from '../images/canaries.ts';
import { pixelPipeline } from '../images/raw-pixels.ts';
import { installPythonTools } from '../service/python-tools.ts';
import { makeDataFolder, type StartedService, startService } from '../service/start-service.ts';
import { attackWithFiles, type FileAttack } from './attacks/attack-with-files.ts';
import { attackWithRequests } from './attacks/attack-with-requests.ts';
import { attackWithTexts } from './attacks/attack-with-texts.ts';
import { checkCorpora } from './check-corpora.ts';
import { checkLog } from './check-log.ts';
import { checkDeaths, checkMemory } from './check-processes.ts';
import { makeHostileFiles } from './make-files.ts';
import { makeSeeds } from './make-seeds.ts';
import { createTally, type Tally } from './tally.ts';
import { watchMemory } from './watch-memory.ts';
import { withoutPixels } from './without-pixels.ts';

export interface AttackOptions {
  readonly seeds: readonly number[];
  readonly mutants: number;
  /** Of each format that is converted. */
  readonly convertedMutants: number;
  /** Generated requests an operation and seed. */
  readonly examples: number;
  readonly hasFiles: boolean;
  readonly hasRequests: boolean;
  /** Ends the attack early: the service is stopped and its folder removed all the same. */
  readonly signal: AbortSignal;
}

type Print = (line: string) => void;

const WORK_DIR = resolve(import.meta.dirname, '../../../.hostile');
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

function printFiles(attack: FileAttack, print: Print): void {
  const { uploads, busyAnswers, slowestMs, slowest } = attack;
  const byStatus = [...uploads].sort().map(([status, count]) => `${count} x ${status}`);
  print(`uploads: ${byStatus.join(', ')}`);
  print(`busy answers: ${busyAnswers}; slowest: ${Math.round(slowestMs)} ms (${slowest})`);
}

async function keepLog(text: string, print: Print): Promise<void> {
  await mkdir(WORK_DIR, { recursive: true });
  const path = join(WORK_DIR, 'service.log');
  await writeFile(path, text);
  print(`the service's own log: ${path}`);
}

async function checkHealth(service: StartedService, tally: Tally): Promise<void> {
  const client = createClient(service);
  const jpg = await pixelPipeline().jpeg().toBuffer();
  const fault = await client.store(jpg).then(
    () => [],
    (error: Error) => [error.message],
  );
  tally.record('a good image afterwards', fault);
}

/** The check of mutants must see text outside of the pixels: each seed has some. */
async function checkSight(tally: Tally): Promise<void> {
  for (const { name, bytes } of await makeSeeds()) {
    const all = findCanaries(bytes);
    const seen = findCanaries(withoutPixels(Buffer.from(bytes)));
    const isBlind = all.length === 0 || seen.length < all.length;
    tally.record(`canaries of ${name}`, isBlind ? [`${seen} of ${all}`] : []);
  }
}

async function attackByFiles(
  service: StartedService,
  { seeds, mutants, convertedMutants, signal }: AttackOptions,
  { tally, print, inFlight }: { tally: Tally; print: Print; inFlight: Set<string> },
): Promise<void> {
  for (const [i, seed] of seeds.entries()) {
    const files = await makeHostileFiles(
      seed,
      Math.ceil(mutants / seeds.length),
      Math.ceil(convertedMutants / seeds.length),
    );
    const fresh = i === 0 ? files : files.filter(({ name }) => /^(mutant|noise)/.test(name));
    print(`${fresh.length} hostile files of seed ${seed}`);
    printFiles(
      await attackWithFiles(fresh, createClient(service), { tally, inFlight, signal }),
      print,
    );
  }
}

async function attack(
  service: StartedService,
  dataDir: string,
  options: AttackOptions,
  tally: Tally,
  print: Print,
): Promise<void> {
  const inFlight = new Set<string>();
  const readMemory = watchMemory(service.child.pid ?? 0, () => [...inFlight].join(' | '));
  try {
    if (options.hasRequests) {
      const schemathesis = join(await installPythonTools(WORK_DIR, REQUIREMENTS), 'st');
      const { seeds, examples, signal } = options;
      const accessToken = await issueToken(dataDir, 'person@example.com');
      const how = { schemathesis, workDir: WORK_DIR, seeds, examples, accessToken, signal };
      await attackWithRequests(service, how, tally, print);
      await attackWithTexts(createClient(service), tally, {
        seeds,
        texts: Math.ceil(examples / 2),
        signal,
      });
    }
    if (options.hasFiles) {
      await checkSight(tally);
      await attackByFiles(service, options, { tally, print, inFlight });
      const programs = await installPythonTools(WORK_DIR, REQUIREMENTS);
      await checkCorpora(WORK_DIR, programs, tally, print);
    }
  } finally {
    checkMemory(readMemory(), tally, print);
    checkDeaths(service, tally);
    checkLog(service, tally, print);
  }
  if (options.signal.aborted) throw new Error('ended early');
  await checkHealth(service, tally);
}

/** Starts a service on its own folder, attacks it, and answers what held. */
export async function attackService(options: AttackOptions, print: Print): Promise<Tally> {
  const tally = createTally(print);
  const folder = await makeDataFolder();
  try {
    const service = await startService(folder.path, '--plan', 'unlimited');
    try {
      await attack(service, folder.path, options, tally, print);
    } finally {
      await service.stop();
      await keepLog(service.output(), print);
    }
  } finally {
    await folder.remove();
  }
  return tally;
}
