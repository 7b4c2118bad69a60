import { withRetry } from './retry.ts';

/** The response to a conditional write; undefined where its condition doesn't hold. */
export async function conditionalWrite<Response extends object>(
  call: () => Promise<Response>,
): Promise<Response | undefined> {
  try {
    return await withRetry(call);
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') return undefined;
    throw error;
  }
}

/** Whether a conditional write was made; false where its condition doesn't hold. */
export async function isWritten(call: () => Promise<object>): Promise<boolean> {
  return (await conditionalWrite(call)) !== undefined;
}
