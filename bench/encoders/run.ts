/** `npm run bench -- encoders`: runs each program of this folder in its order. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAMS = ['prepare.ts', 'ladder.ts', 'compare.ts', 'fit-chroma.ts'];
const options = { stdio: 'inherit' } as const;

execFileSync('sh', [join(import.meta.dirname, 'collect.sh')], options);
for (const program of PROGRAMS) {
  execFileSync(process.execPath, [join(import.meta.dirname, program)], options);
}
