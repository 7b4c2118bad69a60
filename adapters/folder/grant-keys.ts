import { generateKeyPair, randomUUID } from 'node:crypto';
import { link, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { fields, json, list, text } from '../rows/columns.ts';
import { hasCode, isMissing } from './disk/disk-faults.ts';
import { syncFolder, writeDurably } from './disk/folder-files.ts';

/** A key of a service in a data folder. */
export interface FolderGrantKey {
  readonly keyPairId: string;
  /** PEM (PKCS #8); its public key verifies. */
  readonly privateKey: string;
}

/** The newest key signs. Two are trusted: grants of the former one end in their own time. */
export const MAX_GRANT_KEYS = 2;

const readKeys = json(fields({ keys: list(fields({ keyPairId: text, privateKey: text })) }));

/** The keys of the file, newest first; none without a file. Throws if it is damaged. */
export async function readGrantKeys(path: string): Promise<readonly FolderGrantKey[]> {
  try {
    return readKeys(await readFile(path, 'utf8')).keys.slice(0, MAX_GRANT_KEYS);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * RSA with 2,048 bits, the least that CloudFront takes (CloudFront developer guide, "Specify
 * signers"); an ID in the form of CloudFront's.
 */
async function makeKey(): Promise<FolderGrantKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
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
export async function findOrMakeGrantKey(path: string): Promise<FolderGrantKey> {
  const [known] = await readGrantKeys(path);
  if (known) return known;
  await writeFirst(path, JSON.stringify({ keys: [await makeKey()] }));
  const [made] = await readGrantKeys(path);
  if (!made) throw new Error('The file with the keys of grants has no key.');
  return made;
}
