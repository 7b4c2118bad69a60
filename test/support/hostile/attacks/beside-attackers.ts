/**
 * Honest requests beside eight attackers of each costly kind, each kind in turn and all together
 * (security.places-apart): by hand, because it tells seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, createClient } from '../../http/client.ts';
import { noise } from '../../images/noise.ts';
import { makeDataFolder, type StartedService, startService } from '../../service/start-service.ts';
import { isBusy } from '../check-answer.ts';
import { checkLog } from '../check-log.ts';
import { checkDeaths, checkMemory } from '../check-processes.ts';
import { createTally, type Tally } from '../tally.ts';
import { watchMemory } from '../watch-memory.ts';
import {
  type Attacker,
  type CostlyKind,
  GROUP_OF_KIND,
  makeAttackers,
} from './costly-attackers.ts';
import { cpuSeconds } from './cpu-seconds.ts';

const ATTACKERS = 8;
const ROUNDS = 4;
const HONEST_MS = 3_000;
const POLL_MS = 50;

type Print = (line: string) => void;

/** The attackers at work, and their answers by name and status. */
interface Attack {
  readonly statuses: ReadonlyMap<string, Map<string, number>>;
  /** The attackers that have had an answer. */
  readonly answered: ReadonlySet<object>;
  /** Ends when the last of them has its last answer. */
  stop(): Promise<void>;
}

function statusOf(answer: Answer): string {
  const { status, json } = answer;
  if (status < 400) return `${status}`;
  const lacksRetry = status === 503 && !isBusy(answer) ? ' without Retry-After' : '';
  return `${status} ${json?.code ?? ''}`.trim() + lacksRetry;
}

async function attackOnce({ call }: Attacker): Promise<string> {
  try {
    return statusOf(await call());
  } catch (error) {
    return `no answer: ${(error as Error).message}`;
  }
}

/** Eight attackers, over the requests of one kind in turn. */
function startAttack(attackers: Readonly<Record<string, Attacker>>): Attack {
  const named = Object.entries(attackers);
  const statuses = new Map(named.map(([name]) => [name, new Map<string, number>()]));
  const answered = new Set<object>();
  let isOver = false;
  const running = Array.from({ length: ATTACKERS }, async (_, at) => {
    const [name, attacker] = named[at % named.length] ?? [];
    if (!name || !attacker) throw new Error('a kind without an attacker');
    const own = {};
    while (!isOver) {
      const status = await attackOnce(attacker);
      const counts = statuses.get(name);
      counts?.set(status, (counts.get(status) ?? 0) + 1);
      answered.add(own);
    }
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(running);
  };
  return { statuses, answered, stop };
}

async function isHostBusy(client: Client, group: string): Promise<boolean> {
  const lines = (await client.get('/metrics')).bytes.toString().split('\n');
  const line = lines.find((one) => one.includes(`"${group}"`) && one.includes('"busy"'));
  return Number(line?.split(' ').at(-1) ?? 0) > 0;
}

/** Until the kind has a host at work, or each of its attackers an answer. */
async function untilAtWork(client: Client, kind: CostlyKind, attack: Attack): Promise<void> {
  const group = GROUP_OF_KIND[kind];
  while (attack.answered.size < ATTACKERS) {
    if (group && (await isHostBusy(client, group))) return;
    await sleep(POLL_MS);
  }
}

async function timed(call: () => Promise<Answer>) {
  const startedAt = performance.now();
  const { status } = await call();
  return { status, ms: Math.round(performance.now() - startedAt) };
}

/** An upload, and a rendition that is cold, as no width is asked for twice. */
function makeHonest(client: Client, upload: Uint8Array, imageUrl: string) {
  let width = 100;
  return async () => [
    await timed(() => client.upload(upload)),
    await timed(() => client.get(`${imageUrl.replace('.jpg', '.webp')}?width=${width++}`)),
  ];
}

function checkStatuses(
  attackers: Readonly<Record<string, Attacker>>,
  { statuses }: Attack,
  { tally, print }: Books,
): void {
  for (const [name, counts] of statuses) {
    const { due = [] } = attackers[name] ?? {};
    const seen = [...counts].map(([status, count]) => `${count} x ${status}`);
    print(`  ${name}: ${seen.join(', ')}`);
    const others = [...counts.keys()].filter((status) => !due.includes(status));
    tally.record(
      `the answers to ${name}`,
      others.map((status) => `${status}, not ${due.join(', ')}`),
    );
  }
}

interface Books {
  readonly tally: Tally;
  readonly print: Print;
}

interface Target {
  readonly client: Client;
  readonly service: StartedService;
  readonly beHonest: ReturnType<typeof makeHonest>;
  readonly attackers: Awaited<ReturnType<typeof makeAttackers>>;
}

/** Honest requests beside these kinds. */
async function runBeside(
  kinds: readonly CostlyKind[],
  { client, service, beHonest, attackers }: Target,
  books: Books,
): Promise<void> {
  const attacks = kinds.map((kind) => [kind, startAttack(attackers[kind])] as const);
  await Promise.all(attacks.map(([kind, attack]) => untilAtWork(client, kind, attack)));
  const pid = service.child.pid ?? 0;
  const before = [performance.now(), cpuSeconds(pid)] as const;
  const results: Awaited<ReturnType<typeof timed>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) results.push(...(await beHonest()));
  const seconds = (performance.now() - before[0]) / 1000;
  const share = (cpuSeconds(pid) - before[1]) / seconds;
  await Promise.all(attacks.map(([, attack]) => attack.stop()));
  const name = kinds.length > 1 ? 'all kinds' : kinds.join();
  const times = results.map(({ status, ms }) => `${status} ${ms} ms`).join(', ');
  books.print(
    `beside ${name}, upload and cold rendition: ${times}; ${share.toFixed(2)} processors`,
  );
  const late = results.filter(({ status, ms }) => status !== 200 || ms >= HONEST_MS);
  books.tally.record(
    `honest requests beside ${name}`,
    late.map(({ status, ms }) => `${status} after ${ms} ms, not 200 within ${HONEST_MS}`),
  );
  for (const [kind, attack] of attacks) checkStatuses(attackers[kind], attack, books);
}

/** Against a service that runs. */
async function attack(service: StartedService, books: Books): Promise<void> {
  const client = createClient(service);
  const attackers = await makeAttackers(client, service);
  const small = await client.store(await noise(640, 480).jpeg().toBuffer());
  const photo = await noise(1_600, 1_200).blur(3).jpeg().toBuffer();
  const beHonest = makeHonest(client, photo, small.imageUrl);
  const target = { client, service, beHonest, attackers };
  const kinds = Object.keys(GROUP_OF_KIND) as CostlyKind[];
  let step = 'the start';
  const readMemory = watchMemory(service.child.pid ?? 0, () => step);
  try {
    for (const some of [...kinds.map((kind) => [kind]), kinds]) {
      step = some.join(' and ');
      await runBeside(some, target, books);
    }
  } finally {
    checkMemory(readMemory(), books.tally, books.print);
    checkDeaths(service, books.tally);
    checkLog(service, books.tally, books.print);
  }
}

/**
 * Runs the attack. True where each honest request was answered 200 within three seconds, and each
 * attacker as documented. The memory of all processes must be within its bound, too.
 */
export async function attackBeside(print: Print): Promise<boolean> {
  const tally = createTally(print);
  const folder = await makeDataFolder();
  const service = await startService(folder.path, '--plan', 'unlimited');
  try {
    await attack(service, { tally, print });
  } finally {
    await service.stop();
    await folder.remove();
  }
  print(`${tally.passed()} passed, ${tally.failed()} failed`);
  return tally.failed() === 0;
}
