import { bodyOf } from '../../../core/images/body-of.ts';
import type { ObjectStore } from '../../../core/ports/images/object-store.ts';

/** Objects in a map, quick enough for thousands of lives. */
export function createMemoryObjectStore(objects = new Map<string, Uint8Array>()): ObjectStore {
  return {
    put: async (key, bytes) => void objects.set(key, bytes),
    putNew: async (key, bytes) => {
      const isNew = !objects.has(key);
      if (isNew) objects.set(key, bytes);
      return isNew;
    },
    get: async (key) => {
      const bytes = objects.get(key);
      return bytes && { bytes: bytes.length, body: bodyOf(Uint8Array.from(bytes)) };
    },
    copy: async (from, to) => {
      const bytes = objects.get(from);
      if (bytes) objects.set(to, bytes);
      return bytes !== undefined;
    },
    remove: async (key) => void objects.delete(key),
    removeAll: async (prefix) => {
      for (const key of [...objects.keys()]) if (key.startsWith(prefix)) objects.delete(key);
    },
  };
}
