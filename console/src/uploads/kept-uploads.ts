/** An upload that isn't done, as it outlives a reload. */
export interface KeptUpload {
  readonly id: string;
  /** Of the page that works on it; a closed page holds no lock of that name. */
  readonly tab: string;
  readonly projectId: string;
  readonly file: File;
  /** The bytes are there already; it only has to be saved. */
  readonly temporaryImageUrl: string | undefined;
}

const NAME = 'imagewell';
const STORE = 'uploads';
/** The maximum that a browser's disk is to keep. */
const MAX_BYTES = 500_000_000;

/** This page, for the others. */
export const TAB = `imagewell-tab-${crypto.randomUUID()}`;

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
  return settled(request);
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opened ??= open();
  return (await opened).transaction(STORE, mode).objectStore(STORE);
}

/** The bytes of each kept upload of this page. */
const kept = new Map<string, number>();

function hasRoom({ id, file }: KeptUpload): boolean {
  let bytes = file.size;
  for (const [other, size] of kept) if (other !== id) bytes += size;
  return bytes <= MAX_BYTES;
}

/** Keeps an upload; without room for it, it doesn't outlive a reload. */
export async function keepUpload(upload: KeptUpload): Promise<void> {
  if (!hasRoom(upload)) return;
  kept.set(upload.id, upload.file.size);
  try {
    await settled((await store('readwrite')).put(upload));
  } catch {
    kept.delete(upload.id);
    // a private window, or a full disk
  }
}

/** Forgets an upload that is done, not taken or cancelled. */
export async function forgetUpload(id: string): Promise<void> {
  kept.delete(id);
  try {
    await settled((await store('readwrite')).delete(id));
  } catch {
    // it was never kept
  }
}

/** Says that this page is there, until it goes. */
export function holdTab(): void {
  navigator.locks?.request(TAB, () => new Promise(() => {}));
}

/** The uploads of pages that are gone, taken over by this one. */
export async function adoptUploads(): Promise<readonly KeptUpload[]> {
  try {
    const { held = [] } = await navigator.locks.query();
    const living = new Set(held.map(({ name }) => name));
    const all: KeptUpload[] = await settled((await store('readonly')).getAll());
    const gone = all.filter(({ tab }) => !living.has(tab));
    const own = gone.map((one) => ({ ...one, tab: TAB }));
    for (const one of own) await settled((await store('readwrite')).put(one));
    for (const { id, file } of own) kept.set(id, file.size);
    return own;
  } catch {
    return [];
  }
}
