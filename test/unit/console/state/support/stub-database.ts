import { vi } from 'vitest';

interface StubRequest {
  result: unknown;
  error: unknown;
  onsuccess?: () => void;
  onerror?: () => void;
  onupgradeneeded?: () => void;
}

/** A request that ends in the next turn: by the work's result, or by its error. */
function requestOf(work: () => unknown, isNew = false): StubRequest {
  const request: StubRequest = { result: undefined, error: undefined };
  setTimeout(() => {
    try {
      request.result = work();
      if (isNew) request.onupgradeneeded?.();
      request.onsuccess?.();
    } catch (error) {
      request.error = error;
      request.onerror?.();
    }
  });
  return request;
}

/** The database of one browser and its locks, which outlive a page. */
export function createStubDatabase() {
  const rows = new Map<string, { readonly id: string }>();
  const held = new Set<string>();
  let isFull = false;
  const put = (row: { readonly id: string }) => {
    if (isFull) throw new Error('QuotaExceededError');
    rows.set(row.id, row);
  };
  const objectStore = () => ({
    put: (row: { readonly id: string }) => requestOf(() => put(row)),
    delete: (id: string) => requestOf(() => rows.delete(id)),
    getAll: () => requestOf(() => [...rows.values()]),
  });
  const database = { createObjectStore: () => undefined, transaction: () => ({ objectStore }) };
  return {
    rows,
    setFull: (now: boolean) => {
      isFull = now;
    },
    /** The page with this lock is closed. */
    close: (tab: string) => void held.delete(tab),
    /** For a page that is opened now. */
    install: () => {
      vi.stubGlobal('indexedDB', { open: () => requestOf(() => database, true) });
      vi.stubGlobal('navigator', {
        onLine: true,
        locks: {
          request: (name: string) => void held.add(name),
          query: async () => ({ held: [...held].map((name) => ({ name })) }),
        },
      });
    },
  };
}
