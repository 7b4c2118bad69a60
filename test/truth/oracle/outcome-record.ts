import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './check-image.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** All that a result depends on: the product, its packages, and the comparison. */
const SOURCES = [
  '{core,adapters,lambdas,local,bin}/**/*.ts',
  'package-lock.json',
  'test/truth/{oracle,page,pixels}/*.ts',
];

/** A digest of this state of the product and of the browser: other states share no outcomes. */
export function digestState(browser: string): string {
  const hash = createHash('sha256').update(browser);
  for (const name of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()) {
    if (name.includes('node_modules') || name.endsWith('.test.ts')) continue;
    hash.update(name).update(readFileSync(join(ROOT, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Outcomes on disk, which a stopped run leaves to the next one. */
export interface OutcomeRecord {
  /** Undefined: not checked yet in this state, or not to be relied on. */
  find(name: string, bytes: Uint8Array): Outcome | undefined;
  add(outcome: Outcome, bytes: Uint8Array): void;
}

const keyOf = (name: string, bytes: Uint8Array) =>
  `${name} ${createHash('sha256').update(bytes).digest('hex')}`;

/** A fault of the service or an answer that never came may have come from a busy machine. */
const isReliable = ({ findings, serverErrors }: Outcome) =>
  serverErrors.length === 0 && !findings.some(({ what }) => what === 'no answer');

function readLine(line: string): { key: string; outcome: Outcome } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Opens the record in a file, a line of JSON for each outcome; a half line is left out. */
export function openRecord(path: string): OutcomeRecord {
  const known = new Map<string, Outcome>();
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text.split('\n')) {
    const read = readLine(line);
    if (read && isReliable(read.outcome)) known.set(read.key, read.outcome);
  }
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  return {
    find: (name, bytes) => known.get(keyOf(name, bytes)),
    add(outcome, bytes) {
      appendFileSync(path, `${JSON.stringify({ key: keyOf(outcome.name, bytes), outcome })}\n`);
    },
  };
}
