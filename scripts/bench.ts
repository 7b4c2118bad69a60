/**
 * `npm run bench [-- NAME] [options]`: a benchmark. Without a name it is `rows`, the table of
 * docs/performance.md; each program's first comment has its options.
 */
import { join } from 'node:path';
import { runChosen } from './run-chosen.ts';

process.chdir(join(import.meta.dirname, '..')); // a run may be started in any folder

if (process.argv[2] === undefined || process.argv[2].startsWith('-')) {
  process.argv.splice(2, 0, 'rows');
}
await runChosen('bench', {
  rows: () => import('../bench/bench.ts'),
  walk: () => import('../bench/uploads/walk-cpu.ts'),
  svg: () => import('../bench/uploads/svg-cost.ts'),
  list: () => import('../bench/gallery/bench-list.ts'),
  settings: () => import('../bench/settings/settings.ts'),
});
