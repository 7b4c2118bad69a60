/**
 * `npm run bench -- svg`: the cost of hostile SVGs, each uploaded twice in a separate process. It
 * prints the CPU of the second upload, and the peak of the process's memory in it. It ends with 1
 * where one takes more than two seconds of CPU or 400 MB (security.linear-work). It does so too
 * where the answer is neither 200 nor 422. `-- --only WORDS` runs those whose names match, and
 * `-- --bytes 150000` makes smaller ones.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { acceptImage } from '../../core/use-cases/uploads/accept-image.ts';
import { SVG_ATTACKS } from '../../test/support/hostile/svg/svg-attacks.ts';
import { HEAVY_SVGS, REFUSED_SVGS, SVGS } from '../../test/support/images/svg/svg-samples.ts';

const MAX_CPU_MS = 2_000;
const MAX_BYTES = 400e6;
/** The last one is of a file that doesn't begin as an SVG does. */
const OUTCOMES = ['200', 'invalid_image', 'content_type_mismatch'];
/** For the compiler of WebAssembly, which works beside the first drawing of a kind in a process. */
const WARM_UP_MS = 1_000;

interface Cost {
  readonly outcome: string;
  readonly detail: string;
  readonly cpuMs: number;
  readonly ms: number;
  readonly peakBytes: number;
}

function peakBytes(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** Uploads a file in this process, and prints its cost. */
async function upload(path: string): Promise<Cost> {
  const engine = await createSharpEngine();
  const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
  const accept = async (bytes: Uint8Array) => {
    try {
      const sent = { bytes, contentType: 'image/svg+xml' };
      const { facts, bytes: stored } = await acceptImage(services, sent, LIMITS.maxUploadBytes);
      const size = `${(stored.length / 1e6).toFixed(2)} MB`;
      return { outcome: '200', detail: `${facts.width} x ${facts.height}, ${size}` };
    } catch (error) {
      if (!(error instanceof ServiceError)) return { outcome: 'thrown', detail: String(error) };
      return { outcome: error.code, detail: error.options.detail ?? '' };
    }
  };
  const bytes = readFileSync(path);
  for (const one of [SVGS.plain, bytes]) await accept(one);
  await sleep(WARM_UP_MS);
  writeFileSync('/proc/self/clear_refs', '5'); // the peak begins anew
  const [before, began] = [process.cpuUsage(), performance.now()];
  const outcome = await accept(bytes);
  const { user, system } = process.cpuUsage(before);
  const ms = performance.now() - began;
  return { ...outcome, cpuMs: (user + system) / 1_000, ms, peakBytes: peakBytes() };
}

async function measure(folder: string, bytes: Buffer): Promise<Cost> {
  const path = join(folder, 'upload.svg');
  writeFileSync(path, bytes);
  const args = [import.meta.filename, '--upload', path];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

async function measureAll(only: RegExp, size: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'svg-cost-'));
  let isWithin = true;
  try {
    const made = Object.entries(SVG_ATTACKS).map(
      ([name, make]) => [name, () => make(size)] as const,
    );
    const kept = Object.entries({ ...HEAVY_SVGS, ...SVGS }).map(
      ([name, bytes]) => [name, () => bytes] as const,
    );
    const refused = Object.entries(REFUSED_SVGS).map(
      ([name, [bytes]]) => [name, () => bytes] as const,
    );
    for (const [name, make] of [...made, ...kept, ...refused]) {
      if (!only.test(name)) continue;
      const bytes = make();
      const cost = await measure(folder, bytes);
      const isCheap = cost.cpuMs <= MAX_CPU_MS && cost.peakBytes <= MAX_BYTES;
      const isFine = isCheap && OUTCOMES.includes(cost.outcome);
      isWithin &&= isFine;
      const figures = [cost.cpuMs, cost.ms, cost.peakBytes / 1e6, bytes.length / 1e3];
      const [cpu, clock, memory, kilobytes] = figures.map((one) => one.toFixed(0).padStart(5));
      console.log(
        `${isFine ? ' ' : '!'} ${cpu} ms CPU ${clock} ms ${memory} MB  ${kilobytes} kB  ${name}: ${cost.outcome} ${cost.detail}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return isWithin;
}

const { values } = parseArgs({
  options: { upload: { type: 'string' }, only: { type: 'string' }, bytes: { type: 'string' } },
});
if (values.upload !== undefined) console.log(JSON.stringify(await upload(values.upload)));
else {
  const size = Number(values.bytes ?? LIMITS.maxUploadBytes - 10_000);
  process.exitCode = (await measureAll(new RegExp(values.only ?? '.'), size)) ? 0 : 1;
}
