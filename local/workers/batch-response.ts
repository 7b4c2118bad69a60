import type { SQSBatchResponse } from 'aws-lambda';
import { fields, list, text } from '../../adapters/rows/columns.ts';

/** The answer of a function to a batch of messages. */
export const readBatchResponse: (result: unknown) => SQSBatchResponse = (result) => {
  const { batchItemFailures } = readFailures(result);
  return { batchItemFailures: [...batchItemFailures] };
};

const readFailures = fields({ batchItemFailures: list(fields({ itemIdentifier: text })) });
