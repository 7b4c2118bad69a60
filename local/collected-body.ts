/** A body that is read from its source once, as fast as it comes, and by any number of readers from its start. */
export interface CollectedBody {
  read(): AsyncIterable<Uint8Array>;
  /** All of it; rejects where the source fails or ends at another length than it was announced with. */
  readonly whole: Promise<Buffer>;
}

interface Collection {
  readonly chunks: Uint8Array[];
  end: 'open' | 'whole' | Error;
  /** Settles at the next change. */
  changed: PromiseWithResolvers<void>;
}

function noteChange(collection: Collection): void {
  const { resolve } = collection.changed;
  collection.changed = Promise.withResolvers();
  resolve();
}

function noteEnd(collection: Collection, end: 'whole' | Error): void {
  if (collection.end !== 'open') return;
  collection.end = end;
  noteChange(collection);
}

/** Whole at the last byte, not at the end after it: a client that has it all may ask again before that. */
async function pump(
  source: AsyncIterable<Uint8Array>,
  bytes: number,
  collection: Collection,
): Promise<void> {
  let seen = 0;
  for await (const chunk of source) {
    seen += chunk.length;
    if (seen > bytes) break;
    collection.chunks.push(chunk);
    if (seen === bytes) noteEnd(collection, 'whole');
    else noteChange(collection);
  }
  if (seen === bytes)
    noteEnd(collection, 'whole'); // a body of no bytes
  else throw new Error(`a body of ${bytes} bytes was cut or overran`);
}

async function awaitWhole(collection: Collection, bytes: number): Promise<Buffer> {
  while (collection.end === 'open') await collection.changed.promise;
  if (collection.end instanceof Error) throw collection.end;
  return Buffer.concat(collection.chunks, bytes);
}

async function* readFrom(collection: Collection): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const chunk = collection.chunks[at];
    if (chunk) {
      at += 1;
      yield chunk;
    } else if (collection.end === 'open') await collection.changed.promise;
    else if (collection.end === 'whole') return;
    else throw collection.end;
  }
}

/** Collects a body of a known length. */
export function collectBody(source: AsyncIterable<Uint8Array>, bytes: number): CollectedBody {
  const collection: Collection = { chunks: [], end: 'open', changed: Promise.withResolvers() };
  pump(source, bytes, collection).catch((error: Error) => noteEnd(collection, error));
  return { read: () => readFrom(collection), whole: awaitWhole(collection, bytes) };
}
