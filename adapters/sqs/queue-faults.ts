import { busyOf, isPassingFault } from '../aws-clients/passing-faults.ts';

/** The answer of SQS; throws `busy` if it throttles or doesn't answer, after all retries. */
export async function answerOfQueue<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!isPassingFault(error as Error)) throw error;
    throw busyOf(error, 'A queue does not answer; retry.');
  }
}
