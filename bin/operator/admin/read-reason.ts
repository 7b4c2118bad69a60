import { LIMITS } from '../../../core/contract/limits.ts';
import { AdminError } from './admin-error.ts';

/** What is told to whom it concerns: not empty, well formed, and no longer than a few sentences. */
export function readReason(text: string): string {
  const reason = text.trim();
  const isLong = [...reason].length > LIMITS.maxReasonLength;
  if (reason === '' || isLong || !reason.isWellFormed()) {
    throw new AdminError('usage', `--reason takes 1 to ${LIMITS.maxReasonLength} characters`);
  }
  return reason;
}
