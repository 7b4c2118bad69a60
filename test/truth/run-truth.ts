import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTally, type Tally } from '../support/hostile/tally.ts';
import { makeDataFolder, startService } from '../support/service/start-service.ts';
import { linesPath, OPENERS } from './browsers.ts';
import { CORPORA, type Corpus } from './corpora/corpora.ts';
import { fetchCorpora } from './corpora/fetch-corpora.ts';
import { sampleOf } from './corpora/sample.ts';
import {
  type BrowserName,
  faultsOf,
  type Line,
  readLines,
  refreshLines,
  writeLines,
} from './expected/differences.ts';
import { keepDrawings, withoutDrawings } from './expected/drawing-figures.ts';
import { describeFidelity, intakeOf, MIN_SHARE } from './expected/figures.ts';
import { describeFirefox, splitFigures } from './expected/firefox-figures.ts';
import { checkImage, type Outcome, type Subject } from './oracle/check-image.ts';
import { typeOfImage } from './oracle/image-type.ts';
import type { Oracle, Oracles } from './oracle/open-oracle.ts';
import { digestState, type OutcomeRecord, openRecord } from './oracle/outcome-record.ts';
import { connectService, type TestedService } from './oracle/save-image.ts';
import { createProgress } from './progress.ts';

/** The choice of a run's images, and the files that it writes. */
export interface TruthOptions {
  readonly browser: BrowserName;
  /** A fixed sample, in place of all images. */
  readonly isQuick: boolean;
  /** Writes the differences that it finds, and after a full run docs/fidelity.md. */
  readonly writes: boolean;
  /** Images whose names match; undefined for all. */
  readonly only: RegExp | undefined;
  /** The corpora of the run, `cases` among them; undefined for all. */
  readonly corpora: readonly string[] | undefined;
  /** Takes the outcomes that a run of the same state has recorded already. */
  readonly resumes: boolean;
  /** Takes recorded outcomes alone, and counts the other images as not reached. */
  readonly isRecorded: boolean;
  /** Images that are checked at a time. */
  readonly pages: number;
  /** The folder of fetched corpora, and of the recorded outcomes. */
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
const CASES = join(import.meta.dirname, 'cases');
const FIGURES = join(import.meta.dirname, '../../docs/fidelity.md');

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

const OWN = 'cases';
const isChosen = ({ corpora }: TruthOptions, name: string) => corpora?.includes(name) ?? true;

function corporaOf(options: TruthOptions): Readonly<Record<string, Corpus>> {
  const names = Object.keys(CORPORA);
  const unknown = options.corpora?.find((name) => name !== OWN && !Object.hasOwn(CORPORA, name));
  if (unknown !== undefined) {
    throw new Error(`no corpus ${unknown}: drawings, phones, ${OWN}, ${names.join(', ')}`);
  }
  const rows = Object.entries<Corpus>(CORPORA).filter(([name]) => isChosen(options, name));
  return Object.fromEntries(options.isQuick ? rows.filter(([, { isQuick }]) => isQuick) : rows);
}

async function listImages(options: TruthOptions, print: Print) {
  const { isQuick, only, cache } = options;
  const { files, missing } = await fetchCorpora(corporaOf(options), cache);
  for (const { corpus, reason } of missing) print(`NOT RUN: ${corpus}: ${reason}`);
  const images: Image[] = [];
  for (const { corpus, name, path } of files) {
    images.push(...(await describeImage(corpus, name, path)));
  }
  const chosen = isQuick ? sampleOf(images, SAMPLE) : images;
  const all = [...(isChosen(options, OWN) ? await listCases() : []), ...chosen];
  return { images: all.filter(({ name }) => only?.test(name) ?? true), missing: missing.length };
}

/** An image on disk, and how much of it is compared. */
type CheckedImage = Pick<Image, 'name' | 'path' | 'type'> & Pick<Subject, 'isStoredOnly'>;

/** Checks the images, one at a time in each page; the outcomes are in the order of names. */
async function checkAll(
  images: readonly CheckedImage[],
  pages: readonly Oracle[],
  service: TestedService,
  recorded: OutcomeRecord,
  report: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const left = images.values();
  const work = async (page: Oracle) => {
    for (const { path, ...image } of left) {
      const bytes = await readFile(path);
      const known = recorded.find(image.name, bytes);
      const outcome = known ?? (await checkImage(page, service, { ...image, bytes }));
      if (!known) recorded.add(outcome, bytes);
      report(outcome);
      outcomes.push(outcome);
    }
  };
  await Promise.all(pages.map(work));
  return outcomes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function checkIntake(outcomes: readonly Outcome[], tally: Tally, print: Print): void {
  const { shown, cameIn } = intakeOf(outcomes);
  print(`${shown} images within the bounds are shown whole by the browser, ${cameIn} came in`);
  const isEnough = cameIn >= MIN_SHARE * shown;
  tally.record('intake', isEnough ? [] : [`less than ${MIN_SHARE} of ${shown} came in`]);
}

/** This state's outcomes in the cache. They are removed, unless the run takes earlier ones. */
export function openOutcomes(
  { cache, resumes, isRecorded }: TruthOptions,
  browser: string,
): OutcomeRecord {
  const folder = join(cache, 'outcomes');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${digestState(browser)}.jsonl`);
  if (!resumes && !isRecorded) rmSync(path, { force: true });
  return openRecord(path);
}

/** The outcomes that earlier runs of this state have recorded. */
async function listRecorded(images: readonly Image[], recorded: OutcomeRecord) {
  const outcomes: Outcome[] = [];
  for (const { name, path } of images) {
    const known = recorded.find(name, await readFile(path));
    if (known) outcomes.push(known);
  }
  return outcomes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Checks the images that no earlier run of this state has recorded, by its own service. */
export async function checkImages(
  { pages }: Oracles,
  images: readonly CheckedImage[],
  recorded: OutcomeRecord,
  report: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const folder = await makeDataFolder();
  const service = await startService(folder.path, '--plan', 'unlimited');
  try {
    return await checkAll(images, pages, connectService(service), recorded, report);
  } finally {
    await service.stop();
    await folder.remove();
  }
}

/** Writes the browser's part of docs/fidelity.md, and keeps the other's. */
function writeFigures(
  browser: BrowserName,
  outcomes: readonly Outcome[],
  lines: readonly Line[],
  { version, unreached }: { readonly version: string; readonly unreached: number },
): void {
  const before = readFileSync(FIGURES, 'utf8');
  const [chromium, firefox] = splitFigures(withoutDrawings(before));
  const others = readLines(readFileSync(linesPath('chromium'), 'utf8'));
  const parts = {
    chromium: () => describeFidelity(outcomes, lines, version, unreached) + firefox,
    firefox: () => chromium + describeFirefox(outcomes, lines, others, version),
  } as const satisfies Readonly<Record<BrowserName, () => string>>;
  writeFileSync(FIGURES, keepDrawings(parts[browser](), before));
}

/** Starts a service and a browser, and compares each image that came in with its original. */
export async function runTruth(options: TruthOptions, print: Print): Promise<TruthResult> {
  const { images, missing } = await listImages(options, print);
  print(`${images.length} images`);
  const linesFile = linesPath(options.browser);
  const lines = readLines(readFileSync(linesFile, 'utf8'));
  const tally = createTally(print);
  const browser = await OPENERS[options.browser](options.pages);
  try {
    const recorded = openOutcomes(options, browser.version);
    const progress = createProgress(images.length, print);
    const report = (outcome: Outcome) => {
      progress(outcome);
      if (outcome.skipped) print(`not compared: ${outcome.name}: ${outcome.skipped}`);
      if (options.writes) tally.record(outcome.name, outcome.serverErrors);
      else tally.record(outcome.name, faultsOf(outcome, lines));
    };
    const outcomes = options.isRecorded
      ? await listRecorded(images, recorded)
      : await checkImages(browser, images, recorded, report);
    if (options.isRecorded) for (const outcome of outcomes) report(outcome);
    const unreached = images.length - outcomes.length;
    if (unreached > 0) print(`${unreached} images were not reached`);
    const isPart = options.only !== undefined || options.corpora !== undefined;
    const isFull = !options.isQuick && !isPart && missing === 0;
    if (isFull && options.browser === 'chromium') checkIntake(outcomes, tally, print);
    if (options.writes) {
      const fresh = refreshLines(lines, outcomes);
      writeFileSync(linesFile, writeLines(fresh));
      const facts = { version: browser.version, unreached };
      if (isFull) writeFigures(options.browser, outcomes, fresh, facts);
    }
    return { passed: tally.passed(), failed: tally.failed(), missing };
  } finally {
    await browser.close();
  }
}
