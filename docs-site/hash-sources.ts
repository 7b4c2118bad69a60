import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { listSources } from './stage.ts';

/** Beside the pages: the engine that draws figures, the code that pages show, the generator. */
const PATTERNS = [
  'adapters/{avif,heif,sharp,svg,wasm}/**/*.ts',
  'console/src/generated/parameters.ts',
  'console/src/state/route-names.ts',
  'console/styles/tokens.css',
  'core/**/*.ts',
  'docs-site/*.*',
  'docs-site/.vitepress/config.ts',
  'docs-site/.vitepress/theme/*',
  'docs-site/images/*',
  'docs/openapi.json',
  'docs/screens/*/*.webp',
  'examples/pages/*.ts',
  'package-lock.json',
  'scripts/call-groups.ts',
  'site/html-page.ts',
  'site/markdown-prose.ts',
];

/** Every file that the docs site is made of. */
export function listHashedFiles(): readonly string[] {
  const files = PATTERNS.flatMap((pattern) => globSync(pattern));
  return [...new Set([...listSources().keys(), ...files])].sort();
}

/** SHA-256 over the names and bytes of all these files, in hex. */
export function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of listHashedFiles()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
