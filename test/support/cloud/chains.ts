import { readFile } from 'node:fs/promises';
import { deployedFunctions } from './rights/deployed-functions.ts';

/**
 * AWS Lambda Developer Guide, "Recursive loop detection": about this many runs of a function in one
 * chain.
 */
export const MAX_RUNS = 16;

/** A run of a function, and how many of its runs led to it, itself included. */
export interface ChainedRun {
  readonly functionName: string;
  readonly runs: number;
}

/**
 * Functions that AWS Lambda would have stopped; and that no chain was seen at all, where one must
 * be.
 */
export function findLoops(all: readonly ChainedRun[], allowed: ReadonlySet<string>): string[] {
  const longest = new Map<string, number>();
  for (const { functionName, runs } of all) {
    longest.set(functionName, Math.max(runs, longest.get(functionName) ?? 0));
  }
  if (![...longest.values()].some((runs) => runs > 1)) {
    return ['no function ran twice in a chain: the messages have lost their attribute'];
  }
  return [...longest]
    .filter(([name, runs]) => runs > MAX_RUNS && !allowed.has(name))
    .map(
      ([name, runs]) => `${name} ran ${runs} times in a chain: Lambda stops it after ${MAX_RUNS}`,
    );
}

interface Recording {
  readonly endpoint: string;
  readonly stack: string;
  /** Where the functions recorded their calls. */
  readonly path: string;
  /** The template that was deployed. */
  readonly template: string;
}

/** Logical ids without their hash, of those that may run on. */
function allowedIn(template: string): ReadonlySet<string> {
  const { Resources } = JSON.parse(template) as {
    Resources: Record<string, { Properties?: { RecursiveLoop?: string } }>;
  };
  const ids = Object.entries(Resources)
    .filter(([, { Properties }]) => Properties?.RecursiveLoop === 'Allow')
    .map(([id]) => id.replace(/[0-9A-F]{8}$/, ''));
  return new Set(ids);
}

/**
 * Holds the chains that were run against what AWS Lambda lets run, which the emulator doesn't;
 * throws where one is too long.
 */
export async function checkChains({ endpoint, stack, path, template }: Recording): Promise<void> {
  const functions = await deployedFunctions(endpoint, stack);
  const names = new Map(
    functions.map(({ physicalName, functionName }) => [physicalName, functionName]),
  );
  const lines = (await readFile(`${path}.chains`, 'utf8')).split('\n').slice(0, -1);
  const all = lines
    .map((line) => JSON.parse(line) as ChainedRun)
    .map(({ functionName, runs }) => ({
      functionName: names.get(functionName) ?? functionName,
      runs,
    }));
  const loops = findLoops(all, allowedIn(await readFile(template, 'utf8')));
  if (loops.length > 0) throw new Error(`chains of runs:\n  ${loops.join('\n  ')}`);
  console.log(
    `the longest chain of one function: ${Math.max(...all.map(({ runs }) => runs))} runs`,
  );
}
