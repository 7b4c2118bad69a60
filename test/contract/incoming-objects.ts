import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes, type TemporaryImageId } from '../../core/images/ids.ts';
import type { IncomingObjects } from '../../core/ports/uploads/incoming-objects.ts';

export interface IncomingObjectsUnderTest {
  readonly incoming: IncomingObjects;
  /** An act of a form's holder; the entity tag. */
  write(id: TemporaryImageId, bytes: Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** The rules of the port `IncomingObjects`, held against any implementation of it. */
export function describeIncomingObjects(
  name: string,
  create: () => Promise<IncomingObjectsUnderTest>,
): void {
  describe(`incoming objects: ${name}`, () => {
    let test: IncomingObjectsUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());
    const newId = (): TemporaryImageId => `tmp_${encodeIdBytes(randomBytes(26))}`;
    const read = async (id: TemporaryImageId, etag: string) => {
      const stored = await test.incoming.get(id, etag);
      if (!stored) return undefined;
      const chunks: Uint8Array[] = [];
      for await (const chunk of stored.body) chunks.push(chunk);
      expect(Buffer.concat(chunks)).toHaveLength(stored.bytes);
      return Buffer.concat(chunks);
    };

    it('reads an incoming object whole, by its entity tag', async () => {
      const [id, bytes] = [newId(), randomBytes(300_000)];
      const etag = await test.write(id, bytes);
      expect(etag).toBe(createHash('md5').update(bytes).digest('hex'));
      expect(Buffer.compare((await read(id, etag)) ?? Buffer.of(), bytes)).toBe(0);
    });

    it('never gives other bytes than those of the tag', async () => {
      const id = newId();
      const first = await test.write(id, Buffer.from('first'));
      const second = await test.write(id, Buffer.from('second'));
      expect((await read(id, first))?.toString() ?? 'replaced').toMatch(/^(first|replaced)$/);
      expect((await read(id, second))?.toString()).toBe('second');
      expect(await read(id, 'f'.repeat(32))).toBeUndefined();
      expect(await read(id, '../../x')).toBeUndefined();
    });

    it('removes every object of an id, and none of another', async () => {
      const [id, other] = [newId(), newId()];
      const first = await test.write(id, Buffer.from('first'));
      const second = await test.write(id, Buffer.from('second'));
      const kept = await test.write(other, Buffer.from('kept'));
      await test.incoming.remove(id);
      await test.incoming.remove(id);
      expect([await read(id, first), await read(id, second)]).toEqual([undefined, undefined]);
      expect((await read(other, kept))?.toString()).toBe('kept');
      expect(await read(newId(), kept)).toBeUndefined();
    });
  });
}
