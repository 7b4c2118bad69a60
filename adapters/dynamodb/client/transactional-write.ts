import { randomUUID } from 'node:crypto';
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { isPassing, isPassingReason, type Patience, untilAnswered } from './retry.ts';

/** One write of a transaction, or only a condition. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The positions of the writes with a failed condition; empty if all writes are applied. */
export type FailedConditions = ReadonlySet<number>;

const CANCELLED = 'TransactionCanceledException';
type Cancelled = Error & { readonly CancellationReasons?: readonly CancellationReason[] };

/** The failed conditions; undefined if all reasons are temporary. Throws any other error. */
function failedConditions(error: Cancelled): FailedConditions | undefined {
  const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
  const failed = codes.flatMap((code, at) => (code === 'ConditionalCheckFailed' ? [at] : []));
  if (failed.length > 0) return new Set(failed);
  const reasons = codes.filter((code) => code !== 'None');
  if (reasons.length > 0 && reasons.every(isPassingReason)) return undefined;
  throw error;
}

/**
 * Applies all writes or none. It waits for temporary obstacles. A retry carries the same token, so
 * a write whose response was lost is not applied twice. A token is valid for ten minutes (Amazon
 * DynamoDB API reference, TransactWriteItems).
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
