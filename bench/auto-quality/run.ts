/** `npm run bench -- auto-quality`: runs each program of this folder in its order. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const options = { stdio: 'inherit' } as const;
const run = (...args: string[]) => execFileSync(process.execPath, args, options);
const here = (file: string) => join(import.meta.dirname, file);

execFileSync('sh', ['bench/encoders/collect.sh', 'bench/auto-quality/images.tsv'], options);
execFileSync('sh', ['bench/encoders/collect.sh'], options);
run('bench/encoders/prepare.ts');
run(here('prepare.ts'));
for (const width of ['400', '1000', '700', '256']) run(here('ladder.ts'), width);
run(here('fit.ts'));
run(here('test-model.ts'));
