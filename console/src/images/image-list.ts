import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { STORED_FORMATS } from '../generated/rules.ts';
import { imagewell } from '../state/imagewell.ts';
import { renewals } from '../state/session/renewals.ts';
import { hasPair, type Image, isPending, type MetadataPair } from './image.ts';

const PAGE = 100;
/** Older than this, the newest page is read again when a list is shown. */
const FRESH_MS = 15_000;
/** Pages without an image that are read together. */
const EMPTY_PAGES = 5;
/** Lists that are kept for who comes back. */
const KEPT = 6;

/** The conditions that the images of a list meet. */
export interface ListFilter {
  readonly pair?: MetadataPair | undefined;
  /** Only images that wait for a decision. */
  readonly isInReview?: boolean;
  /** Words of names and metadata, each of which may be unfinished. */
  readonly text?: string;
  readonly format?: (typeof STORED_FORMATS)[number] | '';
}

/** The images of a project that meet conditions; newest first, as far as they are loaded. */
export interface ImageList {
  readonly images: ReadonlySignal<readonly Image[]>;
  /** Whether all are loaded. */
  readonly isDone: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly fault: ReadonlySignal<unknown>;
  /** The pages that were read: one may have no images, though others follow. */
  readonly pages: ReadonlySignal<number>;
  /** Loads the next page; nothing happens while one is loading. */
  loadMore(): Promise<void>;
  /** Reads the newest page if it is older, and takes in what isn't known of it. */
  refresh(maxAgeMs?: number): Promise<void>;
}

interface KeptList extends ImageList {
  readonly filter: ListFilter;
  readonly projectId: string;
  change(edit: (images: readonly Image[]) => readonly Image[]): void;
}

/** Runs one load at a time, and keeps the fault of the last. */
function createLoading() {
  const isLoading = signal(false);
  const fault = signal<unknown>(undefined);
  const run = async (load: () => Promise<void>) => {
    if (isLoading.value) return;
    isLoading.value = true;
    try {
      await load();
      fault.value = undefined;
    } catch (error) {
      fault.value = error;
    } finally {
      isLoading.value = false;
    }
  };
  return { isLoading, fault, run };
}

/** The first words of a text; the service takes five. */
const wordsOf = (text = '') => (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 5);

/** Reads a page of a list, from a cursor. */
function pageReader(projectId: string, { pair, isInReview, text, format }: ListFilter) {
  const words = wordsOf(text);
  const asked = {
    projectId,
    limit: PAGE,
    ...(pair && { metadata: { [pair.key]: pair.value } }),
    ...(isInReview && ({ review: 'pending' } as const)),
    ...(words.length > 0 && { search: `${words.join('* ')}*` }),
    ...(format && { formats: [format] }),
  };
  return (cursor: string | null) =>
    imagewell().listImages({ ...asked, ...(cursor !== null && { cursor }) });
}

/** Whether an image meets the conditions but the words, which the service compares. */
const meets = (image: Image, { pair, isInReview, format }: ListFilter) =>
  (!pair || hasPair(image, pair)) &&
  (!isInReview || isPending(image)) &&
  (!format || image.format === format);

function createList(projectId: string, filter: ListFilter): KeptList {
  const images = signal<readonly Image[]>([]);
  const isDone = signal(false);
  const pages = signal(0);
  const { isLoading, fault, run } = createLoading();
  const known = new Set<string>();
  let cursor: string | null = null;
  let readAt = 0;
  const read = pageReader(projectId, filter);
  const takeNew = (page: readonly Image[]) => {
    const fresh = page.filter(({ imageId }) => !known.has(imageId));
    for (const { imageId } of fresh) known.add(imageId);
    return fresh;
  };
  const loadMore = () =>
    run(async () => {
      for (let left = EMPTY_PAGES; left > 0 && !isDone.value; left -= 1) {
        const page = await read(cursor);
        cursor = page.cursor;
        if (readAt === 0) readAt = Date.now();
        images.value = [...images.value, ...takeNew(page.images)];
        isDone.value = cursor === null;
        pages.value += 1;
        if (page.images.length > 0) return;
      }
    });
  return {
    images,
    isDone,
    isLoading,
    fault,
    pages,
    loadMore,
    projectId,
    filter,
    async refresh(maxAgeMs = FRESH_MS) {
      if (readAt === 0) return loadMore();
      if (Date.now() - readAt < maxAgeMs) return;
      await run(async () => {
        const page = await read(null);
        readAt = Date.now();
        images.value = [...takeNew(page.images), ...images.value];
      });
    },
    change(edit) {
      images.value = edit(images.value);
      for (const { imageId } of images.value) known.add(imageId);
    },
  };
}

const lists = new Map<string, KeptList>();

/** The list of a project's images that meet conditions; kept for who comes back. */
export function findImageList(projectId: string, filter: ListFilter = {}): ImageList {
  const { pair, isInReview, text, format } = filter;
  const key = projectId + JSON.stringify([pair, isInReview || 0, wordsOf(text), format || 0]);
  const found = lists.get(key) ?? createList(projectId, filter);
  lists.delete(key);
  lists.set(key, found);
  const [oldest] = lists.keys();
  if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
  return found;
}

effect(() => {
  if (renewals.value === 0) return;
  for (const { fault, refresh } of lists.values()) {
    if (fault.peek() !== undefined) void untracked(() => refresh(0));
  }
});

const listsOf = (projectId: string) =>
  [...lists.values()].filter((list) => list.projectId === projectId);

/** Takes deleted images out of every list. */
export function dropImages(projectId: string, ids: ReadonlySet<string>): void {
  for (const list of listsOf(projectId)) {
    list.change((images) => images.filter(({ imageId }) => !ids.has(imageId)));
  }
}

/** Puts a saved image at the head of every list that it belongs to. */
export function addImage(projectId: string, image: Image): void {
  for (const { filter, change } of listsOf(projectId)) {
    if (wordsOf(filter.text).length > 0 || !meets(image, filter)) continue;
    change((images) => [image, ...images.filter(({ imageId }) => imageId !== image.imageId)]);
  }
}

/** Has a project's lists read again when they are shown, as after a restore in their midst. */
export function forgetLists(projectId: string): void {
  for (const [key, list] of lists) if (list.projectId === projectId) lists.delete(key);
}

/** Changes an image in every list; it leaves those that it belongs to no more. */
export function changeImage(projectId: string, imageId: string, change: Partial<Image>): void {
  for (const list of listsOf(projectId)) {
    list.change((images) =>
      images
        .map((image) => (image.imageId === imageId ? { ...image, ...change } : image))
        .filter((image) => image.imageId !== imageId || meets(image, list.filter)),
    );
  }
}

/** Puts an image's new metadata into every list. */
export const changeMetadata = (projectId: string, imageId: string, metadata: Image['metadata']) =>
  changeImage(projectId, imageId, { metadata });

/** The facts of an image from the lists, before it is requested. */
export function findKnownImage(projectId: string, id: string): Image | undefined {
  for (const { images } of listsOf(projectId)) {
    const found = images.value.find(({ imageId }) => imageId === id);
    if (found) return found;
  }
  return undefined;
}
