import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { endOfKey, type KeyKind, type KeyRecord } from '../../../core/projects/credentials.ts';
import {
  type KeyRing,
  keysToTell,
  type NewKey,
  type ProjectKey,
} from '../../../core/projects/project-keys.ts';
import {
  type ColumnsOf,
  fields,
  list,
  number,
  orNull,
  type Row,
  text,
  withDefault,
  wordOf,
} from '../../rows/columns.ts';
import { KEY, scopes } from '../../rows/key-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import type { Write } from '../client/transactional-write.ts';
import { endsAt } from '../client/usage.ts';

const readKeyItem = dynamoItem('keys', {
  ...KEY,
  kind: wordOf<KeyKind>({ api: true, upload: true }),
  scopes: withDefault(scopes, []),
} satisfies ColumnsOf<ProjectKey & { readonly kind: KeyKind }>);

/** The start of the key of a pointer by a key's ID, which only early versions wrote. */
export const POINTER_START = 'id#';

/** A key's entry in its project's list of keys. */
export interface RingEntry extends Pick<KeyRecord, 'keyId' | 'expiresAt' | 'revokedAt'> {
  readonly sha256: string;
}

/** A project's keys of one kind, and the number of their changes. */
export interface Ring {
  readonly version: number;
  readonly entries: readonly RingEntry[];
}

const readRingItem = dynamoItem('keys', {
  version: number,
  entries: list(
    fields({
      keyId: text,
      sha256: text,
      expiresAt: orNull(number),
      revokedAt: orNull(number),
    } satisfies ColumnsOf<RingEntry>),
  ),
} satisfies ColumnsOf<Ring>);

/** The key of a key's item. */
export function bySha256(sha256: string) {
  return { lookup: `sha256#${sha256}` };
}

/** The key of the item with a project's list of keys of a kind. */
export function byRing({ projectId, kind }: KeyRing) {
  return { lookup: `project#${projectId}#${kind}` };
}

/** The key and its kind in an item, which is stored under the SHA-256 of the key. */
export function keyOfItem(item: Row): { readonly key: ProjectKey; readonly kind: KeyKind } {
  const { kind, ...key } = readKeyItem(item);
  return { key, kind };
}

/** A project's keys of a kind in an item; empty if it never had any. */
export function ringOfItem(item: Row | undefined): Ring {
  return readRingItem(item) ?? { version: 0, entries: [] };
}

/**
 * An item of the table of keys, read consistently: a revocation takes effect on the next request.
 */
export async function getKeyItem(
  client: DynamoDBDocumentClient,
  table: string,
  key: { readonly lookup: string },
): Promise<Record<string, unknown> | undefined> {
  const command = new GetCommand({ TableName: table, Key: key, ConsistentRead: true });
  return (await withRetry(() => client.send(command))).Item;
}

/** A project's listed keys; empty if it never had any. */
export async function getRing(
  client: DynamoDBDocumentClient,
  table: string,
  ring: KeyRing,
  now: number,
): Promise<Ring> {
  const { version, entries } = ringOfItem(await getKeyItem(client, table, byRing(ring)));
  return { version, entries: keysToTell([...entries], now) };
}

/** The expiry of a key's item: an ended key stays listed for a while. */
function ending(key: Pick<KeyRecord, 'expiresAt' | 'revokedAt'>) {
  const at = endOfKey(key);
  return at === null ? {} : { endsAt: endsAt(at + LIMITS.endedKeyMs) };
}

/** A key as its item. */
export function keyItem(kind: KeyKind, { sha256, record }: NewKey): Record<string, unknown> {
  return { ...bySha256(sha256), ...record, kind, ...ending(record) };
}

/** Stores a key that doesn't exist yet. */
export function putKey(table: string, kind: KeyKind, { sha256, record }: NewKey): Write {
  const Item = keyItem(kind, { sha256, record });
  return { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(lookup)' } };
}

/** Changes the end of an existing key. */
export function changeKey(
  table: string,
  sha256: string,
  { expiresAt, revokedAt, replacedBy }: Pick<KeyRecord, 'expiresAt' | 'revokedAt' | 'replacedBy'>,
): Write {
  const values = { expiresAt, revokedAt, replacedBy, ...ending({ expiresAt, revokedAt }) };
  const names = Object.keys(values);
  return {
    Update: {
      TableName: table,
      Key: bySha256(sha256),
      UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(lookup)',
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`:${name}`, value]),
      ),
    },
  };
}

/** Stores a project's list of keys, unless it has changed since it was read. */
export function putRing(
  table: string,
  ring: KeyRing,
  { version }: Ring,
  entries: readonly RingEntry[],
): Write {
  const condition =
    version === 0
      ? { ConditionExpression: 'attribute_not_exists(lookup)' }
      : { ConditionExpression: 'version = :was', ExpressionAttributeValues: { ':was': version } };
  const Item = { ...byRing(ring), version: version + 1, entries };
  return { Put: { TableName: table, Item, ...condition } };
}
