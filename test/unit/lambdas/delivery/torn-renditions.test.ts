import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import { monthOf } from '../../../../core/projects/plans.ts';
import { openProven, readWhole } from '../../../../core/use-cases/delivery/read-stored-object.ts';
import { objectsPath } from '../../../../local/data-folder/data-paths.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let made = 0;
/** The stored renditions, in the order of their puts. */
let keys: string[] = [];
/** The originals that the engine was given. */
let originals: Uint8Array[] = [];

beforeEach(async () => {
  made = 0;
  keys = [];
  originals = [];
  const plain = await makeServices();
  const { imageEngine, objects } = plain.services;
  const counted = async (): Promise<ImageEngine> => {
    const engine = await imageEngine();
    return {
      ...engine,
      render: (...args) => {
        made += 1;
        originals.push(args[0]);
        return engine.render(...args);
      },
    };
  };
  const put: typeof objects.put = (key, ...rest) => {
    if (key.startsWith('renditions/')) keys.push(key);
    return objects.put(key, ...rest);
  };
  const services = { ...plain.services, imageEngine: counted, objects: { ...objects, put } };
  test = { ...plain, services };
});
afterEach(() => test.remove());

async function used(): Promise<number> {
  const { projects, usage, clock } = test.services;
  const project = await projects.getProject(test.credentials.projectId);
  return (await usage.ofAccount(project?.accountId ?? '', monthOf(clock()))).transformations;
}

const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer | undefined>> = {
  'is cut': (bytes) => bytes.subarray(0, bytes.length / 2),
  'has zeros in place of its bytes': (bytes) => Buffer.alloc(bytes.length),
  'ends with zeros': (bytes) => Buffer.concat([bytes.subarray(0, -40), Buffer.alloc(40)]),
  'has one wrong bit': (bytes) => bytes.map((byte, at) => (at === 60 ? byte ^ 1 : byte)) as Buffer,
  'is empty': () => Buffer.alloc(0),
  'is too long': (bytes) => Buffer.concat([bytes, Buffer.of(0)]),
  'is missing': () => undefined,
};

describe('a stored rendition whose file', () => {
  it.each(Object.entries(DAMAGES))(
    '%s is made again, never served, and costs no second unit (delivery.whole-renditions)',
    async (_name, damage) => {
      const imageId = await storeImage(test, await drawJpeg(60, 40));
      const path = `/res/${imageId}.webp?width=30`;
      const first = await deliver(test, path);
      expect([first.status, made, keys.length]).toEqual([200, 1, 1]);
      const file = join(objectsPath(test.dataDir), keys[0] ?? '');
      const whole = await readFile(file);
      expect((await deliver(test, path)).bytes.equals(whole)).toBe(true);
      expect(made).toBe(1);
      const damaged = damage(whole);
      if (damaged) await writeFile(file, damaged);
      else await rm(file);
      const again = await deliver(test, path);
      expect([again.status, again.headers.etag, made]).toEqual([200, first.headers.etag, 2]);
      expect(again.bytes.equals(whole)).toBe(true);
      expect((await readFile(file)).equals(whole)).toBe(true);
      expect(await used()).toBe(1);
    },
  );

  it('is torn is forgotten by a request that may need no bytes, and made by the next (delivery.whole-renditions)', async () => {
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    const path = `/res/${imageId}.webp?width=30`;
    const { bytes } = await deliver(test, path);
    await writeFile(join(objectsPath(test.dataDir), keys[0] ?? ''), bytes.subarray(1));
    const conditional = await deliver(test, path, [], { 'if-none-match': '"other"' });
    expect([conditional.status, conditional.code]).toEqual([503, 'busy']);
    const next = await deliver(test, path, [], { 'if-none-match': '"other"' });
    expect([next.status, next.bytes.equals(bytes)]).toEqual([200, true]);
  });
});

describe('a stored object', () => {
  const bytes = Buffer.alloc(LIMITS.maxReadAheadBytes + 1, 7);
  const sha256Of = (of: Uint8Array) => createHash('sha256').update(of).digest('hex');

  it('that memory does not hold is read once to prove it and once to send it', async () => {
    let reads = 0;
    const get = async () => {
      reads += 1;
      return { bytes: bytes.length, body: [bytes] as unknown as AsyncIterable<Uint8Array> };
    };
    const record = { bytes: bytes.length, sha256: sha256Of(bytes) };
    const proven = await openProven(get, record);
    expect([proven?.bytes, reads]).toEqual([bytes.length, 2]);
    const other = { ...record, sha256: sha256Of(Buffer.of(7)) };
    expect((await openProven(get, other))?.bytes).toBeUndefined();
    expect(reads).toBe(3);
  });

  it('is given back to memory once its rendition is made', async () => {
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    expect((await deliver(test, `/res/${imageId}.webp?width=30`)).status).toBe(200);
    expect(originals.map(({ length }) => length)).toEqual([0]);
    expect((await deliver(test, `/res/${imageId}.webp?width=31`)).status).toBe(200);
  });

  it('that an original is read into is one buffer, and another length is an error', async () => {
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    const stored = await test.services.objects.get(originalObjectKey(imageId as `img_${string}`));
    if (!stored) throw new Error('it is stored');
    const whole = await readWhole(stored);
    expect(whole.length).toBe(stored.bytes);
    const pieces = (async function* () {
      yield whole.subarray(0, 100);
      yield whole.subarray(100);
    })();
    expect(Buffer.from(whole).equals(await readWhole({ bytes: whole.length, body: pieces }))).toBe(
      true,
    );
    for (const length of [whole.length - 1, whole.length + 1]) {
      const body = (async function* () {
        yield whole;
      })();
      await expect(readWhole({ bytes: length, body })).rejects.toThrow(/bytes in place of/);
    }
  });
});
