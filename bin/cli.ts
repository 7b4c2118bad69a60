/** The command line of a clone; bin/imagewell.js finds a Node that can read it. */
import { resolve } from 'node:path';
import { runHere } from '../admin/run-here.ts';
import manifest from '../package.json' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '..');

await runHere({
  version: manifest.version,
  openProgram: async (log) => {
    const { checkoutProgram } = await import('../local/program/checkout-program.ts');
    return checkoutProgram(ROOT, log);
  },
});
