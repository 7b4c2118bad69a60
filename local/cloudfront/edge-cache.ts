import { LRUCache } from 'lru-cache';
import { SERVER_TIMING } from '../../lambdas/http/server-timing.ts';
import { type CollectedBody, collectBody } from '../http/collected-body.ts';
import type { Spool } from '../http/spool.ts';

/**
 * Whether CloudFront would keep an answer of this status at all; of ours only these have a life.
 */
function mayKeep(statusCode: number): boolean {
  if (statusCode === 200 || statusCode === 308) return true;
  return statusCode >= 400 && statusCode < 500 && statusCode !== 429;
}

/**
 * How long the CDN keeps an answer: `s-maxage` before `max-age`, and 0 without either
 * (delivery.error-lifetime, delivery.cache-lifetime).
 */
export function cacheLifetimeSeconds(statusCode: number, cacheControl = ''): number {
  if (!mayKeep(statusCode) || /\b(no-store|no-cache|private)\b/i.test(cacheControl)) return 0;
  const found =
    /(?:^|[\s,])s-maxage=(\d+)/i.exec(cacheControl) ??
    /(?:^|[\s,])max-age=(\d+)/i.exec(cacheControl);
  return found ? Number(found[1]) : 0;
}

/**
 * Whether an answer is for one viewer. CloudFront doesn't collapse requests for such an answer, if
 * its cache policy has the minimum TTL 0 (security.one-viewer).
 */
function isForOneViewer({ headers }: Pick<OriginAnswer, 'headers'>): boolean {
  return /\bprivate\b/i.test(headers['cache-control'] ?? '');
}

const MAX_BYTES = 256_000_000;
/** Larger bodies are not kept: those who read one at the same time share it. */
const MAX_BODY_BYTES = 20_000_000;
/** Approximate size of a cache entry without its body. */
const OVERHEAD_BYTES = 2_000;

export type EdgeBody = Uint8Array | AsyncIterable<Uint8Array>;

/** An answer of the origin; header names in lower case. */
export interface OriginAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The tags by which it can be purged, beside its image's id. */
  readonly tags?: readonly string[];
  readonly body: AsyncIterable<Uint8Array>;
}

/** An answer of the edge. Its body is asked for once, or `skip` is called. */
export interface EdgeAnswer extends Pick<OriginAnswer, 'statusCode' | 'headers'> {
  readonly isHit: boolean;
  readonly ageSeconds: number;
  open(): EdgeBody;
  skip(): void;
}

export interface EdgeCache {
  /** The kept answer, or the origin's, asked once however many want it at the same time. */
  get(key: string, imageId: string, ask: () => Promise<OriginAnswer>): Promise<EdgeAnswer>;
  /**
   * Purges every address of these images immediately, and caches none of their responses in
   * progress.
   */
  purge(imageIds: readonly string[]): void;
  /**
   * The same for every response with this tag; responses in progress count as tagged, because their
   * tags are not known yet.
   */
  purgeTag(tag: string): void;
  /** The number and the bytes of the kept entries. */
  size(): { readonly entries: number; readonly bytes: number };
  /** Lets go of everything that is kept. */
  clear(): void;
}

interface Kept extends Pick<OriginAnswer, 'statusCode' | 'headers'> {
  readonly imageId: string;
  readonly tags: readonly string[];
  readonly body: CollectedBody;
  readonly bytes: number;
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** A request to the origin that is under way. */
interface Making {
  readonly imageId: string;
  readonly askedAt: number;
  /** From then on it may not be joined, though it is still read. */
  endsAt: number;
  /**
   * Without a body to share where the answer is for one viewer, or isn't known to end. It goes to
   * the first reader alone.
   */
  readonly answer: Promise<{ readonly head: OriginAnswer; readonly shared?: CollectedBody }>;
}

interface State {
  readonly now: () => number;
  readonly spool: Spool | undefined;
  readonly kept: LRUCache<string, Kept>;
  readonly keysOfImage: Map<string, Set<string>>;
  readonly makings: Map<string, Making>;
}

function knownLength({ headers }: OriginAnswer): number | undefined {
  const text = headers['content-length'];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Holds the body from here on, or lets it go. */
function keep(
  state: State,
  key: string,
  making: Making,
  { head, body, bytes }: { head: OriginAnswer; body: CollectedBody; bytes: number },
): void {
  const { imageId, askedAt } = making;
  const seconds = cacheLifetimeSeconds(head.statusCode, head.headers['cache-control']);
  // a making that a purge took out of the list began before it (deletion.cdn-copies)
  if (seconds <= 0 || state.makings.get(key) !== making) {
    body.release();
    return;
  }
  const { statusCode, tags = [] } = head;
  // it is true of one response only (delivery.server-timing)
  const { [SERVER_TIMING]: _, ...headers } = head.headers;
  // from the asking on: a temporary image is never served past its end (temporary.delivery)
  const expiresAt = askedAt + seconds * 1000;
  state.kept.set(key, { imageId, tags, statusCode, headers, body, bytes, askedAt, expiresAt });
  const keys = state.keysOfImage.get(imageId) ?? new Set();
  state.keysOfImage.set(imageId, keys.add(key));
}

/**
 * Resolves when the last reader of a body that is too large to keep has finished. Until then, and
 * within its life, others join: one read of its store is enough for all of them
 * (security.places-apart).
 */
function untilRead(making: Making, head: OriginAnswer, body: CollectedBody): Promise<void> {
  const seconds = cacheLifetimeSeconds(head.statusCode, head.headers['cache-control']);
  making.endsAt = making.askedAt + seconds * 1000;
  return body.gone;
}

function forgetMaking({ makings }: State, key: string, making: Making): void {
  if (makings.get(key) === making) makings.delete(key);
}

async function make(
  state: State,
  key: string,
  ask: () => Promise<OriginAnswer>,
  getMaking: () => Making,
): Awaited<Making>['answer'] {
  try {
    const head = await ask();
    const bytes = knownLength(head);
    if (bytes === undefined || isForOneViewer(head)) {
      forgetMaking(state, key, getMaking());
      return { head };
    }
    const shared = collectBody(head.body, { bytes, spool: state.spool });
    const isKept = bytes <= MAX_BODY_BYTES;
    // its first reader holds it by then: left by all of its readers, it is read no further
    if (!isKept) setImmediate(shared.release);
    shared.whole
      .then(() =>
        isKept
          ? keep(state, key, getMaking(), { head, body: shared, bytes })
          : untilRead(getMaking(), head, shared),
      )
      .catch(shared.release) // the readers are notified
      .finally(() => forgetMaking(state, key, getMaking()));
    return { head, shared };
  } catch (error) {
    forgetMaking(state, key, getMaking());
    throw error;
  }
}

function startMaking(
  state: State,
  key: string,
  imageId: string,
  ask: () => Promise<OriginAnswer>,
): Making {
  const making: Making = {
    imageId,
    askedAt: state.now(),
    endsAt: Infinity,
    answer: Promise.resolve().then(() => make(state, key, ask, () => making)),
  };
  state.makings.set(key, making);
  return making;
}

/**
 * For one reader; taken from its process as fast as it comes all the same (security.slow-readers).
 */
function answerAlone({ spool }: State, origin: OriginAnswer): EdgeAnswer {
  const { statusCode, headers, body } = origin;
  const own = collectBody(body, { bytes: knownLength(origin), spool });
  return {
    statusCode,
    headers,
    isHit: false,
    ageSeconds: 0,
    open: () => {
      const reader = own.read();
      own.release();
      return reader;
    },
    skip: own.release,
  };
}

function answerKept({ statusCode, headers, body, askedAt }: Kept, now: number): EdgeAnswer {
  const ageSeconds = Math.floor((now - askedAt) / 1000);
  const open = (): EdgeBody => body.inOnePiece() ?? body.read();
  return { statusCode, headers, isHit: true, ageSeconds, open, skip: () => undefined };
}

async function get(
  state: State,
  key: string,
  imageId: string,
  ask: () => Promise<OriginAnswer>,
): Promise<EdgeAnswer> {
  const kept = state.kept.get(key);
  const now = kept ? state.now() : 0;
  if (kept && now < kept.expiresAt) return answerKept(kept, now);
  if (kept) state.kept.delete(key);
  const found = state.makings.get(key);
  const running = found && state.now() < found.endsAt ? found : undefined;
  const { head, shared } = await (running ?? startMaking(state, key, imageId, ask)).answer;
  if (!shared || shared.isGone()) return answerAlone(state, running ? await ask() : head);
  return answerShared(head, shared);
}

/**
 * For one of several readers. A body that is whole by the next turn of the event loop is sent in
 * one piece. Function processes send small ones with their head. A body is collected to its end
 * in any case.
 */
async function answerShared(head: OriginAnswer, shared: CollectedBody): Promise<EdgeAnswer> {
  const { statusCode, headers } = head;
  const reader = shared.read(); // it holds the body, which is let go of once it is whole
  const leave = () => void reader[Symbol.asyncIterator]().return?.();
  // a broken one is cut by its reader
  const isWhole = shared.whole.catch(() => undefined);
  await Promise.race([isWhole, new Promise((resolve) => setImmediate(resolve))]);
  return {
    statusCode,
    headers,
    isHit: false,
    ageSeconds: 0,
    open: () => {
      const piece = shared.inOnePiece();
      if (!piece) return reader;
      leave();
      return piece;
    },
    skip: leave,
  };
}

function purge(state: State, imageIds: readonly string[]): void {
  for (const imageId of imageIds) {
    for (const key of state.keysOfImage.get(imageId) ?? []) state.kept.delete(key);
    for (const [key, making] of state.makings) {
      if (making.imageId === imageId) state.makings.delete(key);
    }
  }
}

function purgeTag({ kept, makings }: State, tag: string): void {
  for (const [key, { tags }] of [...kept.entries()]) if (tags.includes(tag)) kept.delete(key);
  makings.clear();
}

/**
 * The cache of the local edge: CloudFront's behaviour where ours depends on it. `now` is in
 * milliseconds and never goes back.
 */
export function createEdgeCache({
  maxBytes = MAX_BYTES,
  now = () => performance.now(),
  spool,
}: {
  readonly maxBytes?: number;
  /** For bodies of more than a megabyte; without it they are in memory. */
  readonly spool?: Spool;
  readonly now?: () => number;
} = {}): EdgeCache {
  const keysOfImage: State['keysOfImage'] = new Map();
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + OVERHEAD_BYTES,
    // of an entry that is replaced the key stays in use
    dispose: ({ imageId, body }, key, reason) => {
      body.release();
      const keys = reason === 'set' ? undefined : keysOfImage.get(imageId);
      if (keys?.delete(key) && keys.size === 0) keysOfImage.delete(imageId);
    },
  });
  const state: State = { now, spool, kept, keysOfImage, makings: new Map() };
  return {
    get: (key, imageId, ask) => get(state, key, imageId, ask),
    purge: (imageIds) => purge(state, imageIds),
    purgeTag: (tag) => purgeTag(state, tag),
    size: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
    clear: () => kept.clear(),
  };
}
