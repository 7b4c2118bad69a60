import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 200;
const BYTES_A_KB = 1024;

export interface MemoryReport {
  /** False without a /proc: then nothing was measured. */
  readonly isMeasured: boolean;
  /**
   * The highest sum over all processes at one moment, of memory in which a page that several share
   * counts once (Linux: the proportional set size).
   */
  readonly peakSumBytes: number;
  /**
   * The highest sum of the own peaks of processes that lived at one moment. A page that several
   * share counts for each of them.
   */
  readonly sumOfPeaksBytes: number;
  readonly samples: number;
  /** The test's step at that moment, and the processes that were there. */
  readonly atPeak: string;
  /** Of each process that was seen, its own peak; the largest first. */
  readonly peaks: readonly { readonly pid: number; readonly peakBytes: number }[];
}

/** The facts of one process at a moment. */
export interface ProcessFacts {
  readonly parent: number;
  /**
   * Its own pages, and its part of those that it shares: Node's code and the libraries are in
   * memory once, however many processes run them.
   */
  readonly residentBytes: number;
  readonly peakBytes: number;
}

/** A field of kilobytes. */
function bytesOf(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * BYTES_A_KB;
}

function readFacts(pid: string): ProcessFacts | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0),
      residentBytes: bytesOf(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss'),
      peakBytes: bytesOf(status, 'VmHWM'),
    };
  } catch {
    return undefined; // it has just ended
  }
}

/** A process and its descendants, by their ids. */
export function processTree(root: number): ReadonlyMap<number, ProcessFacts> {
  const all = new Map<number, ProcessFacts>();
  for (const name of readdirSync('/proc')) {
    const facts = /^\d+$/.test(name) ? readFacts(name) : undefined;
    if (facts) all.set(Number(name), facts);
  }
  const belongs = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = all.get(pid)?.parent ?? 0;
    return parent > 1 && belongs(parent);
  };
  return new Map([...all].filter(([pid]) => belongs(pid)));
}

function nameOf(pid: number): string {
  try {
    const [, entry = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return entry.includes('-host') ? rest.slice(0, 1).join(' ') : 'parent';
  } catch {
    return 'ended';
  }
}

function describeTree(tree: ReadonlyMap<number, ProcessFacts>): string {
  const all = [...tree].sort(([, a], [, b]) => b.residentBytes - a.residentBytes);
  const inMib = (bytes: number) => Math.round(bytes / BYTES_A_KB ** 2);
  return all.map(([pid, facts]) => `${nameOf(pid)} ${inMib(facts.residentBytes)}`).join(', ');
}

/**
 * Samples the memory of a process and its descendants until the report is requested; `describe`
 * names the current step.
 */
export function watchMemory(root: number, describe: () => string): () => MemoryReport {
  const peaks = new Map<number, number>();
  let [peakSumBytes, sumOfPeaksBytes, samples, isMeasured, atPeak] = [0, 0, 0, true, ''];
  const sample = () => {
    try {
      const tree = processTree(root);
      for (const [pid, { peakBytes }] of tree)
        peaks.set(pid, Math.max(peakBytes, peaks.get(pid) ?? 0));
      const all = [...tree.values()];
      const sum = all.reduce((total, { residentBytes }) => total + residentBytes, 0);
      const ofPeaks = all.reduce((total, { peakBytes }) => total + peakBytes, 0);
      sumOfPeaksBytes = Math.max(sumOfPeaksBytes, ofPeaks);
      if (sum > peakSumBytes) atPeak = `${describeTree(tree)}; during ${describe()}`;
      peakSumBytes = Math.max(peakSumBytes, sum);
      samples += 1;
    } catch {
      isMeasured = false;
    }
  };
  sample();
  const timer = setInterval(sample, EVERY_MS);
  return () => {
    clearInterval(timer);
    const byPeak = [...peaks].map(([pid, peakBytes]) => ({ pid, peakBytes }));
    byPeak.sort((a, b) => b.peakBytes - a.peakBytes);
    return {
      isMeasured: isMeasured && samples > 0,
      peakSumBytes,
      sumOfPeaksBytes,
      samples,
      atPeak,
      peaks: byPeak,
    };
  };
}
