/** Linux counts in hundredths of a second. */
const TICKS = 100;

/**
 * The CPU seconds in a line of `/proc/PID/stat`: of the process, and of its children that ended.
 * Its name comes before, in parentheses, and may have spaces.
 */
export function cpuSecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}
