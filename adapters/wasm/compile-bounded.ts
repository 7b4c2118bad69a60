import { readFile } from 'node:fs/promises';

const HEAD_BYTES = 8;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
/** WebAssembly 2.0, 4.2.8. */
const PAGE_BYTES = 65_536;
const SIZE_BYTES = 5;

/** An unsigned LEB128 number (WebAssembly 2.0, 5.2.2), and the place after it. */
function readNumber(bytes: Uint8Array, from: number): readonly [value: number, end: number] {
  let value = 0;
  for (let at = from; at < from + SIZE_BYTES; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return [value, at + 1];
  }
  throw new Error('the WebAssembly module has a number of more than 32 bits');
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(Math.floor(value / 0x80))];
}

/**
 * The module with a maximum for its own memory, so that a hostile image can't take more than this
 * number of bytes. Throws an Error unless the module defines exactly one memory.
 */
export function boundMemory(module: Uint8Array, maxBytes: number): Uint8Array {
  for (let at = HEAD_BYTES; at < module.length; ) {
    const [size, start] = readNumber(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      const [count, limits] = readNumber(module, start);
      const [least] = readNumber(module, limits + 1);
      if (count !== 1) throw new Error('the WebAssembly module has several memories');
      const most = Math.floor(maxBytes / PAGE_BYTES);
      const content = [1, HAS_MAXIMUM, ...numberBytes(least), ...numberBytes(most)];
      const section = [MEMORY_SECTION, ...numberBytes(content.length), ...content];
      return Buffer.concat([
        module.subarray(0, at),
        Uint8Array.from(section),
        module.subarray(start + size),
      ]);
    }
    at = start + size;
  }
  throw new Error('the WebAssembly module has no memory of its own');
}

/** A compiled module, which only the engine of WebAssembly can read. */
export interface CompiledModule {
  readonly opaque: unique symbol;
}

/** Its functions and its memory. */
export interface WasmInstance {
  readonly exports: object;
}

/** The part of the engine that is used; its types come with those of browsers alone. */
interface WasmEngine {
  compile(module: Uint8Array): Promise<CompiledModule>;
  readonly Instance: new (module: CompiledModule, imports: object) => WasmInstance;
}

const engine = (globalThis as unknown as { readonly WebAssembly: WasmEngine }).WebAssembly;

/** A new instance, whose memory no other one shares. */
export function instantiate(module: CompiledModule, imports: object): WasmInstance {
  return new engine.Instance(module, imports);
}

const compiled = new Map<string, Promise<CompiledModule>>();

/**
 * A module of bounded memory, compiled once in a process; each image has an instance of it. A
 * failure is not kept: the next call reads and compiles the file again.
 */
export async function compileBounded(path: string, maxBytes: number): Promise<CompiledModule> {
  const known = compiled.get(path);
  if (known) return known;
  const compiling = readFile(path).then((bytes) => engine.compile(boundMemory(bytes, maxBytes)));
  compiled.set(path, compiling);
  try {
    return await compiling;
  } catch (error) {
    compiled.delete(path);
    throw error;
  }
}
