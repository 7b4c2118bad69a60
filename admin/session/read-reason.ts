import { CommandError } from '../../cli/command-error.ts';
import { LIMITS } from '../../core/foundation/limits.ts';

/** The reason of an operator's act: not empty, well formed, at most a few sentences. */
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
