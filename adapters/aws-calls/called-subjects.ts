import { TABLES } from '../../core/foundation/dynamodb-tables.ts';
import { isJsonObject, type JsonObject } from '../../core/foundation/json/json-value.ts';

/**
 * One subject of a call that a policy can name; never bytes, a record's attributes or the hash of a
 * key.
 */
export interface CalledSubject {
  /** For a transaction or a batch: the kind of write. */
  readonly write?: string;
  readonly table?: string;
  readonly index?: string;
  /** For tables whose partition keys the policies name. */
  readonly hashKey?: string;
  readonly bucket?: string;
  readonly key?: string;
  readonly prefix?: string;
  readonly hasVersion?: boolean;
  /** `<bucket>/<key>`, as S3 takes it. */
  readonly copySource?: string;
  readonly queueUrl?: string;
  readonly distributionId?: string;
  readonly busName?: string;
}

/** Not the one of `keys`, which is the hash of a key: it stays out of every file. */
const REPORTED_HASHES: readonly string[] = [TABLES.images, TABLES.usage, TABLES.projects].map(
  ({ hash }) => hash.name,
);
const INDEX_HASHES: readonly string[] = TABLES.images.indexes.map(({ hash }) => hash.name);

function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function defined(subject: Readonly<Record<keyof CalledSubject & string, unknown>> | JsonObject) {
  const reported = Object.entries(subject).filter(([, value]) => value !== undefined);
  return Object.fromEntries(reported) as CalledSubject;
}

function hashKeyOf(key: JsonObject): unknown {
  const name = REPORTED_HASHES.find((hash) => hash in key);
  return name && key[name];
}

/** The value that a query's condition gives the partition key. */
function queriedHash({ KeyConditionExpression, ExpressionAttributeValues }: JsonObject): unknown {
  const [, name = '', value = ''] =
    String(KeyConditionExpression).match(/^\s*(\w+)\s*=\s*(:\w+)/) ?? [];
  if (![...REPORTED_HASHES, ...INDEX_HASHES].includes(name)) return undefined;
  return fieldsOf(ExpressionAttributeValues)[value];
}

function writesOf(item: unknown): CalledSubject[] {
  return Object.entries(fieldsOf(item)).map(([write, value]) => {
    const { TableName, Key, Item } = fieldsOf(value);
    return defined({ write, table: TableName, hashKey: hashKeyOf(fieldsOf(Key ?? Item)) });
  });
}

/** A batch of writes is a list for each table; a batch of reads has its keys in an object. */
function batchOf([table, requests]: [string, unknown]): CalledSubject[] {
  const { Keys } = fieldsOf(requests);
  if (Array.isArray(Keys)) {
    return Keys.map((key) => defined({ table, hashKey: hashKeyOf(fieldsOf(key)) }));
  }
  return (requests as unknown[]).map((request) => {
    const [[write, value] = ['', {}]] = Object.entries(fieldsOf(request));
    const { Key, Item } = fieldsOf(value);
    return defined({ write, table, hashKey: hashKeyOf(fieldsOf(Key ?? Item)) });
  });
}

function oneSubject(input: JsonObject): CalledSubject {
  return defined({
    table: input.TableName,
    index: input.IndexName,
    hashKey: input.KeyConditionExpression
      ? queriedHash(input)
      : hashKeyOf(fieldsOf(input.Key ?? input.Item)),
    bucket: input.Bucket,
    key: typeof input.Key === 'string' ? input.Key : undefined,
    prefix: input.Prefix,
    hasVersion: input.VersionId === undefined ? undefined : true,
    copySource: input.CopySource,
    queueUrl: input.QueueUrl,
    distributionId: input.DistributionId,
  });
}

/** The subjects of a command's input: one, or one for each item. */
export function calledSubjects(input: JsonObject): CalledSubject[] {
  const { TransactItems, RequestItems, Delete, Bucket, Entries } = input;
  if (Array.isArray(TransactItems)) return TransactItems.flatMap(writesOf);
  if (RequestItems) return Object.entries(fieldsOf(RequestItems)).flatMap(batchOf);
  if (Array.isArray(Entries) && !input.QueueUrl) {
    return Entries.map(fieldsOf).map(({ EventBusName }) => defined({ busName: EventBusName }));
  }
  const { Objects } = fieldsOf(Delete);
  if (!Array.isArray(Objects)) return [oneSubject(input)];
  return Objects.map(fieldsOf).map(({ Key, VersionId }) =>
    defined({ bucket: Bucket, key: Key, hasVersion: VersionId !== undefined }),
  );
}
