import { isInteractive, type Machine } from '../machine.ts';
import { cutText } from '../output/cut-text.ts';
import { numberText } from '../output/number-text.ts';

/** Tells how much of all files is sent. */
export interface ProgressBar {
  /** How much of one file is sent by now. */
  sent(file: string, bytes: number): void;
  /** That one file is done with. */
  finished(file: string, size: number): void;
  /** Writes something else meanwhile. */
  aside(write: () => void): void;
  stop(): void;
}

const NONE: ProgressBar = {
  sent: () => {},
  finished: () => {},
  aside: (write) => write(),
  stop: () => {},
};
const REDRAW_MS = 100;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[2K';
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes in a unit of three digits or fewer. */
export function describeBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const amount = bytes / 1_000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}

function describeTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min left`;
  return minutes > 0 ? `${minutes} min left` : `${Math.ceil(seconds)} s left`;
}

/**
 * A bar on the terminal, where there is one that it may use. It leaves the keyboard alone, so that
 * Ctrl-C is a signal as ever.
 */
export function progressBar(
  machine: Machine,
  { count, bytes: total }: { readonly count: number; readonly bytes: number },
  isQuiet: boolean,
): ProgressBar {
  if (isQuiet || !isInteractive(machine)) return NONE;
  const { stderr } = machine;
  const started = Date.now();
  const read = new Map<string, number>();
  let [done, doneBytes] = [0, 0];
  const counted = () => `${numberText(done)} of ${numberText(Math.max(done, count))} files`;

  function draw(): void {
    const bytes = doneBytes + [...read.values()].reduce((sum, now) => sum + now, 0);
    const part = total === 0 ? 1 : Math.min(1, bytes / total);
    const filled = Math.round(part * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const seconds = (Date.now() - started) / 1_000;
    const left = part > 0.01 ? [describeTime((seconds * (1 - part)) / part)] : [];
    const sizes = `${describeBytes(bytes)} of ${describeBytes(total)}`;
    const line = [bar, counted(), sizes, ...left].join('  ');
    stderr.write(CLEAR_LINE + cutText(line, (stderr.columns || 80) - 1));
  }
  const timer = setInterval(draw, REDRAW_MS).unref();
  return {
    sent: (file, bytes) => void read.set(file, bytes),
    finished: (file, size) => {
      read.delete(file);
      done += 1;
      doneBytes += size;
    },
    aside: (write) => {
      stderr.write(CLEAR_LINE);
      write();
    },
    stop: () => {
      clearInterval(timer);
      stderr.write(`${CLEAR_LINE}${counted()}\n`);
    },
  };
}
