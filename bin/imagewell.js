#!/usr/bin/env node
/**
 * `npx imagewell`: runs bin/cli.ts, by the Node of this package where the one at hand is too old to
 * read TypeScript.
 */
import { spawn } from 'node:child_process';
import * as module from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const READS_TYPESCRIPT = 24;
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

function runByOwnNode() {
  const args = [at('imagewell.js'), ...process.argv.slice(2)];
  const child = spawn(
    at(`../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`),
    args,
    { stdio: 'inherit' },
  );
  process.on('SIGINT', () => {}); // the terminal gives it to both: the command says how it ends
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('error', ({ message }) => {
    console.error(`imagewell needs the Node of its own package, by npm ci: ${message}`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0); // as a shell says it
  });
}

if (Number.parseInt(process.versions.node, 10) >= READS_TYPESCRIPT) {
  module.enableCompileCache(at('../node_modules/.cache/imagewell')); // a third of the time to start
  await import('./cli.ts');
} else {
  runByOwnNode();
}
