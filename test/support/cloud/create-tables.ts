import {
  type AttributeDefinition,
  CreateTableCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { TABLES, type Table, type TableName } from '../../../core/foundation/dynamodb-tables.ts';

type Keyed = Pick<Table, 'hash' | 'range'>;

function keySchema({ hash, range }: Keyed): KeySchemaElement[] {
  return [
    { AttributeName: hash.name, KeyType: 'HASH' },
    ...(range ? [{ AttributeName: range.name, KeyType: 'RANGE' as const }] : []),
  ];
}

function attributesOf(table: Table): AttributeDefinition[] {
  const keyed: Keyed[] = [table, ...table.indexes];
  const all = keyed.flatMap(({ hash, range }) => (range ? [hash, range] : [hash]));
  const byName = new Map(all.map(({ name, type }) => [name, type]));
  return [...byName].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}

/** Makes every table under its own name, as the stack does; answers the names. */
export async function createTables(
  client: DynamoDBClient,
  prefix: string,
): Promise<Record<TableName, string>> {
  const names = {} as Record<TableName, string>;
  for (const [name, table] of Object.entries(TABLES) as [TableName, Table][]) {
    names[name] = `${prefix}-${name}`;
    const indexes = table.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection: { ProjectionType: 'ALL' as const },
    }));
    await client.send(
      new CreateTableCommand({
        TableName: names[name],
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: attributesOf(table),
        KeySchema: keySchema(table),
        ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {}),
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 30 }, { TableName: names[name] });
  }
  return names;
}

/** Removes them again. */
export async function removeTables(
  client: DynamoDBClient,
  names: Record<TableName, string>,
): Promise<void> {
  for (const TableName of Object.values(names)) {
    await client.send(new DeleteTableCommand({ TableName }));
  }
}
