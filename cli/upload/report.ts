import { styleText } from 'node:util';
import { CommandError } from '../command-error.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { describeError, exitCodeOf, factsOf } from '../output/describe-error.ts';
import { numberText } from '../output/number-text.ts';
import { safeText } from '../output/safe-text.ts';
import type { Session } from '../session.ts';
import { concernsAll, MAX_FAILURES_IN_A_ROW, outcomeOfError } from './failures.ts';
import type { FoundFile, FoundFiles } from './find-files.ts';
import type { ProgressBar } from './progress-bar.ts';
import type { Stopper } from './stops.ts';
import type { Listener } from './upload-files.ts';
import type { Uploaded } from './upload-state.ts';
import { describeSkipped, type Unreadable } from './walk-folder.ts';

/** How an upload went so far. */
export interface Report extends Listener {
  /** Names what could not be read; each is a failure. */
  cannotRead(unreadable: readonly Unreadable[]): void;
  hasUploaded(): boolean;
  summary(): string;
  exitCode(): number;
}

/** How many files ended how, and how many failed one after another. */
interface Counts {
  done: number;
  earlier: number;
  failed: number;
  inARow: number;
}

function summaryOf({ done, earlier, failed }: Counts, found: FoundFiles): string {
  const ended = done + earlier + failed;
  const total = Math.max(ended, found.count + found.unreadable.length); // files may be added
  const left = total - ended;
  const parts = [
    `${numberText(done)} uploaded`,
    ...(earlier > 0 ? [`${numberText(earlier)} uploaded before`] : []),
    ...(failed > 0 ? [`${numberText(failed)} failed`] : []),
    ...(left > 0 ? [`${numberText(left)} left`] : []),
  ];
  const all = `${numberText(total)} files: ${parts.join(', ')}.`;
  return [all, describeSkipped(found.skipped)].filter(Boolean).join(' ');
}

/** Prints the end of a file: a line of JSON if --json is requested. */
function createPrint(session: Session) {
  const { stdout, stderr } = session.machine;
  const isJson = session.options().json === true;
  const printJson = (line: object) => stdout.write(`${JSON.stringify(line)}\n`);
  return {
    uploaded({ path }: FoundFile, image: Uploaded): void {
      if (isJson) return void printJson({ file: path, ...image });
      const url = 'imageUrl' in image ? image.imageUrl : image.temporaryImageUrl;
      stdout.write(`${url}  ${safeText(path)}\n`);
    },
    failed(path: string, thrown: unknown): void {
      if (isJson) return void printJson({ file: path, error: factsOf(thrown) });
      const name = styleText('bold', safeText(path), { stream: stderr });
      stderr.write(`${name}: ${describeError(thrown, stderr)}\n`);
    },
  };
}

/** Stops for a failure; whether it is the first reason to stop. */
function stopFor(stopper: Stopper, thrown: unknown): boolean {
  const isFirst = stopper.reason() === undefined;
  stopper.stopFor(thrown);
  return isFirst;
}

/** Prints each address as it comes, and stops at a failure that concerns all files. */
export function createReport(
  session: Session,
  found: FoundFiles,
  { bar, stopper }: { readonly bar: ProgressBar; readonly stopper: Stopper },
): Report {
  const print = createPrint(session);
  const codes = new Set<number>();
  const count: Counts = { done: 0, earlier: 0, failed: 0, inARow: 0 };

  function fail(path: string, thrown: unknown): void {
    const isLater = outcomeOfError(thrown) === 'later';
    count.inARow = isLater ? count.inARow + 1 : 0;
    codes.add(exitCodeOf(thrown));
    const isOfAll = concernsAll(thrown) || count.inARow >= MAX_FAILURES_IN_A_ROW;
    if (isOfAll && !stopFor(stopper, thrown)) return;
    count.failed += 1;
    print.failed(path, thrown);
  }

  return {
    cannotRead: (unreadable) => {
      for (const { path, error } of unreadable) fail(path, error);
    },
    sent: bar.sent,
    ended(file, outcome) {
      bar.finished(file.path, file.size);
      if ('thrown' in outcome) return bar.aside(() => fail(file.path, outcome.thrown));
      count.inARow = 0;
      if (outcome.isEarlier) count.earlier += 1;
      else {
        count.done += 1;
        bar.aside(() => print.uploaded(file, outcome.uploaded));
      }
    },
    notRecorded(thrown) {
      const { stderr } = session.machine;
      if (!stopFor(stopper, thrown) || session.options().json) return;
      bar.aside(() => stderr.write(`${describeError(thrown, stderr)}\n`));
    },
    hasUploaded: () => count.done > 0,
    summary: () => summaryOf(count, found),
    exitCode() {
      const [code = EXIT_CODES.done.code, ...others] = codes;
      return others.length > 0 ? EXIT_CODES.failed.code : code;
    },
  };
}

/** The end of an upload that was stopped before its last file. */
export function stoppedError(
  stopper: Stopper,
  summary: string,
  stateFile: string | undefined,
): CommandError | undefined {
  const reason = stopper.reason();
  if (!reason) return undefined;
  const option = stateFile === undefined ? '--resume' : `--resume=${stateFile}`;
  const hint =
    stateFile === undefined
      ? undefined
      : `To go on, repeat the command with ${option}; it skips what is uploaded.`;
  if (reason.kind === 'signal') {
    return new CommandError(reason.outcome, `Interrupted. ${summary}`, hint);
  }
  return new CommandError(outcomeOfError(reason.thrown), `Stopped. ${summary}`, hint);
}
