/** `npm start`: the same as `npx imagewell start`. */
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// half of the time to start
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/imagewell'));
process.argv.splice(2, 0, 'start');
await import('./cli.ts');
