import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { isPassing, isPassingReason, untilAnswered } from './retry.ts';

/** One write of a transaction, or a condition alone. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Which writes failed in their condition, by their place; none: all are applied. */
export type FailedConditions = ReadonlySet<number>;

function failedConditions({ CancellationReasons = [] }: TransactionCanceledException) {
  const codes = CancellationReasons.map(({ Code }) => Code);
  const failed = codes.flatMap((code, at) => (code === 'ConditionalCheckFailed' ? [at] : []));
  return failed.length > 0 || !codes.some(isPassingReason) ? new Set(failed) : undefined;
}

/**
 * Applies all writes or none. Conflicts with other transactions are tried again; a retry carries the same token, so that one whose answer was lost
 * is not applied twice.
 */
export async function writeTogether(
  client: DynamoDBDocumentClient,
  writes: readonly Write[],
): Promise<FailedConditions> {
  const input = { TransactItems: [...writes], ClientRequestToken: randomUUID() };
  return untilAnswered(async () => {
    try {
      await client.send(new TransactWriteCommand(input));
      return new Set<number>();
    } catch (error) {
      if (error instanceof TransactionCanceledException) {
        const failed = failedConditions(error);
        if (failed?.size === 0) throw error;
        return failed;
      }
      if (isPassing(error as Error)) return undefined;
      throw error;
    }
  });
}
