import { stat } from 'node:fs/promises';
import { readGrantKeys } from '../../../adapters/folder/grant-keys.ts';
import type { TrustedKey } from './check-grant.ts';

/** The keys of a data folder, read again when the file has changed. */
export function createReadTrustedKeys(path: string): () => Promise<readonly TrustedKey[]> {
  let known: { readonly stamp: string; readonly keys: readonly TrustedKey[] } | undefined;
  return async () => {
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    if (!found) return [];
    const stamp = `${found.ino} ${found.mtimeNs} ${found.size}`;
    if (known?.stamp !== stamp) {
      const keys = await readGrantKeys(path);
      const trusted = keys.map(({ keyPairId, privateKey }) => ({ keyPairId, pem: privateKey }));
      known = { stamp, keys: trusted };
    }
    return known.keys;
  };
}
