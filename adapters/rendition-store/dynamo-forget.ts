import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AnyImageId } from '../../core/images/ids.ts';
import type { Edition } from '../../core/ports.ts';
import { queryAll } from '../dynamodb-tables/query-all.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import { RENDITION_PART, renditionRowKey } from './dynamo-rendition-rows.ts';

const OF_EDITION = ' AND version = :version AND generation = :generation';
const STATE = { '#state': 'state' };
/** Writes under way at once. */
const AT_ONCE = 25;

/** Forgets a rendition that is ready, of one edition or whatever it is of, and leaves its record, which says in which month it was counted. */
export async function forgetRow(
  client: DynamoDBDocumentClient,
  table: string,
  id: AnyImageId,
  renditionKey: string,
  edition?: Edition,
): Promise<void> {
  const command = new UpdateCommand({
    TableName: table,
    Key: renditionRowKey(id, renditionKey),
    UpdateExpression: 'SET #state = :forgotten',
    ConditionExpression: `#state = :ready${edition ? OF_EDITION : ''}`,
    ExpressionAttributeNames: STATE,
    ExpressionAttributeValues: {
      ...{ ':forgotten': 'forgotten', ':ready': 'ready' },
      ...(edition ? { ':version': edition.version, ':generation': edition.generation } : {}),
    },
  });
  await withRetry(() => client.send(command)).catch((error: Error) => {
    if (error.name !== 'ConditionalCheckFailedException') throw error; // nothing to forget
  });
}

/** The same for all of a picture that are ready now. */
export async function forgetReadyRows(
  client: DynamoDBDocumentClient,
  table: string,
  id: AnyImageId,
): Promise<void> {
  const rows = await queryAll(client, {
    TableName: table,
    KeyConditionExpression: 'id = :id AND begins_with(part, :rendition)',
    FilterExpression: '#state = :ready',
    ExpressionAttributeNames: STATE,
    ExpressionAttributeValues: { ':id': id, ':rendition': RENDITION_PART, ':ready': 'ready' },
    ProjectionExpression: 'part',
    ConsistentRead: true,
  });
  const keys = rows.map(({ part }) => String(part).slice(RENDITION_PART.length));
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    await Promise.all(some.map((key) => forgetRow(client, table, id, key)));
  }
}
