import { setTimeout as delay } from 'node:timers/promises';
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { findStack } from '../read-stack.ts';

const EVERY_MS = 2_000;

/**
 * The status of a stack, by its id, when no operation is in progress; a distribution takes minutes.
 * Undefined if it is gone without a trace.
 */
export async function untilSettled(
  client: CloudFormationClient,
  stackId: string,
): Promise<string | undefined> {
  for (;;) {
    const status = (await findStack(client, stackId))?.status;
    // a stack that an import is about to fill is in review
    if (!status?.endsWith('_IN_PROGRESS') || status === 'REVIEW_IN_PROGRESS') return status;
    await delay(EVERY_MS);
  }
}
