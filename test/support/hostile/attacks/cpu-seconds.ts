import { readFileSync } from 'node:fs';
import { processTree } from '../watch-memory.ts';

/** Linux counts a hundred ticks a second. */
const TICKS = 100;

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  } catch {
    return 0; // it has just ended
  }
}

/** Seconds of processor time that a process and its living descendants have used (Linux). */
export function cpuSeconds(root: number): number {
  const used = [...processTree(root).keys()].map(ticksOf);
  return used.reduce((sum, ticks) => sum + ticks, 0) / TICKS;
}
