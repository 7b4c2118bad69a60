import { TABLES, type Table, type TableName } from '../../../core/foundation/dynamodb-tables.ts';
import {
  checkValue,
  type Item,
  invalid,
  isSameItem,
  itemSize,
  typeOf,
} from './attribute-values.ts';
import {
  type Condition,
  createPlaceholders,
  readCondition,
  readProjection,
} from './expressions.ts';
import { readUpdate, type Update } from './update-expression.ts';

/** The tables by the names under which requests know them. */
export type Names = Readonly<Record<TableName, string>>;

/** A part of a request that names one item, or a query; its items as the protocol writes them. */
export interface Request {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConsistentRead?: boolean;
  readonly Limit?: number;
  readonly ScanIndexForward?: boolean;
  readonly ExclusiveStartKey?: Item;
  readonly ReturnValues?: string;
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}

/** A request whose expressions were read. */
export interface ReadRequest {
  readonly table: TableName;
  readonly condition: Condition;
  readonly keyCondition: Condition;
  readonly filter: Condition;
  readonly projection: readonly (readonly (string | number)[])[] | undefined;
  readonly update: Update;
}

/**
 * Reads that need not be consistent, by the start of their key, with the reason. Every other read
 * of a table is consistent: a decision may hang on it.
 */
const EVENTUAL_READS: Readonly<Record<string, string>> = {
  'routes#': 'the operator writes them, and a page that was just routed may be 404 for a moment',
  'refusedOrigins#': 'a list for people to read, and its write has a condition',
};

/** Amazon DynamoDB developer guide, "Quotas". */
const MAX_ITEM_BYTES = 400 * 1024;
const MAX_HASH_BYTES = 2048;
const MAX_RANGE_BYTES = 1024;
const MAX_EXPRESSION_BYTES = 4096;

const tableOf = (names: Names, name: string): TableName => {
  const found = (Object.keys(names) as TableName[]).find((table) => names[table] === name);
  if (found) return found;
  const error = new Error(`Requested resource not found: Table: ${name}`);
  throw Object.assign(error, { name: 'ResourceNotFoundException' });
};

/** The names of a table's key attributes. */
export function keyNames({ hash, range }: Pick<Table, 'hash' | 'range'>): string[] {
  return range ? [hash.name, range.name] : [hash.name];
}

/** The text by which an item is known. */
export function keyText(table: TableName, item: Item): string {
  return JSON.stringify(keyNames(TABLES[table]).map((name) => item[name]));
}

function checkKeyAttribute(item: Item, name: string, type: string, max: number): void {
  const value = item[name];
  if (!value) throw invalid(`One of the required keys was not given a value: ${name}`);
  if (typeOf(value) !== type) throw invalid(`Type mismatch for key ${name}`);
  if (!('S' in value)) return;
  if (value.S === '')
    throw invalid(`The AttributeValue for a key attribute can't be empty: ${name}`);
  if (Buffer.byteLength(value.S) > max) throw invalid(`Size of ${name} has exceeded the limit`);
}

/** Throws for a key that lacks an attribute, or has one more. */
export function checkKey(table: TableName, key: Item): void {
  const { hash, range }: Table = TABLES[table];
  checkKeyAttribute(key, hash.name, hash.type, MAX_HASH_BYTES);
  if (range) checkKeyAttribute(key, range.name, range.type, MAX_RANGE_BYTES);
  if (Object.keys(key).length !== (range ? 2 : 1)) {
    throw invalid('The provided key element does not match the schema');
  }
}

/** Throws for an item that DynamoDB doesn't store. */
export function checkItem(table: TableName, item: Item): void {
  const { hash, range, indexes }: Table = TABLES[table];
  checkKeyAttribute(item, hash.name, hash.type, MAX_HASH_BYTES);
  if (range) checkKeyAttribute(item, range.name, range.type, MAX_RANGE_BYTES);
  for (const { hash: indexed, range: sorted } of indexes) {
    for (const { name, type } of [indexed, sorted]) {
      if (item[name]) checkKeyAttribute(item, name, type, MAX_RANGE_BYTES);
    }
  }
  for (const value of Object.values(item)) checkValue(value);
  if (itemSize(item) > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum');
}

function checkConsistency(table: TableName, request: Request, starts: readonly string[]): void {
  if (request.IndexName !== undefined) {
    if (request.ConsistentRead) {
      throw invalid('Consistent reads are not supported on global secondary indexes');
    }
    return;
  }
  if (request.ConsistentRead) return;
  const mayLag = starts.some((text) =>
    Object.keys(EVENTUAL_READS).some((start) => text.startsWith(start)),
  );
  if (mayLag) return;
  throw invalid(`This read of ${table} is eventually consistent, and may miss a write: ${starts}`);
}

function textsIn(item: Item = {}): string[] {
  return Object.values(item).flatMap((value) => ('S' in value ? [value.S] : []));
}

/** Reads a request, and throws the error with which DynamoDB refuses it. */
export function readRequest(names: Names, kind: string, request: Request): ReadRequest {
  const table = tableOf(names, request.TableName);
  const { ExpressionAttributeNames: some, ExpressionAttributeValues: values } = request;
  if (some && Object.keys(some).length === 0) throw invalid('ExpressionAttributeNames is empty');
  if (values && Object.keys(values).length === 0) {
    throw invalid('ExpressionAttributeValues must not be empty');
  }
  for (const value of Object.values(values ?? {})) checkValue(value);
  const texts = [request.KeyConditionExpression, request.FilterExpression];
  for (const text of [...texts, request.ConditionExpression, request.UpdateExpression]) {
    if (Buffer.byteLength(text ?? '') > MAX_EXPRESSION_BYTES) {
      throw invalid('Expression size has exceeded the maximum allowed size');
    }
  }
  if (request.Key) checkKey(table, request.Key);
  if (request.Item) checkItem(table, request.Item);
  const placeholders = createPlaceholders(some, values);
  const read = {
    table,
    condition: readCondition(request.ConditionExpression, placeholders),
    keyCondition: readCondition(request.KeyConditionExpression, placeholders),
    filter: readCondition(request.FilterExpression, placeholders),
    projection:
      request.ProjectionExpression === undefined
        ? undefined
        : readProjection(request.ProjectionExpression, placeholders),
    update: readUpdate(request.UpdateExpression, placeholders),
  };
  placeholders.refuseUnused();
  if (keyNames(TABLES[table]).some((name) => read.update.attributes.has(name))) {
    throw invalid('Cannot update attribute. This attribute is part of the key');
  }
  if (kind === 'GetItem') checkConsistency(table, request, textsIn(request.Key));
  if (kind === 'Query' || kind === 'Scan') checkConsistency(table, request, textsIn(values));
  return read;
}

/** Throws if two of the keys are the same, or there are more than this number. */
export function checkKeys(keys: readonly (readonly [TableName, Item])[], max: number): void {
  if (keys.length === 0) throw invalid('The batch or transaction is empty');
  if (keys.length > max) throw invalid(`Too many items requested: ${keys.length}, at most ${max}`);
  for (const [at, [table, key]] of keys.entries()) {
    const isAgain = keys
      .slice(at + 1)
      .some(([other, one]) => other === table && isSameItem(one, key));
    if (isAgain) throw invalid(`The same item is named twice: ${JSON.stringify(key)}`);
  }
}
