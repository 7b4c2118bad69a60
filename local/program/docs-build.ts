import type { Log } from '../../core/ports/log.ts';
import type { ListedPage, PlainPage } from '../../site/fallback-pages.ts';

/** Where the docs of a checkout come from. */
export interface DocsSource {
  /** Builds the site unless it is there already; rejects with a reason for readers. */
  build(signal: AbortSignal): Promise<void>;
  /** The pages that a list shows, in their order. */
  listPages(): Promise<readonly ListedPage[]>;
  /** The Markdown of a page by its path in the site; undefined: no page has it. */
  readPage(path: string): Promise<string | undefined>;
  /** The same as HTML without the look of the site. */
  renderPage(path: string): Promise<PlainPage | undefined>;
}

/** The build of this start; `idle` before anybody asked. */
export type DocsState =
  | { readonly kind: 'idle' | 'building' | 'built' }
  | { readonly kind: 'failed'; readonly reason: string; readonly atMs: number };

/** A build that failed is tried again by the first request after this time. */
const RETRY_AFTER_MS = 60_000;

/**
 * Builds the docs at their first request: a single time in a start, also for requests at the same
 * time. The start itself, images and calls cost nothing for it.
 */
export function createDocsBuild(source: DocsSource, log: Log, clock: () => number = Date.now) {
  let state: DocsState = { kind: 'idle' };
  const stopping = new AbortController();

  const run = async (): Promise<void> => {
    const startMs = clock();
    try {
      await source.build(stopping.signal);
      state = { kind: 'built' };
      log.info('docs are current', { durationMs: clock() - startMs });
    } catch (error) {
      const reason = (error as Error).message;
      state = { kind: 'failed', reason, atMs: clock() };
      if (!stopping.signal.aborted) log.error(`the docs were not built: ${reason}`);
    }
  };

  return {
    listPages: source.listPages,
    readPage: source.readPage,
    renderPage: source.renderPage,
    get state(): DocsState {
      return state;
    },
    /** Begins a build where none has begun; the state after that. */
    begin(): DocsState {
      const isDue =
        state.kind === 'idle' ||
        (state.kind === 'failed' && clock() - state.atMs >= RETRY_AFTER_MS);
      if (isDue && !stopping.signal.aborted) {
        state = { kind: 'building' };
        void run();
      }
      return state;
    },
    /** Ends a build that still runs. */
    stop(): void {
      stopping.abort();
    },
  };
}

/** See createDocsBuild. */
export type DocsBuild = ReturnType<typeof createDocsBuild>;
