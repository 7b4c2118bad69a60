import type { TableName } from '../../../core/foundation/dynamodb-tables.ts';
import { TABLES } from '../../../core/foundation/dynamodb-tables.ts';
import { type Item, invalid, toItem } from './attribute-values.ts';
import { checkKeys, keyNames, type Names, type Request, readRequest } from './check-request.ts';

/** A command of the client for documents. */
export interface Command {
  readonly constructor: { readonly name: string };
  readonly input: Fields;
}

/** The input of a command, its items as plain values. */
export interface Fields {
  readonly TransactItems?: readonly Readonly<Record<string, object>>[];
  readonly ClientRequestToken?: string;
  readonly RequestItems?: Readonly<Record<string, unknown>>;
}

/** One request of a command, with its kind and how it was written. */
export interface OneRequest {
  readonly kind: string;
  readonly request: Request;
  readonly plain: object;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  GetCommand: 'GetItem',
  PutCommand: 'PutItem',
  UpdateCommand: 'UpdateItem',
  DeleteCommand: 'DeleteItem',
  QueryCommand: 'Query',
  ScanCommand: 'Scan',
  BatchGetCommand: 'BatchGetItem',
  BatchWriteCommand: 'BatchWriteItem',
  TransactWriteCommand: 'TransactWriteItems',
};

const TRANSACTED: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheck',
};

const ITEM_FIELDS = ['Key', 'Item', 'ExclusiveStartKey', 'ExpressionAttributeValues'] as const;

/** Amazon DynamoDB API reference: the items of a transaction, of a batch of reads, of writes. */
const MAX_ITEMS: Readonly<Record<string, number>> = {
  TransactWriteItems: 100,
  BatchGetItem: 100,
  BatchWriteItem: 25,
};

/** The operation of a command's class. */
export function operationOf(name: string): string {
  const operation = OPERATIONS[name];
  if (operation) return operation;
  throw new Error(`the tables know no ${name}`);
}

function toRequest(fields: object): Request {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const plain = Object.fromEntries(given) as Record<string, object>;
  const items = ITEM_FIELDS.flatMap((name) => {
    const item = plain[name];
    return item ? [[name, toItem(item)] as const] : [];
  });
  return { ...plain, ...Object.fromEntries(items) } as unknown as Request;
}

function writesOf(TableName: string, plain: object): OneRequest {
  const { PutRequest, DeleteRequest } = plain as Record<string, object | undefined>;
  const kind = PutRequest ? 'PutItem' : 'DeleteItem';
  return { kind, plain, request: toRequest({ TableName, ...(PutRequest ?? DeleteRequest) }) };
}

function readsOf(TableName: string, fields: object): OneRequest[] {
  const { Keys = [], ...others } = fields as { Keys?: object[] };
  return Keys.map((Key) => ({
    kind: 'GetItem',
    plain: Key,
    request: toRequest({ TableName, ...others, Key }),
  }));
}

function split(operation: string, input: Fields): OneRequest[] {
  if (operation === 'TransactWriteItems') {
    return (input.TransactItems ?? []).map((write) => {
      const given = Object.entries(write).filter(([, value]) => value !== undefined);
      const [[name, fields] = ['', {}], ...more] = given;
      const kind = TRANSACTED[name];
      if (!kind || more.length > 0)
        throw invalid('TransactItems can only contain one of its kinds');
      return { kind, plain: write, request: toRequest(fields) };
    });
  }
  const tables = Object.entries(input.RequestItems ?? {});
  if (operation === 'BatchGetItem') {
    return tables.flatMap(([name, fields]) => readsOf(name, fields as object));
  }
  if (operation === 'BatchWriteItem') {
    return tables.flatMap(([name, list]) => (list as object[]).map((one) => writesOf(name, one)));
  }
  return [{ kind: operation, plain: input, request: toRequest(input) }];
}

function keyOf(table: TableName, { Key, Item: item }: Request): readonly [TableName, Item] {
  const from = Key ?? item ?? {};
  const attributes = keyNames(TABLES[table]).map((name) => [name, from[name]]);
  return [table, Object.fromEntries(attributes) as Item];
}

/** The requests of a command; throws the error with which DynamoDB refuses the command. */
export function requestsOf(names: Names, operation: string, input: Fields): OneRequest[] {
  const all = split(operation, input);
  const read = all.map(({ kind, request }) => readRequest(names, kind, request));
  const max = MAX_ITEMS[operation];
  if (max === undefined) return all;
  const keys = all.map(({ request }, at) => keyOf(read[at]?.table ?? 'usage', request));
  checkKeys(keys, max);
  return all;
}
