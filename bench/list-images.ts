/**
 * `npm run bench -- list [sqlite | dynamodb] [--images N] [--rounds N]`: the cost of list, get,
 * update and delete in projects of more and more images, over the two image stores. SQLite: time,
 * durable writes included, sizes interleaved; only ratios of one run mean anything. DynamoDB, on an
 * emulator whose time means nothing: requests and items, and their capacity units by DynamoDB's
 * rules. `--images` is the largest project of SQLite, a million without it.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMinistack } from '../test/support/cloud/ministack.ts';
import { GALLERY_CALLS, type GalleryCall } from './gallery/calls.ts';
import { type DynamoGallery, openDynamoGallery } from './gallery/dynamo-gallery.ts';
import type { Gallery } from './gallery/gallery.ts';
import { openSqliteGallery, type SqliteGallery } from './gallery/sqlite-gallery.ts';
import { CALLS_PER_ROUND, runCall, timeCalls } from './gallery/time-calls.ts';
import { mean } from './measure/statistics.ts';

const { values, positionals } = parseArgs({
  options: {
    images: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '15' },
  },
  allowPositionals: true,
});
const MAX_IMAGES = Number(values.images);
const ROUNDS = Number(values.rounds);
const SQLITE_SIZES = [100, 10_000, 1_000_000].filter((size) => size < MAX_IMAGES);
const DYNAMODB_SIZES = [100, 1_000, 10_000];

function printRow(name: string, cells: readonly string[]): void {
  console.log(`${name.padEnd(24)}${cells.map((text) => text.padStart(22)).join('')}`);
}

async function printTimes(title: string, galleries: readonly Gallery[]): Promise<void> {
  console.log(
    `\n${title}: median of ${ROUNDS * CALLS_PER_ROUND} calls in µs, and over that of the smallest project`,
  );
  printRow(
    'images',
    galleries.map(({ size }) => size.toLocaleString('en')),
  );
  for await (const { name, medians } of timeCalls(galleries, ROUNDS)) {
    const [least = 1] = medians;
    printRow(
      name,
      medians.map((entry) => `${Math.round(entry)} (x ${(entry / least).toFixed(2)})`),
    );
  }
}

async function benchSqlite(): Promise<void> {
  const opened: SqliteGallery[] = [];
  try {
    for (const size of [...SQLITE_SIZES, MAX_IMAGES]) {
      const start = performance.now();
      opened.push(await openSqliteGallery(size));
      console.log(
        `filled with ${size} images in ${Math.round((performance.now() - start) / 1_000)} s`,
      );
    }
    await printTimes(
      'SQLite, the local service over HTTP',
      opened.map(({ overHttp }) => overHttp),
    );
    await printTimes(
      'SQLite, the use cases alone',
      opened.map(({ useCases }) => useCases),
    );
  } finally {
    for (const { overHttp } of opened) await overHttp.close();
  }
}

/** Requests, items, and units of reading and of writing of one call, on the average. */
async function countCalls(gallery: DynamoGallery, call: GalleryCall): Promise<string> {
  const all: number[][] = [];
  gallery.takeAsked();
  for await (const _ of runCall(gallery, call)) {
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

const [only] = positionals;
if (only !== 'dynamodb') await benchSqlite();
if (only !== 'sqlite') await benchDynamo();
