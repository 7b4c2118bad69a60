import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTally, type Tally } from '../support/hostile/tally.ts';
import { type Client, createClient } from '../support/http/client.ts';
import { makeDataFolder, startService } from '../support/service/start-service.ts';
import { CORPORA, type Corpus } from './corpora/corpora.ts';
import { fetchCorpora } from './corpora/fetch-corpora.ts';
import { sampleOf } from './corpora/sample.ts';
import { faultsOf, readLines, refreshLines, writeLines } from './expected/differences.ts';
import { keepDrawings } from './expected/drawing-figures.ts';
import { describeFidelity, intakeOf, MIN_SHARE } from './expected/figures.ts';
import { checkImage, type Outcome, type Subject } from './oracle/check-image.ts';
import { typeOfImage } from './oracle/image-type.ts';
import { type Oracle, openOracles } from './oracle/open-oracle.ts';

/** The choice of a run's images, and the files that it writes. */
export interface TruthOptions {
  /** A fixed sample, in place of all images. */
  readonly isQuick: boolean;
  /** Writes the differences that it finds, and after a full run docs/fidelity.md. */
  readonly writes: boolean;
  /** Images whose names match; undefined for all. */
  readonly only: RegExp | undefined;
  /** The folder of fetched corpora. */
  readonly cache: string;
}

/** The counts of a run. */
export interface TruthResult {
  readonly passed: number;
  readonly failed: number;
  /** Corpora that no registry gave. */
  readonly missing: number;
}

interface Image {
  readonly name: string;
  readonly corpus: string;
  readonly path: string;
  readonly type: string;
  readonly size: number;
}

const SAMPLE = 120;
const PAGES = 2;
const CASES = join(import.meta.dirname, 'cases');
const LINES = join(import.meta.dirname, 'expected/differences.tsv');
const FIGURES = join(import.meta.dirname, '../../docs/fidelity.md');

/** Every outcome of the last run with its figures: a line of JSON each. */
const OUTCOMES = join(import.meta.dirname, '../../.build/truth-outcomes.jsonl');

type Print = (line: string) => void;

async function describeImage(corpus: string, name: string, path: string): Promise<Image[]> {
  const bytes = await readFile(path);
  const type = typeOfImage(bytes, path);
  return type === undefined ? [] : [{ corpus, name, path, type, size: bytes.length }];
}

async function listCases(): Promise<readonly Image[]> {
  const names = globSync('*', { cwd: CASES }).sort();
  const images = names.map((name) => describeImage('cases', `cases/${name}`, join(CASES, name)));
  return (await Promise.all(images)).flat();
}

function corporaOf(isQuick: boolean): Readonly<Record<string, Corpus>> {
  const rows = Object.entries<Corpus>(CORPORA);
  return Object.fromEntries(isQuick ? rows.filter(([, corpus]) => corpus.isQuick) : rows);
}

async function listImages({ isQuick, only, cache }: TruthOptions, print: Print) {
  const { files, missing } = await fetchCorpora(corporaOf(isQuick), cache);
  for (const { corpus, reason } of missing) print(`NOT RUN: ${corpus}: ${reason}`);
  const images: Image[] = [];
  for (const { corpus, name, path } of files) {
    images.push(...(await describeImage(corpus, name, path)));
  }
  const chosen = isQuick ? sampleOf(images, SAMPLE) : images;
  const all = [...(await listCases()), ...chosen];
  return { images: all.filter(({ name }) => only?.test(name) ?? true), missing: missing.length };
}

/** Checks the images, one at a time in each page; the outcomes are in the order of names. */
export async function checkAll(
  images: readonly (Pick<Image, 'name' | 'path' | 'type'> & Pick<Subject, 'isStoredOnly'>)[],
  pages: readonly Oracle[],
  client: Client,
  record: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const left = images.values();
  const work = async (page: Oracle) => {
    for (const { path, ...image } of left) {
      const outcome = await checkImage(page, client, { ...image, bytes: await readFile(path) });
      record(outcome);
      outcomes.push(outcome);
    }
  };
  await Promise.all(pages.map(work));
  return outcomes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function checkIntake(outcomes: readonly Outcome[], tally: Tally, print: Print): void {
  const { shown, cameIn } = intakeOf(outcomes);
  print(`${shown} bitmaps are shown whole by Chromium, ${cameIn} of them came in`);
  const isEnough = cameIn >= MIN_SHARE * shown;
  tally.record('intake', isEnough ? [] : [`less than ${MIN_SHARE} of ${shown} came in`]);
}

/** Starts a service and a browser, and compares each image that came in with its original. */
export async function runTruth(options: TruthOptions, print: Print): Promise<TruthResult> {
  const { images, missing } = await listImages(options, print);
  print(`${images.length} images`);
  const lines = readLines(readFileSync(LINES, 'utf8'));
  const tally = createTally(print);
  const folder = await makeDataFolder();
  const service = await startService(folder.path, '--plan', 'unlimited');
  const browser = await openOracles(PAGES);
  try {
    mkdirSync(dirname(OUTCOMES), { recursive: true });
    writeFileSync(OUTCOMES, '');
    const record = (outcome: Outcome) => {
      appendFileSync(OUTCOMES, `${JSON.stringify(outcome)}\n`);
      if (outcome.skipped) print(`not compared: ${outcome.name}: ${outcome.skipped}`);
      if (options.writes) tally.record(outcome.name, outcome.serverErrors);
      else tally.record(outcome.name, faultsOf(outcome, lines));
    };
    const outcomes = await checkAll(images, browser.pages, createClient(service), record);
    const isFull = !options.isQuick && options.only === undefined && missing === 0;
    if (isFull) checkIntake(outcomes, tally, print);
    if (options.writes) {
      const fresh = refreshLines(lines, outcomes);
      writeFileSync(LINES, writeLines(fresh));
      if (isFull) {
        const text = describeFidelity(outcomes, fresh, browser.version);
        writeFileSync(FIGURES, keepDrawings(text, readFileSync(FIGURES, 'utf8')));
      }
    }
    return { passed: tally.passed(), failed: tally.failed(), missing };
  } finally {
    await browser.close();
    await service.stop();
    await folder.remove();
  }
}
