import { randomUUID } from 'node:crypto';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { isPassing, isPassingReason, type Patience, untilAnswered } from './retry.ts';

/** One write of a transaction, or a condition alone. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Which writes failed in their condition, by their place; none: all are applied. */
export type FailedConditions = ReadonlySet<number>;

const CANCELLED = 'TransactionCanceledException';
type Cancelled = Error & { readonly CancellationReasons?: readonly CancellationReason[] };

/**
 * The failed conditions; undefined where only what passes by itself was in the way. Throws what is
 * neither.
 */
function failedConditions(error: Cancelled): FailedConditions | undefined {
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
  const failed = codes.flatMap((code, at) => (code === 'ConditionalCheckFailed' ? [at] : []));
  if (failed.length > 0) return new Set(failed);
  const reasons = codes.filter((code) => code !== 'None');
  if (reasons.length > 0 && reasons.every(isPassingReason)) return undefined;
  throw error;
}

/**
 * Applies all writes or none. What is in the way for a moment is waited for; a retry carries the
 * same token, so that one whose answer was lost is not applied twice (Amazon DynamoDB API
 * reference, TransactWriteItems: a token holds for ten minutes).
 */
export async function writeTransaction(
  client: DynamoDBDocumentClient,
  writes: readonly Write[],
  patience?: Patience,
): Promise<FailedConditions> {
  const input = { TransactItems: [...writes], ClientRequestToken: randomUUID() };
  return untilAnswered(async () => {
    try {
      await client.send(new TransactWriteCommand(input));
      return new Set<number>();
    } catch (error) {
      if ((error as Error).name === CANCELLED) return failedConditions(error as Cancelled);
      if (isPassing(error as Error)) return undefined;
      throw error;
    }
  }, patience);
}
