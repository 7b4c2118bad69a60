/**
 * `npm run test:truth -- [--corpus images|drawings] [--quick] [--write] [--only REGEX]
 * [--cache FOLDER]`: uploads test images of other projects, and compares each with all that is
 * delivered of it in headless Chromium. With `--corpus drawings` these are icons and logos.
 * `--write` writes test/truth/expected/differences.tsv, and after a full run docs/fidelity.md. The
 * corpora are fetched once, into the folder of `--cache` or of the variable TRUTH_CACHE.
 */
import { parseArgs } from 'node:util';
import { runDrawings } from './run-drawings.ts';
import { runTruth } from './run-truth.ts';

const RUNS = { images: runTruth, drawings: runDrawings };

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'images' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    cache: { type: 'string', default: process.env.TRUTH_CACHE ?? '.build/truth' },
  },
});

try {
  const options = {
    isQuick: values.quick,
    writes: values.write,
    only: values.only === undefined ? undefined : new RegExp(values.only),
    cache: values.cache,
  };
  const run = Object.entries(RUNS).find(([name]) => name === values.corpus)?.[1];
  if (!run) throw new Error(`--corpus is one of ${Object.keys(RUNS).join(', ')}`);
  const { passed, failed, missing } = await run(options, (line) => console.log(line));
  if (missing > 0) console.log(`NOT RUN: ${missing} corpora, which no registry gave`);
  console.log(`${passed} passed, ${failed} failed, ${missing} skipped`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  console.log(`test:truth: ${(error as Error).message}`);
  process.exitCode = 1;
}
