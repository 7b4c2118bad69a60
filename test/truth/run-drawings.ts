import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTally, type Tally } from '../support/hostile/tally.ts';
import { DRAWINGS } from './corpora/drawings.ts';
import { fetchCorpora } from './corpora/fetch-corpora.ts';
import { GENERATORS } from './corpora/generators.ts';
import { type Drawing, sampleDrawings } from './corpora/sample-drawings.ts';
import { faultsOf, readLines, refreshLines, writeLines } from './expected/differences.ts';
import {
  type DrawingOutcome,
  describeDrawings,
  MOST_REFUSED,
  refusalsOf,
  replaceDrawings,
} from './expected/drawing-figures.ts';
import type { Outcome } from './oracle/check-image.ts';
import { openOracles } from './oracle/open-oracle.ts';
import { createProgress } from './progress.ts';
import { checkImages, openOutcomes, type TruthOptions, type TruthResult } from './run-truth.ts';

const LINES = join(import.meta.dirname, 'expected/drawings.tsv');
const FIGURES = join(import.meta.dirname, '../../docs/fidelity.md');

type Print = (line: string) => void;

async function listDrawings({ cache, isQuick, only }: TruthOptions, print: Print) {
  const { files, missing } = await fetchCorpora(DRAWINGS, cache);
  for (const { corpus, reason } of missing) print(`NOT RUN: ${corpus}: ${reason}`);
  const drawings = await sampleDrawings(files, isQuick);
  return {
    drawings: drawings.filter(({ name }) => only?.test(name) ?? true),
    missing: missing.length,
  };
}

/** The faults of the sample as a whole: an editor without drawings, and too many refusals. */
function checkSample(outcomes: readonly DrawingOutcome[], tally: Tally, print: Print): void {
  const known = new Set(outcomes.map(({ generator }) => generator));
  const absent = Object.keys(GENERATORS).filter((name) => !known.has(name as 'Figma'));
  tally.record(
    'editors',
    absent.map((name) => `no drawing of ${name}`),
  );
  const { shown, refused } = refusalsOf(outcomes);
  print(`${shown} drawings are shown by Chromium, ${refused.length} of them are refused`);
  const isFew = refused.length <= MOST_REFUSED * shown;
  tally.record('refusals', isFew ? [] : [`more than ${MOST_REFUSED} of ${shown} are refused`]);
}

function withGenerators(outcomes: readonly Outcome[], drawings: readonly Drawing[]) {
  const generators = new Map(drawings.map(({ name, generator }) => [name, generator]));
  return outcomes.map((outcome) => {
    return { ...outcome, generator: generators.get(outcome.name) ?? 'other' };
  });
}

/** Uploads a fixed sample of icons and logos, and compares each as stored with its original. */
export async function runDrawings(options: TruthOptions, print: Print): Promise<TruthResult> {
  const { drawings, missing } = await listDrawings(options, print);
  print(`${drawings.length} drawings`);
  const lines = readLines(readFileSync(LINES, 'utf8'));
  const tally = createTally(print);
  const browser = await openOracles(options.pages);
  try {
    const subjects = drawings.map((drawing) => {
      return { ...drawing, type: 'image/svg+xml', isStoredOnly: true };
    });
    // their own record: they are compared as stored alone
    const recorded = openOutcomes(options, `${browser.version}, drawings`);
    const progress = createProgress(drawings.length, print);
    const report = (outcome: Outcome) => {
      progress(outcome);
      const faults = options.writes ? outcome.serverErrors : faultsOf(outcome, lines);
      tally.record(outcome.name, faults);
    };
    const checked = await checkImages(browser, subjects, recorded, report);
    const outcomes = withGenerators(checked, drawings);
    const isFull = !options.isQuick && options.only === undefined && missing === 0;
    if (isFull) checkSample(outcomes, tally, print);
    if (options.writes) {
      const fresh = refreshLines(lines, outcomes);
      writeFileSync(LINES, writeLines(fresh));
      const section = describeDrawings(outcomes, fresh, browser.version);
      const isAnswered = outcomes.every(({ serverErrors }) => serverErrors.length === 0);
      if (isFull && isAnswered)
        writeFileSync(FIGURES, replaceDrawings(readFileSync(FIGURES, 'utf8'), section));
    }
    return { passed: tally.passed(), failed: tally.failed(), missing };
  } finally {
    await browser.close();
  }
}
