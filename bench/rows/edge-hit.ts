import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../measure/get.ts';
import { type Contender, interleave } from '../measure/interleave.ts';
import { median, ratioOf, spreadOf } from '../measure/statistics.ts';
import { BENCH_FOLDER } from '../originals/originals.ts';
import { WORKS } from '../originals/works.ts';
import { findNginx, startNginx } from '../peers/nginx.ts';
import { findWrk, runWrk } from '../peers/wrk.ts';
import type { Setting } from '../setting/setting.ts';
import { type Measured, row, type Seen } from './row.ts';
import { startFileServer } from './s3-client.ts';

const CONNECTIONS = 32;
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
  const load = { connections: CONNECTIONS, seconds: isQuick ? 1 : 4 };
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
  const rateOf = (who: Name) =>
    spreadOf(costs[who].map(({ bytes, wallMs }) => (bytes * SECOND_MS) / wallMs));
  return { cpuOf, rateOf };
}

function overOther(ours: readonly number[], other: readonly number[]): Measured {
  const beside = { ours: median(ours), floor: median(other) };
  return { ...ratioOf(ours, other), unit: 'µs', beside };
}

async function measureHit(setting: Setting, ours: Server, node: Server, file: string) {
  const wrk = findWrk();
  if (wrk === undefined) return { cpu: NO_WRK, nginx: NO_WRK, rate: NO_WRK };
  const program = findNginx();
  const nginx = program === undefined ? undefined : await startNginx(program, file);
  try {
    const { cpuOf, rateOf } = await loadByWrk(wrk, setting, { ours, node, nginx: nginx ?? node });
    const rate: Measured = {
      ...rateOf('ours'),
      unit: '/s',
      beside: { ours: rateOf('ours').seen, floor: rateOf('node').seen },
    };
    return {
      cpu: overOther(cpuOf('ours'), cpuOf('node')),
      nginx: nginx ? overOther(cpuOf('ours'), cpuOf('nginx')) : NO_NGINX,
      rate,
    };
  } finally {
    nginx?.stop();
  }
}

export const EDGE_HIT = row({
  title: 'a hit at the edge, by wrk at 32 connections; the floor is the server that is named',
  goals: {
    cpu: { what: 'CPU a request over Node from memory', unit: '', must: { atMost: 3 } },
    nginx: { what: 'CPU a request over nginx', unit: '' },
    rate: { what: 'requests a second; Node from memory', unit: '/s' },
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
