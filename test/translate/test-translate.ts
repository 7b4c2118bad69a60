/**
 * `node test/translate/test-translate.ts [--write]`: starts thumbor from PyPI, makes images by its
 * addresses, and compares their pixels with those of the translated addresses. `--write` writes the
 * figures that docs/guides/addresses.md shows.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Compared, compareOne, drawSources, sourcesOf } from './compare-pixels.ts';
import { PIXEL_CASES } from './pixel-cases.ts';
import { startThumbor } from './run-thumbor.ts';

const FIGURES = 'scripts/translate/thumbor-figures.json';
const FOLDER = resolve('.build/thumbor/files');

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

await drawSources(FOLDER);
const thumbor = await startThumbor(resolve('.build/thumbor'), FOLDER);
let failed = 0;
const figures: { readonly parts: string; readonly mean: number }[] = [];
try {
  for (const one of PIXEL_CASES) {
    const all: Compared[] = [];
    for (const source of sourcesOf(one)) all.push(await compareOne(thumbor, FOLDER, one, source));
    const wrong = all.filter(({ sizes, mean }) => sizes !== undefined || !(mean <= one.most));
    const mean = Math.max(...all.map((each) => each.mean));
    figures.push({ parts: one.parts, mean: Math.round(mean * 100) / 100 });
    console.log(`${wrong.length > 0 ? 'FAILED' : 'same'} ${mean.toFixed(2)} ${one.parts}`);
    for (const { source, sizes, mean: of } of wrong) console.log(`  ${source} ${sizes ?? of}`);
    failed += wrong.length > 0 ? 1 : 0;
  }
} finally {
  thumbor.stop();
}
if (values.write) await writeFile(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
console.log(`${PIXEL_CASES.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
