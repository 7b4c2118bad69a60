import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  boundMemory,
  compileBounded,
  instantiate,
} from '../../../../adapters/wasm/compile-bounded.ts';
import { findWasm } from '../../../../adapters/wasm/find-wasm.ts';
import { makeDataFolder } from '../../../support/service/start-service.ts';

const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** Exports its memory as `m`. */
const EXPORT = [7, 5, 1, 1, 0x6d, 2, 0];
const PAGE_BYTES = 65_536;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

async function memoryOf(module: readonly number[], maxBytes: number): Promise<Memory> {
  const folder = await makeDataFolder();
  try {
    const path = join(folder.path, 'module.wasm');
    await writeFile(path, Uint8Array.from(module));
    const { exports } = instantiate(await compileBounded(path, maxBytes), {});
    return (exports as { m: Memory }).m;
  } finally {
    await folder.remove();
  }
}

describe('the memory of a decoder in WebAssembly (security.decoders)', () => {
  it.each([
    ['without a maximum of its own', [5, 3, 1, 0, 1]],
    ['with a larger one', [5, 6, 1, 1, 1, 0x80, 0x80, 1]],
  ])('%s grows to the bound, and no further', async (_, section) => {
    const memory = await memoryOf([...HEAD, ...section, ...EXPORT], 3 * PAGE_BYTES);
    memory.grow(2);
    expect(memory.buffer.byteLength).toBe(3 * PAGE_BYTES);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it.each(['avif', 'heic'] as const)(
    'of %s is its own, so that it can be bounded',
    async (format) => {
      const path = findWasm(format)?.module ?? '';
      const module = await readFile(path);
      expect(boundMemory(module, 1024 ** 3).length).toBeGreaterThan(module.length - 8);
    },
  );

  it('that a module imports is refused', () => {
    expect(() => boundMemory(Uint8Array.from([...HEAD, ...EXPORT]), PAGE_BYTES)).toThrow(
      'no memory of its own',
    );
  });
});

describe('a module whose compilation failed (security.dead-process-is-busy)', () => {
  it.each([
    ['for want of a file', undefined],
    ['because the file was broken', [...HEAD, 5, 3]],
  ])('%s is compiled at the next call, and then kept', async (_, before) => {
    const folder = await makeDataFolder();
    try {
      const path = join(folder.path, 'module.wasm');
      if (before) await writeFile(path, Uint8Array.from(before));
      const both = [compileBounded(path, PAGE_BYTES), compileBounded(path, PAGE_BYTES)];
      const outcomes = await Promise.allSettled(both);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      await writeFile(path, Uint8Array.from([...HEAD, 5, 3, 1, 0, 1, ...EXPORT]));
      const compiled = await compileBounded(path, PAGE_BYTES);
      expect(await compileBounded(path, PAGE_BYTES)).toBe(compiled);
    } finally {
      await folder.remove();
    }
  });
});
