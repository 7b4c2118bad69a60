/**
 * `node bench/auto-quality/fit.ts`: fits the model to all references of the ladder, and writes
 * quality-model.ts.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fitModel } from './fit-model.ts';
import { readRows } from './rows.ts';

const MODEL = 'adapters/sharp/quality/quality-model.ts';

const rows = await readRows();
const images = new Set(rows.map(({ image }) => image)).size;
const model = JSON.stringify(fitModel(rows), null, 2);
writeFileSync(
  MODEL,
  `// written by \`node bench/auto-quality/fit.ts\` from ${rows.length} references of ${images} images; do not edit
import type { QualityModel } from './predict-quality.ts';

/** The prediction of the quality for an even score (docs/decisions/0073). */
export const QUALITY_MODEL: QualityModel = ${model};
`,
);
execFileSync('biome', ['check', '--write', MODEL], { stdio: 'inherit' });
console.log(`${rows.length} references of ${images} images`);
