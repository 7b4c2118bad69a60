import { CommandError } from '../../cli/command-error.ts';
import { LIMITS } from '../../core/foundation/limits.ts';

/** What is told to whom it concerns: not empty, well formed, and no longer than a few sentences. */
export function readReason(text = ''): string {
  const reason = text.trim();
  const isLong = [...reason].length > LIMITS.maxReasonLength;
  if (reason === '' || isLong || !reason.isWellFormed()) {
    throw new CommandError(
      'usage',
      `--reason must have 1 to ${LIMITS.maxReasonLength} characters.`,
    );
  }
  return reason;
}
