import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLES, type TableName } from '../../../core/foundation/dynamodb-tables.ts';
import { fromItem, type Item, invalid, isSameItem } from './attribute-values.ts';
import {
  checkItem,
  keyText,
  type Names,
  type ReadRequest,
  type Request,
  readRequest,
} from './check-request.ts';
import { lifeFault, versionFault } from './item-rules.ts';
import { type Command, type Fields, operationOf, requestsOf } from './read-command.ts';
import { type StoredItems, selectItems } from './select-items.ts';

/** One write as it was read, and the item that it leaves: null removes it. */
interface Applied {
  readonly table: TableName;
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | null | undefined;
}

/** Of every fifth batch DynamoDB leaves one half for another call. */
const CUT_BATCHES = 5;

function named(name: string, more: object = {}): Error {
  return Object.assign(new Error(`${name}: ${JSON.stringify(more)}`), { name, ...more });
}

/**
 * Tables in memory that check requests by DynamoDB's own rules, as far as the adapters meet them.
 */
export interface StrictTables {
  readonly names: Names;
  /** A client of them. */
  connect(): DynamoDBDocumentClient;
  /** Every item of a table. */
  items(table: TableName): Record<string, unknown>[];
}

/**
 * Makes new tables. They refuse what AWS refuses, and answer reads that need not be consistent only
 * where this is listed. They end pages early, leave parts of batches undone and delete no expired
 * item. Every written item keeps the rules of its kind: its time to live and its version.
 */
export function openStrictTables({ areBatchesCut = true } = {}): StrictTables {
  const names = Object.fromEntries(
    Object.keys(TABLES).map((name) => [name, `strict-${name}`]),
  ) as Names;
  const stored = new Map<TableName, StoredItems>(
    (Object.keys(TABLES) as TableName[]).map((name) => [name, new Map()]),
  );
  const tokens = new Map<string, string>();
  let batches = 0;
  const itemsOf = (table: TableName): StoredItems => {
    const items = stored.get(table);
    if (!items) throw new Error(`no table ${table}`);
    return items;
  };

  const prepare = (kind: string, request: Request): Applied => {
    const read = readRequest(names, kind, request);
    const { table } = read;
    const key = keyText(table, request.Key ?? request.Item ?? {});
    const before = itemsOf(table).get(key);
    if (!read.condition(before ?? {})) throw named('ConditionalCheckFailedException');
    return { table, key, before, after: resultOf(kind, request, read, before) };
  };
  const apply = ({ table, key, before, after }: Applied): void => {
    if (after === undefined) return;
    if (after === null) {
      itemsOf(table).delete(key);
      return;
    }
    const hash = TABLES[table].hash.name;
    checkItem(table, after);
    const fault =
      lifeFault(table, after, hash) ?? (before && versionFault(table, { before, after, hash }));
    if (fault) throw invalid(fault);
    itemsOf(table).set(key, after);
  };

  const transact = (input: Fields): object => {
    const writes = requestsOf(names, 'TransactWriteItems', input);
    const content = JSON.stringify(input.TransactItems);
    const token = input.ClientRequestToken;
    const known = token === undefined ? undefined : tokens.get(token);
    if (known === content) return {};
    if (known !== undefined) throw named('IdempotentParameterMismatchException');
    const outcomes = writes.map(({ kind, request }) => {
      try {
        return { applied: prepare(kind, request) };
      } catch (error) {
        if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
        return { Code: 'ConditionalCheckFailed' };
      }
    });
    if (outcomes.some(({ Code }) => Code)) {
      const CancellationReasons = outcomes.map(({ Code = 'None' }) => ({ Code }));
      throw named('TransactionCanceledException', { CancellationReasons });
    }
    for (const { applied } of outcomes) if (applied) apply(applied);
    if (token !== undefined) tokens.set(token, content);
    return {};
  };

  const isCut = (): boolean => {
    batches += 1;
    return areBatchesCut && batches % CUT_BATCHES === 0;
  };
  const readBatch = (input: Fields): object => {
    const reads = requestsOf(names, 'BatchGetItem', input);
    const done = isCut() ? reads.slice(0, Math.floor(reads.length / 2)) : reads;
    const Responses: Record<string, object[]> = {};
    for (const { request } of done) {
      const { table } = readRequest(names, 'GetItem', request);
      Responses[request.TableName] ??= [];
      const item = itemsOf(table).get(keyText(table, request.Key ?? {}));
      if (item) Responses[request.TableName]?.push(fromItem(item));
    }
    const rest = reads.slice(done.length);
    const [first] = rest;
    if (!first) return { Responses };
    const Keys = rest.map(({ request }) => fromItem(request.Key ?? {}));
    const again = { Keys, ConsistentRead: first.request.ConsistentRead };
    return { Responses, UnprocessedKeys: { [first.request.TableName]: again } };
  };
  const writeBatch = (input: Fields): object => {
    const writes = requestsOf(names, 'BatchWriteItem', input);
    const done = isCut() ? writes.slice(0, Math.floor(writes.length / 2)) : writes;
    for (const { kind, request } of done) apply(prepare(kind, request));
    const UnprocessedItems: Record<string, object[]> = {};
    for (const { request, plain } of writes.slice(done.length)) {
      UnprocessedItems[request.TableName] ??= [];
      UnprocessedItems[request.TableName]?.push(plain);
    }
    return { UnprocessedItems };
  };

  const answer = (operation: string, input: Fields): object => {
    if (operation === 'TransactWriteItems') return transact(input);
    if (operation === 'BatchGetItem') return readBatch(input);
    if (operation === 'BatchWriteItem') return writeBatch(input);
    const [one] = requestsOf(names, operation, input);
    if (!one) throw invalid(`${operation} without a request`);
    const { request } = one;
    if (operation === 'GetItem') {
      const { table, projection } = readRequest(names, operation, request);
      if (projection) throw new Error('projections of one item are not supported here');
      const item = itemsOf(table).get(keyText(table, request.Key ?? {}));
      return item ? { Item: fromItem(item) } : {};
    }
    if (operation === 'Query' || operation === 'Scan') {
      const read = readRequest(names, operation, request);
      return selectItems(itemsOf(read.table), request, read);
    }
    const applied = prepare(operation, request);
    apply(applied);
    return returned(request, applied);
  };
  const send = async (command: Command) => {
    await Promise.resolve();
    return structuredClone(answer(operationOf(command.constructor.name), command.input));
  };
  return {
    names,
    connect: () => ({ send }) as unknown as DynamoDBDocumentClient,
    items: (table) => [...itemsOf(table).values()].map(fromItem),
  };
}

function resultOf(
  kind: string,
  { Key, Item }: Request,
  { update }: ReadRequest,
  before: Item | undefined,
): Item | null | undefined {
  if (kind === 'ConditionCheck') return undefined;
  if (kind === 'DeleteItem') return null;
  if (kind === 'PutItem') return Item;
  return update.apply(before ?? Key ?? {});
}

function returned({ ReturnValues }: Request, { before, after }: Applied): object {
  if (!ReturnValues || ReturnValues === 'NONE' || !after) return {};
  if (ReturnValues === 'ALL_NEW') return { Attributes: fromItem(after) };
  if (ReturnValues !== 'UPDATED_NEW') throw new Error(`${ReturnValues} is not supported here`);
  const changed = Object.entries(after).filter(
    ([name, value]) => !before || !isSameItem({ [name]: value }, { [name]: before[name] ?? value }),
  );
  return { Attributes: fromItem(Object.fromEntries(changed)) };
}
