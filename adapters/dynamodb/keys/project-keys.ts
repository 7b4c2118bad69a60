import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { ProjectKeys } from '../../../core/ports/projects/key-store.ts';
import type { KeyKind } from '../../../core/projects/credentials.ts';
import {
  countLive,
  type KeyRing,
  type NewKey,
  type ProjectKey,
  replacedKey,
  whyNotRotatable,
} from '../../../core/projects/project-keys.ts';
import { getBatch } from '../client/get-batch.ts';
import { untilAnswered } from '../client/retry.ts';
import { writeTransaction } from '../client/transactional-write.ts';
import {
  bySha256,
  changeKey,
  getKeyItem,
  getRing,
  keyOfItem,
  putKey,
  putRing,
  type Ring,
  type RingEntry,
} from './key-rows.ts';

interface Parts {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
}

const MAX_BATCH = 100; // Amazon DynamoDB API reference, BatchGetItem

function entryOf({ sha256, record }: NewKey): RingEntry {
  const { keyId, expiresAt, revokedAt } = record;
  return { keyId, sha256, expiresAt, revokedAt };
}

/** One of a project's keys with its item. */
async function readKey({ client, table }: Parts, { entries }: Ring, keyId: string) {
  const entry = entries.find((entry) => entry.keyId === keyId);
  const item = entry && (await getKeyItem(client, table, bySha256(entry.sha256)));
  return entry && item && { entry, key: keyOfItem(item).key };
}

/** Stores a new key and its project's list, unless more than `maxLive` keys would be active. */
export async function enterKey(
  { client, table }: Parts,
  kind: KeyKind,
  result: NewKey,
  { maxLive, now }: { readonly maxLive: number; readonly now: number },
): Promise<'created' | 'limit_exceeded'> {
  const ring = { projectId: result.record.projectId, kind };
  return untilAnswered(async (patience) => {
    const previous = await getRing(client, table, ring, now);
    if (countLive(previous.entries, now) >= maxLive) return 'limit_exceeded';
    const writes = [
      putKey(table, kind, result),
      putRing(table, ring, previous, [...previous.entries, entryOf(result)]),
    ];
    const failed = await writeTransaction(client, writes, patience);
    if (failed.has(0)) throw new Error('the key already exists');
    return failed.size === 0 ? 'created' : undefined; // else another change came between
  });
}

async function listKeys({ client, table }: Parts, ring: KeyRing, now: number) {
  const { entries } = await getRing(client, table, ring, now);
  const keys = entries.map(({ sha256 }) => bySha256(sha256));
  const found = new Map<string, ProjectKey>();
  for (let at = 0; at < keys.length; at += MAX_BATCH) {
    const items = await getBatch(client, table, keys.slice(at, at + MAX_BATCH));
    for (const item of items) {
      const { key } = keyOfItem(item);
      found.set(key.keyId, key);
    }
  }
  return entries.flatMap(({ keyId }) => found.get(keyId) ?? []);
}

function rotateKey({ client, table }: Parts): ProjectKeys['rotateKey'] {
  return (ring, rotation, now) =>
    untilAnswered(async (patience) => {
      const previous = await getRing(client, table, ring, now);
      const { keyId, newKey: result } = rotation;
      const old = await readKey({ client, table }, previous, keyId);
      if (!old || whyNotRotatable(old.key, now)) return 'not_rotatable';
      if (countLive(previous.entries, now) >= LIMITS.maxKeysInOverlap) return 'limit_exceeded';
      const ended = replacedKey(old.key, rotation, now);
      const { expiresAt, revokedAt } = ended;
      const entries = previous.entries.map((entry) =>
        entry === old.entry ? { ...entry, expiresAt, revokedAt } : entry,
      );
      const writes = [
        putKey(table, ring.kind, result),
        changeKey(table, old.entry.sha256, ended),
        putRing(table, ring, previous, [...entries, entryOf(result)]),
      ];
      const failed = await writeTransaction(client, writes, patience);
      return failed.size === 0 ? 'rotated' : undefined;
    });
}

function revokeKey({ client, table }: Parts): ProjectKeys['revokeKey'] {
  return (ring, keyId, now) =>
    untilAnswered(async (patience) => {
      const previous = await getRing(client, table, ring, now);
      const found = await readKey({ client, table }, previous, keyId);
      if (!found) return false;
      if (found.key.revokedAt !== null) return true;
      const revoked = { ...found.key, revokedAt: now };
      const entries = previous.entries.map((entry) =>
        entry === found.entry ? { ...entry, revokedAt: now } : entry,
      );
      const writes = [
        changeKey(table, found.entry.sha256, revoked),
        putRing(table, ring, previous, entries),
      ];
      const failed = await writeTransaction(client, writes, patience);
      return failed.size === 0 ? true : undefined;
    });
}

/**
 * The keys of projects in DynamoDB: an item for each project and kind lists them, and every change
 * raises its version.
 */
export function createDynamoProjectKeys(parts: Parts): ProjectKeys {
  return {
    listKeys: (ring, now) => listKeys(parts, ring, now),
    getKey: async (ring, keyId, now) => {
      const previous = await getRing(parts.client, parts.table, ring, now);
      return (await readKey(parts, previous, keyId))?.key;
    },
    createKey: (kind, result, now) =>
      enterKey(parts, kind, result, { maxLive: LIMITS.maxKeys, now }),
    rotateKey: rotateKey(parts),
    revokeKey: revokeKey(parts),
  };
}
