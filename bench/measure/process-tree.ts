import { readFileSync } from 'node:fs';

/** The kernel's ticks are 10 ms on every Linux of today (USER_HZ, proc_pid_stat(5)). */
const TICK_MS = 10;
const BYTES_A_KB = 1024;
/** utime, stime and those of ended children, counted from the field after the name. */
const CPU_FIELDS = [11, 12, 13, 14] as const;

function readProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // it has just ended
  }
}

/** A process and its descendants that live. */
export function treeOf(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

/** CPU milliseconds of a process tree, in steps of 10; children that ended are in it. */
export function treeCpuMs(pid: number): number {
  return treeOf(pid).reduce((sum, each) => {
    const fields = readProcess(each, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    return sum + CPU_FIELDS.reduce((own, at) => own + Number(fields[at] ?? 0), 0) * TICK_MS;
  }, 0);
}

function bytesOf(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * BYTES_A_KB;
}

/** The memory of a process tree in bytes; a page that several share counts once. */
export function treeBytes(pid: number): number {
  return treeOf(pid).reduce(
    (sum, each) => sum + bytesOf(readProcess(each, 'smaps_rollup'), 'Pss'),
    0,
  );
}

/**
 * The peak of the largest process of a tree that has sharp's library loaded, in bytes; undefined
 * where none has.
 */
export function peakBytesWithSharp(pid: number): number | undefined {
  const peaks = treeOf(pid)
    .filter((each) => readProcess(each, 'maps').includes('libvips'))
    .map((each) => bytesOf(readProcess(each, 'status'), 'VmHWM'));
  return peaks.length > 0 ? Math.max(...peaks) : undefined;
}
