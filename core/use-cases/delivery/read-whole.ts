import type { StoredObject } from '../../ports/images/object-store.ts';

/** All bytes of a stored object. */
export async function readWhole({ body }: StoredObject): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}
