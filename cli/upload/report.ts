import { styleText } from 'node:util';
import { ImagewellError } from '../../client/src/imagewell-error.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODES, type Outcome as ExitOutcome, outcomeOf } from '../exit-codes.ts';
import { describeError, exitCodeOf, factsOf } from '../output/describe-error.ts';
import { safeText } from '../output/safe-text.ts';
import type { Session } from '../session.ts';
import { type FoundFile, type FoundFiles, SKIPPED } from './find-files.ts';
import type { ProgressBar } from './progress-bar.ts';
import type { Uploaded } from './state-file.ts';
import type { Stopper } from './stops.ts';
import type { Listener } from './upload-files.ts';

/** So many files in a row without a response: the service is away. */
const MAX_FAILURES_IN_A_ROW = 10;
/** The client waits no longer than this for a retry. */
const LONGEST_WAIT_SECONDS = 60;
const number = new Intl.NumberFormat('en').format;

/** Whether every other file would fail in the same way: a credential, a quota, a full disk. */
export function concernsAll(thrown: unknown): boolean {
  if (thrown instanceof CommandError) return true;
  if (!(thrown instanceof ImagewellError)) return false;
  const { status, code, retryAfterSeconds = 0 } = thrown;
  if (code === 'image_taken_down') return false;
  const isFarAway = status === 429 && retryAfterSeconds > LONGEST_WAIT_SECONDS;
  return isFarAway || [401, 403, 507].includes(status) || code === 'project_not_found';
}

/** How an upload went so far. */
export interface Report extends Listener {
  /** The images of this run, for a state file that --resume did not ask for. */
  readonly uploaded: readonly (readonly [FoundFile, Uploaded])[];
  summary(): string;
  exitCode(): number;
}

function outcomeOfError(thrown: unknown): ExitOutcome {
  if (thrown instanceof CommandError) return thrown.outcome;
  return thrown instanceof ImagewellError ? outcomeOf(thrown.status) : 'failed';
}

/** The files that were left out, by reason; empty without any. */
function describeSkipped({ skipped }: FoundFiles): string {
  const names = Object.keys(SKIPPED) as (keyof typeof SKIPPED)[];
  const counted = names.flatMap((name) =>
    skipped[name] > 0 ? [`${number(skipped[name])} ${SKIPPED[name]}`] : [],
  );
  return counted.length === 0 ? '' : `Skipped: ${counted.join(', ')}.`;
}

/** Prints each address as it comes, and stops at a failure that concerns all files. */
export function createReport(
  session: Session,
  found: FoundFiles,
  { bar, stopper }: { readonly bar: ProgressBar; readonly stopper: Stopper },
): Report {
  const { stdout, stderr } = session.machine;
  const isJson = session.options().json === true;
  const uploaded: (readonly [FoundFile, Uploaded])[] = [];
  const codes = new Set<number>();
  const count = { done: 0, earlier: 0, failed: 0, inARow: 0 };
  const printJson = (line: object) => stdout.write(`${JSON.stringify(line)}\n`);

  function print({ path }: FoundFile, image: Uploaded): void {
    if (isJson) return void printJson({ file: path, ...image });
    const url = 'imageUrl' in image ? image.imageUrl : image.temporaryImageUrl;
    stdout.write(`${url}  ${safeText(path)}\n`);
  }

  function fail({ path }: FoundFile, thrown: unknown): void {
    const isLater = outcomeOfError(thrown) === 'later';
    count.inARow = isLater ? count.inARow + 1 : 0;
    codes.add(exitCodeOf(thrown));
    if (concernsAll(thrown) || count.inARow >= MAX_FAILURES_IN_A_ROW) {
      const isFirst = stopper.reason() === undefined;
      stopper.stopFor(thrown);
      if (!isFirst) return;
    }
    count.failed += 1;
    if (isJson) return void printJson({ file: path, error: factsOf(thrown) });
    const name = styleText('bold', safeText(path), { stream: stderr });
    stderr.write(`${name}: ${describeError(thrown, stderr)}\n`);
  }

  return {
    uploaded,
    sent: bar.sent,
    ended(file, outcome) {
      bar.finished(file.path, file.size);
      if ('thrown' in outcome) return bar.aside(() => fail(file, outcome.thrown));
      count.inARow = 0;
      if (outcome.isEarlier) count.earlier += 1;
      else {
        count.done += 1;
        uploaded.push([file, outcome.uploaded]);
        bar.aside(() => print(file, outcome.uploaded));
      }
    },
    notRecorded(thrown) {
      const isFirst = stopper.reason() === undefined;
      stopper.stopFor(thrown);
      if (isFirst && !isJson) bar.aside(() => stderr.write(`${describeError(thrown, stderr)}\n`));
    },
    summary() {
      const left = found.files.length - count.done - count.earlier - count.failed;
      const parts = [
        `${number(count.done)} uploaded`,
        ...(count.earlier > 0 ? [`${number(count.earlier)} uploaded before`] : []),
        ...(count.failed > 0 ? [`${number(count.failed)} failed`] : []),
        ...(left > 0 ? [`${number(left)} left`] : []),
      ];
      const all = `${number(found.files.length)} files: ${parts.join(', ')}.`;
      return [all, describeSkipped(found)].filter(Boolean).join(' ');
    },
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
