import { EXIT_CODES } from '../../cli/exit-codes.ts';
import { printResults } from '../checks/print-results.ts';
import { selectChecks } from '../checks/select-checks.ts';
import { VERIFY_CHECKS } from './checks.ts';
import { openSubject, type VerifyOptions } from './open-subject.ts';

export interface StackVerification extends Omit<VerifyOptions, 'connectTo'> {
  /** The names of checks, comma separated; undefined: all. */
  readonly only: string | undefined;
  readonly json: boolean;
}

/**
 * Proves a deployed stack from outside, on the account that it is deployed to, prints the results
 * and cleans up, also on Ctrl-C. Answers whether no check failed.
 */
export async function verifyStack({ only, json, ...where }: StackVerification): Promise<boolean> {
  const checks = selectChecks(VERIFY_CHECKS, only);
  const connectTo = process.env.AWS_ENDPOINT_URL;
  const { subject, close } = await openSubject({ ...where, connectTo });
  const onInterrupt = () => void close().finally(() => process.exit(EXIT_CODES.interrupted.code));
  process.once('SIGINT', onInterrupt);
  try {
    return await printResults(checks, subject, { json, head: { stack: where.stack } });
  } finally {
    process.off('SIGINT', onInterrupt);
    await close();
  }
}
