import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../../adapters/dynamodb/client/dynamo-client.ts';
import { recordKey } from '../../../adapters/dynamodb/images/image-rows.ts';
import { openDatabase } from '../../../adapters/sqlite/database/open-database.ts';
import { readStack } from '../../../admin/read-stack.ts';
import type { TemporaryImageId } from '../../../core/images/ids.ts';
import { databasePath } from '../../../local/data-folder/data-paths.ts';

function setInFolder(folder: string, id: TemporaryImageId, endsAt: number): void {
  const db = openDatabase(databasePath(folder));
  const change = db.prepare(
    'UPDATE temporary_images SET expires_at = ? WHERE temporary_image_id = ?',
  );
  change.run(endsAt, id);
  db.close();
}

async function setInStack(stack: string, id: TemporaryImageId, endsAt: number): Promise<void> {
  const { table } = await readStack(stack);
  const change = new UpdateCommand({
    TableName: table('images'),
    Key: recordKey(id),
    UpdateExpression: 'SET expiresAt = :end',
    ConditionExpression: 'attribute_exists(id)',
    ExpressionAttributeValues: { ':end': endsAt },
  });
  await createDynamoClient().send(change);
}

/**
 * Has a temporary image end at another moment, in a data folder (`--data DIR`) or a stack (`--stack
 * NAME`): a day is long for a test.
 */
export async function setTemporaryEnd(
  where: readonly string[],
  id: TemporaryImageId,
  endsAt: number,
): Promise<void> {
  const [kind, name = ''] = where;
  if (kind === '--data') setInFolder(name, id, endsAt);
  else await setInStack(name, id, endsAt);
}
