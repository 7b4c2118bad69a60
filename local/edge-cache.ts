import { LRUCache } from 'lru-cache';

/** One answer of the origin, whole. */
export interface EdgeAnswer {
  readonly statusCode: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Kept extends EdgeAnswer {
  readonly keptAt: number;
}

const MAX_CACHE_BYTES = 256_000_000;
const OVERHEAD_BYTES = 2_000;
/** Longer than any answer is in the making. */
const PURGE_MEMORY_MS = 120_000;

export interface EdgeCache {
  /** The kept answer with its age in seconds, or the origin's, asked once however many want it. */
  get(
    key: string,
    imageId: string,
    make: () => Promise<EdgeAnswer>,
  ): Promise<{ readonly answer: EdgeAnswer; readonly ageSeconds: number; readonly isHit: boolean }>;
  /** Forgets every address of these pictures, and what is being made of them now. */
  purge(imageIds: readonly string[]): void;
}

/** How long the CDN keeps an answer: `s-maxage` before `max-age`; never a 5xx, and nothing that came cut. */
export function lifeSeconds({ statusCode, headers, body }: EdgeAnswer): number {
  const control = headers['cache-control'] ?? '';
  if (statusCode >= 500 || /no-store|private/.test(control)) return 0;
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== body.length) return 0;
  const life = /s-maxage=(\d+)/.exec(control) ?? /max-age=(\d+)/.exec(control);
  return life ? Number(life[1]) : 0;
}

function collectPurges(now: () => number) {
  const purges = new Map<string, number>();
  return {
    note(imageId: string): void {
      for (const [id, at] of purges) if (at < now() - PURGE_MEMORY_MS) purges.delete(id);
      purges.set(imageId, now());
    },
    isSince: (imageId: string, start: number) => (purges.get(imageId) ?? -1) >= start,
  };
}

/** The cache of the local edge, with CloudFront's behaviour where ours depends on it. */
export function createEdgeCache(now: () => number = () => performance.now()): EdgeCache {
  const cache = new LRUCache<string, Kept>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (kept) => kept.body.length + OVERHEAD_BYTES,
    perf: { now },
    ttlResolution: 0, // the clock is asked each time
  });
  const keysOf = new Map<string, Set<string>>();
  const making = new Map<string, Promise<EdgeAnswer>>();
  const purges = collectPurges(now);

  const keep = (key: string, imageId: string, answer: EdgeAnswer) => {
    const ttl = lifeSeconds(answer) * 1000;
    if (ttl <= 0) return;
    cache.set(key, { ...answer, keptAt: now() }, { ttl });
    const keys = keysOf.get(imageId) ?? new Set();
    keysOf.set(imageId, keys.add(key));
  };

  const makeOnce = (key: string, imageId: string, make: () => Promise<EdgeAnswer>) => {
    const running = making.get(key);
    if (running) return running;
    const start = now();
    const work = make().then((answer) => {
      // never an answer whose making began before the purge (CONTRACT C4.10)
      if (!purges.isSince(imageId, start)) keep(key, imageId, answer);
      return answer;
    });
    making.set(key, work);
    const forget = () => making.get(key) === work && making.delete(key);
    work.then(forget, forget);
    return work;
  };

  return {
    async get(key, imageId, make) {
      const kept = cache.get(key);
      if (kept) {
        return { answer: kept, ageSeconds: Math.floor((now() - kept.keptAt) / 1000), isHit: true };
      }
      return { answer: await makeOnce(key, imageId, make), ageSeconds: 0, isHit: false };
    },
    purge(imageIds) {
      for (const id of imageIds) {
        purges.note(id);
        for (const key of keysOf.get(id) ?? []) {
          cache.delete(key);
          making.delete(key);
        }
        keysOf.delete(id);
        for (const key of making.keys()) if (key.includes(`/${id}.`)) making.delete(key);
      }
    },
  };
}
