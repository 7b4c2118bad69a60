import { marshall, type marshallOptions, unmarshall } from '@aws-sdk/util-dynamodb';
import { AwsClient, commandClass, type Fields } from './aws-client.ts';
import type { Caller } from './call-aws.ts';
import { callJson } from './call-json.ts';
import type { DynamoDBClient } from './client-dynamodb.ts';

/**
 * The fields whose value is an item, or a part of one, in every command of DynamoDB; and those with
 * a list of them. No other field has these names: those of tables and placeholders are others.
 */
const ITEM = new Set([
  'Item',
  'Key',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'Attributes',
  'LastEvaluatedKey',
]);
const ITEMS = new Set(['Items', 'Keys']);
/** Their fields are named by tables. */
const BY_TABLE = new Set(['RequestItems', 'UnprocessedKeys', 'UnprocessedItems']);

type Convert = (item: never) => unknown;

function eachTable(tables: unknown, change: (value: unknown) => unknown): object {
  const entries = Object.entries(tables as object);
  return Object.fromEntries(entries.map(([table, value]) => [table, change(value)]));
}

/** A copy of an input or output with its items converted, wherever they are. */
function withItems(value: unknown, convert: Convert): unknown {
  if (Array.isArray(value)) return value.map((entry) => withItems(entry, convert));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => {
    if (field === undefined) return [name, field];
    if (ITEM.has(name)) return [name, convert(field as never)];
    if (ITEMS.has(name)) return [name, (field as never[]).map(convert)];
    if (BY_TABLE.has(name)) return [name, eachTable(field, (one) => withItems(one, convert))];
    return [name, withItems(field, convert)];
  });
  return Object.fromEntries(entries);
}

/** The response of a batch of reads: lists of items by their tables. */
function readBatch(tables: unknown): object {
  return eachTable(tables, (items) =>
    (items as Parameters<typeof unmarshall>[0][]).map((item) => unmarshall(item)),
  );
}

interface Context {
  readonly caller: Caller;
  readonly options: marshallOptions;
}

function documentCommand(operation: string) {
  return commandClass<Context>(operation, async ({ caller, options }, input) => {
    const sent = withItems(input, (item) => marshall(item, options)) as Fields;
    const target = `DynamoDB_20120810.${operation}`;
    const { Responses, ...output } = await callJson(caller, { target, version: '1.0' }, sent);
    const read = withItems(output, (item) => unmarshall(item)) as Fields;
    return Responses ? { ...read, Responses: readBatch(Responses) } : read;
  });
}

/** The client whose items are plain values; of those the functions store none as bytes. */
export class DynamoDBDocumentClient extends AwsClient<Context> {
  static from(
    client: DynamoDBClient,
    { marshallOptions: options = {} }: { readonly marshallOptions?: marshallOptions } = {},
  ): DynamoDBDocumentClient {
    return new DynamoDBDocumentClient('DynamoDBClient', { caller: client.caller, options });
  }
}

export const BatchGetCommand = /* @__PURE__ */ documentCommand('BatchGetItem');
export const BatchWriteCommand = /* @__PURE__ */ documentCommand('BatchWriteItem');
export const DeleteCommand = /* @__PURE__ */ documentCommand('DeleteItem');
export const GetCommand = /* @__PURE__ */ documentCommand('GetItem');
export const PutCommand = /* @__PURE__ */ documentCommand('PutItem');
export const QueryCommand = /* @__PURE__ */ documentCommand('Query');
export const ScanCommand = /* @__PURE__ */ documentCommand('Scan');
export const TransactWriteCommand = /* @__PURE__ */ documentCommand('TransactWriteItems');
export const UpdateCommand = /* @__PURE__ */ documentCommand('UpdateItem');
