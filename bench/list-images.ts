/**
 * `npm run bench:list [-- sqlite | dynamodb]`: the cost of list, get, update and delete in projects
 * of more and more images, over the two image stores. SQLite: time, durable writes included, sizes
 * interleaved; only ratios of one run mean anything. DynamoDB, on an emulator whose time means
 * nothing: requests and items, and their capacity units by DynamoDB's rules.
 */
import { join } from 'node:path';
import { startMinistack } from '../test/support/cloud/ministack.ts';
import { GALLERY_CALLS, type GalleryCall } from './gallery/calls.ts';
import { type DynamoGallery, openDynamoGallery } from './gallery/dynamo-gallery.ts';
import type { Gallery } from './gallery/gallery.ts';
import { openSqliteGallery } from './gallery/sqlite-gallery.ts';

const SQLITE_SIZES = [100, 10_000, 1_000_000];
const DYNAMODB_SIZES = [100, 1_000, 10_000];
const ROUNDS = 15;
const CALLS_PER_ROUND = 20;
const MICROSECONDS = 1_000;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Images all over a project, none twice within a round. */
function* somewhere(size: number): Generator<number> {
  for (let at = Math.floor(Math.random() * size); ; at += Math.floor(size * 0.382) || 1) {
    yield at % size;
  }
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(`${name.padEnd(24)}${cells.map((text) => text.padStart(22)).join('')}`);
}

/** Runs a call on some images, and undoes its changes. */
async function* run(gallery: Gallery, { name, body }: GalleryCall): AsyncGenerator<number> {
  const places = somewhere(gallery.size);
  for (let count = 0; count < CALLS_PER_ROUND; count += 1) {
    const nth = places.next().value;
    const sent = body(gallery, nth);
    const start = performance.now();
    await gallery.call(name, sent);
    yield (performance.now() - start) * MICROSECONDS;
    if (name === 'delete-image') await gallery.restore(nth);
  }
}

async function timeCalls(title: string, galleries: readonly Gallery[]): Promise<void> {
  console.log(
    `\n${title}: median of ${ROUNDS * CALLS_PER_ROUND} calls in µs, and over that of the smallest project`,
  );
  printRow(
    'images',
    galleries.map(({ size }) => size.toLocaleString('en')),
  );
  for (const [name, call] of Object.entries(GALLERY_CALLS)) {
    const times = galleries.map((): number[] => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, gallery] of galleries.entries()) {
        for await (const time of run(gallery, call)) {
          if (round > 0) times[at]?.push(time); // the first is to warm up
        }
      }
    }
    const medians = times.map(median);
    const [least = 1] = medians;
    printRow(
      name,
      medians.map((entry) => `${Math.round(entry)} (x ${(entry / least).toFixed(2)})`),
    );
  }
}

async function benchSqlite(): Promise<void> {
  const opened: Awaited<ReturnType<typeof openSqliteGallery>>[] = [];
  for (const size of SQLITE_SIZES) {
    const start = performance.now();
    opened.push(await openSqliteGallery(size));
    console.log(
      `filled with ${size} images in ${Math.round((performance.now() - start) / 1_000)} s`,
    );
  }
  await timeCalls(
    'SQLite, the local service over HTTP',
    opened.map(({ overHttp }) => overHttp),
  );
  await timeCalls(
    'SQLite, the use cases alone',
    opened.map(({ useCases }) => useCases),
  );
  for (const { overHttp } of opened) await overHttp.close();
}

/** Requests, items, and units of reading and of writing of one call, on the average. */
async function countCalls(gallery: DynamoGallery, call: GalleryCall): Promise<string> {
  const all: number[][] = [];
  gallery.takeAsked();
  for await (const _ of run(gallery, call)) {
    const { requests, items, readUnits, writeUnits } = gallery.takeAsked();
    all.push([requests, items, readUnits, writeUnits]);
  }
  const means = [0, 1, 2, 3].map((which) => mean(all.map((entry) => entry[which] ?? 0)));
  return means.map((value) => Number(value.toFixed(1))).join(' / ');
}

async function benchDynamo(): Promise<void> {
  const ministack = await startMinistack(join(import.meta.dirname, '..', '.cloud'));
  Object.assign(process.env, ministack.env);
  try {
    const galleries: DynamoGallery[] = [];
    for (const size of DYNAMODB_SIZES) galleries.push(await openDynamoGallery(size));
    console.log('\nDynamoDB: requests / items / units of reading / units of writing, a call');
    printRow(
      'images',
      DYNAMODB_SIZES.map((size) => size.toLocaleString('en')),
    );
    for (const [name, call] of Object.entries(GALLERY_CALLS)) {
      const counts: string[] = [];
      for (const gallery of galleries) counts.push(await countCalls(gallery, call));
      printRow(name, counts);
    }
    for (const gallery of galleries) await gallery.close();
  } finally {
    await ministack.stop();
  }
}

const [only] = process.argv.slice(2);
if (only !== 'dynamodb') await benchSqlite();
if (only !== 'sqlite') await benchDynamo();
