import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderObjectStore } from '../../../../adapters/folder/object-store.ts';
import { readAhead, readWhole } from '../../../../core/use-cases/delivery/read-stored-object.ts';
import { collectBody } from '../../../../local/http/collected-body.ts';
import { createSpool } from '../../../../local/http/spool.ts';
import { createResponseStream } from '../../../../local/lambda/response-stream.ts';

type Body = AsyncIterable<Uint8Array>;

/** Pieces, windows and shares of memory have a size near one of these. */
const UNITS = [65_536, 262_144, 1_000_000, 1_048_576];
const SIZES = [0, 1, ...UNITS.flatMap((unit) => [unit - 1, unit, unit + 1, 2 * unit + 1])];
/** The pieces of a store: one of everything, of no round size, and of a disk. */
const PIECES = [Infinity, 100_003, 65_536];

// bytes that differ at each place, so that one that is left out or moved is seen
const ALL = createHash('shake256', { outputLength: 2_200_000 }).update('all').digest();

async function* bodyOf(bytes: Uint8Array, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.slice(at, at + piece);
}

async function collect(body: Body): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-whole-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The bytes that reach the parent of a function, which takes each piece immediately. */
async function throughStream(bytes: Uint8Array, piece: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const stream = createResponseStream(1, (message) => {
    if (message.type !== 'chunk') return;
    parts.push(message.data);
    queueMicrotask(() => stream.noteConsumed(message.data.length));
  });
  for await (const part of bodyOf(bytes, piece))
    await new Promise((resolve) => stream.writable.write(part, resolve));
  await new Promise<void>((resolve) => stream.writable.end(resolve));
  return Buffer.concat(parts);
}

/** Each way that a body takes to a client, or a part of it. */
const WAYS: Readonly<Record<string, (bytes: Uint8Array, piece: number) => Promise<Buffer>>> = {
  'read whole': async (bytes, piece) =>
    Buffer.from(await readWhole({ bytes: bytes.length, body: bodyOf(bytes, piece) })),
  'read ahead': async (bytes, piece) =>
    collect(await readAhead({ bytes: bytes.length, body: bodyOf(bytes, piece) }, bytes.length)),
  'sent by a function': throughStream,
  'collected in memory': async (bytes, piece) => {
    const options = { bytes: bytes.length, spool: undefined };
    return collect(collectBody(bodyOf(bytes, piece), options).read());
  },
  'collected on disk': async (bytes, piece) => {
    const options = { bytes: bytes.length, spool: createSpool(join(folder, 'spool')) };
    const body = collectBody(bodyOf(bytes, piece), options);
    // to a reader that begins when all of it is on disk
    await body.whole;
    const read = await collect(body.read());
    body.release();
    return read;
  },
  'stored in a folder': async (bytes, piece) => {
    const objects = createFolderObjectStore(join(folder, 'objects'));
    await objects.put('img_a/a.jpg', await collect(bodyOf(bytes, piece)), 'image/jpeg');
    const stored = await objects.get('img_a/a.jpg');
    return stored ? collect(stored.body) : Buffer.from('missing');
  },
};

describe.each(Object.entries(WAYS))('a body %s', (_, way) => {
  it('has every byte, at each size around a piece of it (security.whole-answers)', async () => {
    for (const size of SIZES)
      for (const piece of PIECES) {
        const sent = ALL.subarray(0, size);
        const got = await way(sent, piece);
        expect([size, piece, got.length, got.equals(sent)]).toEqual([size, piece, size, true]);
      }
  });
});
