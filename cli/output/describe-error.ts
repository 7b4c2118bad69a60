import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import { ImagewellError } from '../../client/src/imagewell-error.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODES, outcomeOf } from '../exit-codes.ts';
import { safeText } from './safe-text.ts';
import { wrapWords } from './wrap-words.ts';

/** Why a command failed, as `--json` writes it. */
export interface ErrorFacts {
  readonly code: string;
  readonly detail: string;
  readonly status?: number;
  /** Which fields are at fault. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  /** Further sentences of the command line about it. */
  readonly details?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
  readonly hint?: string | undefined;
}

const HINTS: Readonly<Record<string, string>> = {
  invalid_access_token: 'Sign in again: npx imagewell login',
  invalid_api_key: 'Set IMAGEWELL_API_KEY, or use --data DIR.',
  invalid_upload_key: 'Set IMAGEWELL_UPLOAD_KEY, or use --data DIR.',
  project_not_found: 'List your projects: npx imagewell projects list',
  sign_in_too_old: 'Sign in again: npx imagewell login --again',
  member_not_found: 'List the members: npx imagewell members list',
  key_not_found: 'List the keys: npx imagewell keys list',
};

/** The message of an error of any kind. */
export function factsOf(error: unknown): ErrorFacts {
  if (error instanceof ImagewellError) {
    const { code, status, detail, errors, requestId } = error;
    return { code, status, detail, errors, requestId, hint: HINTS[code] ?? error.hint };
  }
  if (error instanceof CommandError) {
    const { outcome, message, hint, details } = error;
    const further = details.length > 0 ? { details } : {};
    return { code: outcome, detail: message, ...further, hint };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return { code: code ?? 'failed', detail: message };
}

/** With which code a command that failed so ends. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage.code;
  if (error instanceof CommandError) return EXIT_CODES[error.outcome].code;
  if (error instanceof ImagewellError) return EXIT_CODES[outcomeOf(error.status)].code;
  return EXIT_CODES.failed.code;
}

/** The columns of a terminal; no bound elsewhere. */
function widthOf(stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }) {
  return (stream.isTTY && stream.columns) || Number.POSITIVE_INFINITY;
}

/** An error as text for a stream: the detail, its fields, then the next step. */
export function describeError(error: unknown, stream: Writable): string {
  const { code, detail, status, errors = [], details = [], requestId, hint } = factsOf(error);
  const named = status === undefined ? '' : `${code}: `;
  const lines = [
    `${styleText('red', 'error', { stream })}: ${named}${safeText(detail)}`,
    ...details.map((further) => `  ${safeText(further)}`),
    ...errors.map((error) => `  ${safeText(error.pointer)}: ${safeText(error.detail)}`),
    ...(requestId === undefined ? [] : [`  request ${safeText(requestId)}`]),
    ...(hint === undefined ? [] : hint.split('\n').map(safeText)),
  ];
  return lines.map((line) => wrapWords(line, widthOf(stream))).join('\n');
}
