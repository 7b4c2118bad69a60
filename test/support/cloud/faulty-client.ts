import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createRandom } from '../hostile/seeded-random.ts';

/** How often each fault struck. */
export type Strikes = Record<'throttled' | 'conflict' | 'lost', number>;

interface AnyCommand {
  readonly input: { readonly TransactItems?: readonly unknown[] };
}
type Send = (command: AnyCommand) => Promise<unknown>;

function named(name: string, more: object = {}): Error {
  return Object.assign(new Error('a fault that was put there'), { name, ...more });
}

/** A cancelled transaction as DynamoDB words one that met another. */
function conflictOf(items: readonly unknown[]): Error {
  const CancellationReasons = items.map((_, at) => ({
    Code: at === 0 ? 'TransactionConflict' : 'None',
  }));
  return named('TransactionCanceledException', { CancellationReasons });
}

/**
 * A client that fails one call in five, each time in one of three ways; a lost answer is one whose
 * call was carried out.
 */
export function createFaultyClient(
  client: DynamoDBDocumentClient,
  seed: number,
  strikes: Strikes,
): DynamoDBDocumentClient {
  const random = createRandom(seed);
  const real = client.send.bind(client) as unknown as Send;
  const send: Send = async (command) => {
    const die = random.below(15);
    const items = command.input.TransactItems;
    if (die === 0) {
      strikes.throttled += 1;
      throw named('ThrottlingException');
    }
    if (die === 1 && items) {
      strikes.conflict += 1;
      throw conflictOf(items);
    }
    const answer = await real(command);
    if (die === 2) {
      strikes.lost += 1;
      throw named('TimeoutError');
    }
    return answer;
  };
  return { ...client, send } as unknown as DynamoDBDocumentClient;
}
