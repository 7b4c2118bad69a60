import { isInteractive, type Machine } from '../machine.ts';

/** Tells how much of all files is sent. */
export interface ProgressBar {
  /** How much of one file is sent by now. */
  sent(file: string, bytes: number): void;
  /** That one file is done with. */
  finished(file: string, size: number): void;
  stop(): void;
}

const NONE: ProgressBar = { sent: () => {}, finished: () => {}, stop: () => {} };

/** A bar on the terminal; where there is none, or it is not to be disturbed, nothing. */
export async function progressBar(
  machine: Machine,
  files: readonly { readonly size: number }[],
  isQuiet: boolean,
): Promise<ProgressBar> {
  if (isQuiet || !isInteractive(machine)) return NONE;
  const { progress } = await import('@clack/prompts');
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const bar = progress({ max: Math.max(1, total), output: machine.stderr });
  const read = new Map<string, number>();
  let done = 0;
  const words = () => `${done} of ${files.length} files`;
  const sent = (file: string, bytes: number) => {
    bar.advance(bytes - (read.get(file) ?? 0), words());
    read.set(file, bytes);
  };
  bar.start(words());
  return {
    sent,
    finished: (file, size) => {
      done += 1;
      sent(file, size);
    },
    stop: () => bar.stop(words()),
  };
}
