import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { TABLES, type Table, type TableName } from '../../core/foundation/dynamodb-tables.ts';
import type { Loads } from './dynamo-limits.ts';

type Item = Readonly<Record<string, unknown>>;
interface Request {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConsistentRead?: boolean;
  readonly ExpressionAttributeValues?: Item;
  readonly KeyConditionExpression?: string;
}
interface Input extends Partial<Request> {
  readonly TransactItems?: readonly Readonly<Record<string, Request>>[];
  readonly RequestItems?: Readonly<
    Record<
      string,
      | { readonly Keys: readonly Item[]; readonly ConsistentRead?: boolean }
      | readonly {
          readonly PutRequest?: { readonly Item: Item };
          readonly DeleteRequest?: { readonly Key: Item };
        }[]
    >
  >;
}
interface Answer {
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
}
type Send = (command: { readonly input: Input }) => Promise<Answer>;

/**
 * Amazon DynamoDB developer guide, "Read and write operations": bytes of a unit, and how often a
 * transaction's write counts.
 */
const READ_UNIT_BYTES = 4_096;
const WRITE_UNIT_BYTES = 1_024;
const TRANSACTED = 2;

/** A little more than DynamoDB counts: quotes and braces are in it. */
const bytesOf = (item: Item | undefined) => Buffer.byteLength(JSON.stringify(item ?? {}));
const unitsOf = (bytes: number, of: number) => Math.max(1, Math.ceil(bytes / of));

export interface Meter {
  readonly client: DynamoDBDocumentClient;
  readonly loads: Loads;
}

/** A meter with all that it has seen. */
interface Account {
  readonly real: Send;
  readonly names: Readonly<Record<TableName, string>>;
  readonly loads: Record<keyof Loads, Map<string, number>>;
  /** Items as they are after the last write, by table and key. */
  readonly known: Map<string, Item | undefined>;
}

function add({ loads }: Account, of: keyof Loads, name: string, amount: number): void {
  loads[of].set(name, (loads[of].get(name) ?? 0) + amount);
}

function tableOf({ names }: Account, physical: string): [TableName, Table] {
  const found = Object.entries(names).find(([, name]) => name === physical);
  if (!found) throw new Error(`there is no table ${physical}`);
  return [found[0] as TableName, TABLES[found[0] as TableName]];
}

const keyOf = ({ hash, range }: Table, item: Item): Item => ({
  [hash.name]: item[hash.name],
  ...(range ? { [range.name]: item[range.name] } : {}),
});

/** Notes a write of an item, and of each index that it is in, before or after. */
async function noteWrite(
  account: Account,
  physical: string,
  item: Item,
  isTransacted: boolean,
): Promise<void> {
  const [name, table] = tableOf(account, physical);
  const key = keyOf(table, item);
  const id = `${name} ${Object.values(key).join(' ')}`;
  const previous = account.known.get(id);
  const command = new GetCommand({ TableName: physical, Key: key, ConsistentRead: true });
  const { Item: current } = await account.real(command as never);
  account.known.set(id, current);
  const units = unitsOf(Math.max(bytesOf(previous), bytesOf(current)), WRITE_UNIT_BYTES);
  const times = isTransacted ? TRANSACTED : 1;
  add(account, 'writeUnits', `${name} ${key[table.hash.name]}`, units * times);
  if (isTransacted) add(account, 'transactions', id, 1);
  for (const index of table.indexes) {
    const [from, to] = [previous?.[index.hash.name], current?.[index.hash.name]];
    // an index has its own copy: written when it changes, and removed from where it was
    if (to !== undefined) add(account, 'writeUnits', `${name}.${index.name} ${to}`, units);
    if (from !== undefined && from !== to) {
      add(account, 'writeUnits', `${name}.${index.name} ${from}`, units);
    }
  }
}

function noteRead(
  account: Account,
  request: Request,
  hash: unknown,
  items: readonly (Item | undefined)[],
): void {
  const [name] = tableOf(account, request.TableName);
  const place = request.IndexName ? `${name}.${request.IndexName}` : name;
  const bytes = items.reduce((sum, item) => sum + bytesOf(item), 0);
  const units = unitsOf(bytes, READ_UNIT_BYTES) * (request.ConsistentRead ? 1 : 0.5);
  add(account, 'readUnits', `${place} ${hash}`, units);
}

async function noteBatch(account: Account, input: Input, answer: Answer): Promise<void> {
  for (const [physical, requests] of Object.entries(input.RequestItems ?? {})) {
    const [, { hash }] = tableOf(account, physical);
    if ('Keys' in requests) {
      const found = answer.Responses?.[physical] ?? [];
      const { ConsistentRead = false } = requests;
      for (const key of requests.Keys) {
        const item = found.find((candidate) => candidate[hash.name] === key[hash.name]);
        noteRead(account, { TableName: physical, ConsistentRead }, key[hash.name], [item]);
      }
    } else {
      for (const { PutRequest, DeleteRequest } of requests) {
        await noteWrite(account, physical, PutRequest?.Item ?? DeleteRequest?.Key ?? {}, false);
      }
    }
  }
}

async function noteSingle(
  account: Account,
  input: Request,
  answer: Answer,
  kind: string,
): Promise<void> {
  const [, table] = tableOf(account, input.TableName);
  if (kind === 'QueryCommand') {
    const [hash] = Object.values(input.ExpressionAttributeValues ?? {});
    noteRead(account, input, hash, answer.Items ?? []);
  } else if (kind === 'GetCommand') {
    noteRead(account, input, input.Key?.[table.hash.name], [answer.Item]);
  } else await noteWrite(account, input.TableName, input.Key ?? input.Item ?? {}, false);
}

/**
 * A client that keeps the account of units by table and hash key, indexes among them, and of
 * transactions by item.
 */
export function meterClient(
  client: DynamoDBDocumentClient,
  names: Readonly<Record<TableName, string>>,
): Meter {
  const loads = { writeUnits: new Map(), readUnits: new Map(), transactions: new Map() };
  const real = client.send.bind(client) as unknown as Send;
  const account: Account = { real, names, loads, known: new Map() };
  const send: Send = async (command) => {
    const { input } = command;
    const answer = await real(command);
    if (input.TransactItems) {
      for (const [request] of input.TransactItems.map((item) => Object.values(item))) {
        if (!request) continue;
        await noteWrite(account, request.TableName, request.Key ?? request.Item ?? {}, true);
      }
    } else if (input.RequestItems) await noteBatch(account, input, answer);
    else await noteSingle(account, input as Request, answer, command.constructor.name);
    return answer;
  };
  return { client: { ...client, send } as unknown as DynamoDBDocumentClient, loads };
}
