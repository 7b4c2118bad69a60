/**
 * `npm run bench`: the CPU of a new rendition through the image engine, and through the started
 * service over HTTP. Beside it runs sharp alone with the same settings, in interleaved rounds, and
 * the medians of the ratios are printed. Only ratios of one run mean anything.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSharpEngine } from '../adapters/sharp/image-engine.ts';
import type { Format } from '../core/transform/formats.ts';
import { parseQuery } from '../core/transform/query.ts';
import { isTransformationFault, resolveTransformation } from '../core/transform/transformation.ts';
import { createClient } from '../test/support/http/client.ts';
import { startService } from '../test/support/service/start-service.ts';
import { drawPhotograph } from './draw-photograph.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const WIDTH = 4000;
const HEIGHT = 3000;

interface Work {
  readonly name: string;
  readonly format: Format;
  readonly query: string;
  /** The same by sharp alone, the same settings written out. */
  readonly alone: (image: Buffer) => Promise<Buffer>;
}

const decode = { failOn: 'warning', sequentialRead: true, pages: 1 } as const;
const resized = (image: Buffer, width: number, height: number, fit: 'fill' | 'cover') =>
  sharp(image, decode).autoOrient().resize(width, height, { fit, fastShrinkOnLoad: false });

const WORKS: readonly Work[] = [
  {
    name: '12 MP -> 400 jpeg',
    format: 'jpg',
    query: 'width=400',
    alone: (image) =>
      resized(image, 400, 300, 'fill')
        .jpeg({
          quality: 76,
          progressive: true,
          quantisationTable: 3,
          overshootDeringing: true,
        })
        .toBuffer(),
  },
  {
    name: '12 MP -> 400 webp',
    format: 'webp',
    query: 'width=400',
    alone: (image) =>
      resized(image, 400, 300, 'fill')
        .webp({ quality: 79, effort: 4, smartSubsample: true })
        .toBuffer(),
  },
  {
    name: '12 MP -> 1200x800 cover webp',
    format: 'webp',
    query: 'width=1200&height=800',
    alone: (image) =>
      resized(image, 1200, 800, 'cover')
        .webp({ quality: 79, effort: 4, smartSubsample: true })
        .toBuffer(),
  },
  {
    name: '12 MP -> 800 avif',
    format: 'avif',
    query: 'width=800',
    alone: (image) => resized(image, 800, 600, 'fill').avif({ quality: 60, effort: 1 }).toBuffer(),
  },
];

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const range = (values: readonly number[]) =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * CPU milliseconds that a process tree has used, from the kernel's ticks of 10 ms; ended children
 * included.
 */
function treeCpuMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ').map(Number);
  const own = [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0) * 10;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.filter(Boolean).reduce((sum, child) => sum + treeCpuMs(Number(child)), own);
}

async function benchEngine(image: Buffer): Promise<void> {
  const engine = await createSharpEngine();
  const original = {
    format: 'jpg',
    width: WIDTH,
    height: HEIGHT,
    frames: 1,
    hasAlpha: false,
  } as const;
  for (const { name, format, query, alone } of WORKS) {
    const requested = resolveTransformation(
      original,
      format,
      parseQuery([...new URLSearchParams(query)]).parameters,
    );
    if (isTransformationFault(requested)) throw new Error(requested.detail);
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await cpuOf(() => engine.render(image, requested));
      const floor = await cpuOf(() => alone(image));
      if (round > 0) ratios.push(ours / floor);
    }
    const [ours, floor] = [await engine.render(image, requested), await alone(image)];
    console.log(
      `${name.padEnd(30)} ${range(ratios).padEnd(24)} ${(ours.length / floor.length).toFixed(3)}`,
    );
  }
}

async function benchService(image: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-bench-'));
  const service = await startService(folder, '--plan', 'unlimited');
  const client = createClient(service);
  const { imageId } = await client.store(image.length > 4_500_000 ? await shrink(image) : image);
  const stored = Buffer.from((await client.get(`/res/${imageId}.jpg`)).bytes);
  const pid = service.child.pid ?? 0;
  const ratios = { cpu: [] as number[], wall: [] as number[] };
  const perRound = 20; // the kernel's ticks are 10 ms
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [cpuStart, wallStart] = [treeCpuMs(pid), performance.now()];
    for (let at = 0; at < perRound; at += 1) {
      const width = 400 + round * perRound + at;
      const { status } = await client.get(`/res/${imageId}.webp?width=${width}`);
      if (status !== 200) throw new Error(`${status}`);
    }
    const [ourCpu, ourWall] = [treeCpuMs(pid) - cpuStart, performance.now() - wallStart];
    const floorWallStart = performance.now();
    const floorCpu = await cpuOf(async () => {
      for (let at = 0; at < perRound; at += 1) {
        const width = 400 + round * perRound + at;
        const webp = { quality: 79, effort: 4, smartSubsample: true };
        await resized(stored, width, Math.round((width * HEIGHT) / WIDTH), 'fill')
          .webp(webp)
          .toBuffer();
      }
    });
    if (round === 0) continue;
    ratios.cpu.push(ourCpu / floorCpu);
    ratios.wall.push(ourWall / (performance.now() - floorWallStart));
  }
  console.log(
    `new .webp?width=400… over HTTP   cpu ${range(ratios.cpu)}   wall ${range(ratios.wall)}`,
  );
  const hits: number[] = [];
  for (let at = 0; at < 500; at += 1) {
    const start = performance.now();
    await client.get(`/res/${imageId}.webp?width=401`);
    hits.push(performance.now() - start);
  }
  console.log(`a rendition that the edge has, median ${median(hits).toFixed(2)} ms`);
  await service.stop();
  await rm(folder, { recursive: true });
}

const shrink = (image: Buffer) => sharp(image).jpeg({ quality: 75 }).toBuffer();

sharp.cache(false);
const image = await drawPhotograph(WIDTH, HEIGHT);
console.log(
  `an image of 12 MP, ${image.length} bytes as JPEG; ${ROUNDS} interleaved rounds; one process, sharp's own threads`,
);
console.log(`${'work'.padEnd(30)} ${'CPU over sharp alone'.padEnd(24)} bytes`);
await benchEngine(image);
await benchService(image);
