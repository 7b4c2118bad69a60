import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { EXIT_CODES } from '../exit-codes.ts';
import { describeError, exitCodeOf, factsOf } from '../output/describe-error.ts';
import { safeText } from '../output/safe-text.ts';
import type { Outcome } from './upload-files.ts';

const failures = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) => ('thrown' in outcome ? [outcome] : []));

/** As `--json` writes them: a failure as its `error`. */
export function outcomeFacts(outcomes: readonly Outcome[]): object[] {
  return outcomes.map((outcome) =>
    'thrown' in outcome ? { file: outcome.file, error: factsOf(outcome.thrown) } : outcome,
  );
}

/** The URLs of the uploaded images, each with its file. */
export function describeUploads(outcomes: readonly Outcome[]): string {
  const lines = outcomes.flatMap((outcome) => {
    if ('thrown' in outcome) return [];
    const url = 'imageUrl' in outcome ? outcome.imageUrl : outcome.temporaryImageUrl;
    return [`${url}  ${safeText(outcome.file)}`];
  });
  return lines.join('\n');
}

/** The failed files with their errors, as text for a stream. */
export function describeFailures(outcomes: readonly Outcome[], stream: Writable): string[] {
  return failures(outcomes).map(({ file, thrown }) => {
    const name = styleText('bold', safeText(file), { stream });
    return `${name}: ${describeError(thrown, stream)}`;
  });
}

/** The exit code of the command: the common one of all failures, if they have one. */
export function uploadExitCode(outcomes: readonly Outcome[]): number {
  const codes = new Set(failures(outcomes).map(({ thrown }) => exitCodeOf(thrown)));
  const [code = EXIT_CODES.done.code, ...others] = codes;
  return others.length > 0 ? EXIT_CODES.failed.code : code;
}
