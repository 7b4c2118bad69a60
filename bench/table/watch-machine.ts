import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { median } from '../measure/statistics.ts';

const SAMPLE_MS = 1_000;

/** Ticks of all processors since the start of the machine (proc_stat(5)). */
export interface Ticks {
  readonly all: number;
  readonly idle: number;
  /** Taken by the hypervisor for other machines. */
  readonly steal: number;
}

/** The ticks in the text of /proc/stat. */
export function ticksIn(stat: string): Ticks {
  const [, user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0] = (
    stat.split('\n')[0] ?? ''
  )
    .split(/ +/)
    .map(Number);
  const all = user + nice + system + idle + wait + irq + softIrq + steal;
  return { all, idle: idle + wait, steal };
}

/** The part of the time between two readings that a kind of ticks has. */
export function shareOf(kind: 'idle' | 'steal', from: Ticks, to: Ticks): number {
  return (to[kind] - from[kind]) / Math.max(1, to.all - from.all);
}

const read = () => ticksIn(readFileSync('/proc/stat', 'utf8'));
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Watches how calm the machine is before each row, and what other machines take of it. */
export function watchMachine() {
  const began = read();
  const idle: number[] = [];
  return {
    /** Reads the idle time of a second in which nothing is measured. */
    async sample(): Promise<void> {
      const from = read();
      await setTimeout(SAMPLE_MS);
      idle.push(shareOf('idle', from, read()));
    },
    describe(): string {
      const calm = `idle for ${percent(median(idle))}, at the least ${percent(Math.min(...idle))}`;
      const steal = percent(shareOf('steal', began, read()));
      return `In the second before each row the processors were ${calm}. Other machines took ${steal} of the run.`;
    },
  };
}

export type Watch = ReturnType<typeof watchMachine>;
