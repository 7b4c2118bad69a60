import { randomUUID } from 'node:crypto';
import { link, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { GrantKey } from '../cloudfront/access-grants.ts';
import { createGrantKeyPair } from '../cloudfront/grant-key-pair.ts';
import { fields, json, list, text } from '../rows/columns.ts';
import { hasCode, isMissing } from './disk/disk-faults.ts';
import { syncFolder, writeDurably } from './disk/folder-files.ts';

const readKeys = json(fields({ keys: list(fields({ keyPairId: text, privateKey: text })) }));

/**
 * The keys of the file, newest first, which signs; none without a file. Throws if it is damaged.
 * Grants of the former one end in their own time.
 */
export async function readGrantKeys(path: string): Promise<readonly GrantKey[]> {
  try {
    return readKeys(await readFile(path, 'utf8')).keys.slice(0, LIMITS.maxGrantKeys);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A new key, with an ID in the form of CloudFront's. */
async function makeKey(): Promise<GrantKey> {
  const { privateKey } = await createGrantKeyPair();
  const name = randomUUID().replaceAll('-', '').slice(0, 13).toUpperCase();
  return { keyPairId: `K${name}`, privateKey };
}

/** Writes a file for its owner alone, whole and on disk before it has its name. */
async function writeFirst(path: string, content: string): Promise<void> {
  const partial = `${path}.${randomUUID()}`;
  try {
    await writeDurably(partial, content);
    // a link, and no rename: of two processes the first one's keys stay
    await link(partial, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(partial, { force: true });
  }
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    // whoever finds the file takes it for durable
    await rm(path, { force: true });
    throw error;
  }
}

/** The key that signs, made at the first need; two processes at the same time get the same one. */
export async function findOrMakeGrantKey(path: string): Promise<GrantKey> {
  const [known] = await readGrantKeys(path);
  if (known) return known;
  await writeFirst(path, JSON.stringify({ keys: [await makeKey()] }));
  const [made] = await readGrantKeys(path);
  if (!made) throw new Error('The file with the keys of grants has no key.');
  return made;
}
