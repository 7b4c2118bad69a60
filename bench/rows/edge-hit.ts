import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../measure/get.ts';
import { repeatGet } from '../measure/hit-load.ts';
import { type Contender, interleave } from '../measure/interleave.ts';
import { median, ratioOf } from '../measure/statistics.ts';
import { BENCH_FOLDER } from '../originals/originals.ts';
import { WORKS } from '../originals/works.ts';
import { findNginx, startNginx } from '../peers/nginx.ts';
import { findWrk, runWrk } from '../peers/wrk.ts';
import type { Setting } from '../setting/setting.ts';
import { pick } from './contenders.ts';
import { type Measured, row, type Seen } from './row.ts';
import { startFileServer } from './s3-client.ts';

const CONNECTIONS = 32;
/** Three times Node from memory, in the CPU that nginx needed beside it: 3 x 12.6 over 6.1 µs. */
const MOST_OF_NGINX = 6.2;
/** Of one connection, for the time at the median. */
const IN_SEQUENCE = 1_000;
const MICROSECONDS = 1_000;
const SECOND_MS = 1_000;

/** A server of the hit: its process, and the address. */
interface Server {
  readonly pid: number;
  readonly url: string;
}

const NO_WRK: Seen = { reason: 'wrk is not installed' };
const NO_NGINX: Seen = { reason: 'nginx is not installed' };

/** The CPU of a request in each round, in microseconds, and the requests a second. */
async function loadByWrk<Name extends string>(
  wrk: string,
  { rounds, isQuick }: Pick<Setting, 'rounds' | 'isQuick'>,
  servers: Readonly<Record<Name, Server>>,
) {
  const load = { connections: CONNECTIONS, seconds: isQuick ? 1 : 5 };
  const contenders = Object.entries<Server>(servers).map(([name, { pid, url }]) => [
    name,
    // the number of requests stands in place of bytes
    { pid, work: () => runWrk(wrk, url, load) },
  ]);
  const costs = await interleave<Name>(
    Object.fromEntries(contenders) as Record<Name, Contender>,
    rounds,
  );
  const cpuOf = (who: Name) =>
    costs[who].map(({ cpuMs, bytes: requests }) => (cpuMs / requests) * MICROSECONDS);
  const rateOf = (who: Name) => {
    const seconds = pick(costs[who], 'wallMs').map((ms) => ms / SECOND_MS);
    return median(costs[who].map(({ bytes }, round) => bytes / (seconds[round] ?? 0)));
  };
  return { cpuOf, rateOf };
}

function overOther(ours: readonly number[], other: readonly number[]): Measured {
  const beside = { ours: median(ours), floor: median(other) };
  return { ...ratioOf(ours, other), unit: 'µs', beside };
}

async function timeAlone({ rounds }: Setting, ours: Server, node: Server): Promise<Measured> {
  const alone = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    alone.ours.push(median(await repeatGet(ours.url, IN_SEQUENCE, 1)));
    alone.floor.push(median(await repeatGet(node.url, IN_SEQUENCE, 1)));
  }
  const beside = { ours: median(alone.ours), floor: median(alone.floor) };
  return { seen: beside.ours, unit: 'ms', beside };
}

async function measureHit(setting: Setting, ours: Server, node: Server, file: string) {
  const p50 = await timeAlone(setting, ours, node);
  const wrk = findWrk();
  if (wrk === undefined) return { p50, cpu: NO_WRK, nginx: NO_WRK, rate: NO_WRK };
  const program = findNginx();
  const nginx = program === undefined ? undefined : await startNginx(program, file);
  try {
    const { cpuOf, rateOf } = await loadByWrk(wrk, setting, { ours, node, nginx: nginx ?? node });
    const rate = { ours: rateOf('ours'), floor: rateOf('node') };
    return {
      p50,
      cpu: overOther(cpuOf('ours'), cpuOf('node')),
      nginx: nginx ? overOther(cpuOf('ours'), cpuOf('nginx')) : NO_NGINX,
      rate: { seen: rate.ours, unit: '/s', beside: rate } as const,
    };
  } finally {
    nginx?.stop();
  }
}

export const EDGE_HIT = row({
  title: 'a hit at the edge, by wrk at 32 connections; the floor is the server that is named',
  goals: {
    p50: {
      what: 'time at the median of one connection; Node from memory',
      unit: 'ms',
      must: { atMost: 0.1 },
    },
    cpu: { what: 'CPU a request over Node from memory', unit: '', must: { atMost: 3 } },
    nginx: { what: 'CPU a request over nginx', unit: '', must: { atMost: MOST_OF_NGINX } },
    rate: { what: 'requests a second; Node from memory', unit: '/s', must: { atLeast: 18_000 } },
  },
  async measure(setting) {
    const service = await setting.service();
    const [rendition] = await service.take(WORKS.webp400, 1);
    const url = `${service.cdnUrl}/res/${rendition?.imageId}.webp?width=${rendition?.width}`;
    const file = join(BENCH_FOLDER, 'hit.webp');
    writeFileSync(file, (await get(url)).body);
    const server = await startFileServer(file);
    const node = { pid: server.pid, url: `${server.url}/memory` };
    try {
      return await measureHit(setting, { pid: service.pid, url }, node, file);
    } finally {
      server.stop();
    }
  },
});
