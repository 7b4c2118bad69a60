/**
 * `npm run test:truth -- [--quick] [--write] [--corpus NAME]... [--only REGEX] [--resume]
 * [--recorded] [--pages COUNT] [--cache FOLDER] [--browser NAME]`: uploads test images of other
 * projects, and compares each with all that is delivered of it in headless Chromium, or in Firefox
 * by `--browser firefox`. With `--corpus drawings` these are icons and logos, and with `--corpus
 * phones` files of phones and cameras. `--resume` continues a stopped run of the same state, and
 * `--recorded` takes its outcomes alone. `--write` writes the file of differences in
 * test/truth/expected, and its part of docs/fidelity.md unless the images were chosen. The corpora
 * are fetched once, into the folder of `--cache` or of TRUTH_CACHE.
 */
import { parseArgs } from 'node:util';
import { browserNamed } from './browsers.ts';
import { runDrawings } from './run-drawings.ts';
import { runPhones } from './run-phones.ts';
import { runTruth } from './run-truth.ts';

/** The corpora that have a run of their own. */
const RUNS = new Map([
  ['drawings', runDrawings],
  ['phones', runPhones],
]);

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    corpus: { type: 'string', multiple: true },
    pages: { type: 'string', default: '2' },
    resume: { type: 'boolean', default: false },
    recorded: { type: 'boolean', default: false },
    browser: { type: 'string', default: 'chromium' },
    cache: { type: 'string', default: process.env.TRUTH_CACHE ?? '.build/truth' },
  },
});

try {
  const options = {
    browser: browserNamed(values.browser),
    isQuick: values.quick,
    writes: values.write,
    only: values.only === undefined ? undefined : new RegExp(values.only),
    corpora: values.corpus,
    resumes: values.resume,
    isRecorded: values.recorded,
    pages: Math.max(1, Number(values.pages) || 1),
    cache: values.cache,
  };
  const run = RUNS.get(values.corpus?.join() ?? '') ?? runTruth;
  const { passed, failed, missing } = await run(options, (line) => console.log(line));
  if (missing > 0) console.log(`NOT RUN: ${missing} corpora, which no registry gave`);
  console.log(`${passed} passed, ${failed} failed, ${missing} skipped`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  console.log(`test:truth: ${(error as Error).message}`);
  process.exitCode = 1;
}
