import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ListImagesRequest } from 'imagewell-client';
import { imagewell } from '../state/imagewell.ts';
import { renewals } from '../state/session/renewals.ts';
import { hasPair, type Image, isPending } from './image.ts';

const PAGE = 100;
/** Older than this, the newest page is read again when a list is shown. */
const FRESH_MS = 15_000;
/** Pages without an image that are read together. */
const EMPTY_PAGES = 5;
/** Lists that are kept for who comes back. */
const KEPT = 6;

/** The conditions that the images of a list meet, as the service takes them, and its order. */
export type ListFilter = Pick<
  ListImagesRequest,
  'metadata' | 'search' | 'formats' | 'createdFrom' | 'createdTo' | 'review' | 'order'
>;

/** The images of a project that meet conditions, in the order of the list, as far as loaded. */
export interface ImageList {
  readonly images: ReadonlySignal<readonly Image[]>;
  /** Whether all are loaded. */
  readonly isDone: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Whether the last pages that were read together have no image, though others follow. */
  readonly isStalled: ReadonlySignal<boolean>;
  readonly fault: ReadonlySignal<unknown>;
  /** The pages that were read: one may have no images, though others follow. */
  readonly pages: ReadonlySignal<number>;
  /** Loads the next page; nothing happens while one is loading. */
  loadMore(): Promise<void>;
  /** Reads the page with the newest images if it is older, and takes in what isn't known of it. */
  refresh(maxAgeMs?: number): Promise<void>;
}

interface KeptList extends ImageList {
  readonly filter: ListFilter;
  readonly projectId: string;
  /** Puts the newest image where it belongs. */
  add(image: Image): void;
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

/** Reads a page of a list, from a cursor. */
const pageReader = (projectId: string, filter: ListFilter) => (cursor: string | null) =>
  imagewell().listImages({
    projectId,
    limit: PAGE,
    ...filter,
    ...(cursor !== null && { cursor }),
  });

/** Whether an image meets the conditions but the words, which the service compares. */
const meets = (image: Image, filter: ListFilter) =>
  Object.entries(filter.metadata ?? {}).every(([key, value]) => hasPair(image, { key, value })) &&
  (!filter.review || isPending(image)) &&
  (!filter.formats || filter.formats.some((format) => format === image.format)) &&
  // moments of one form, in UTC
  (!filter.createdFrom || image.createdAt >= filter.createdFrom) &&
  (!filter.createdTo || image.createdAt < filter.createdTo);

/** The images of a list, each once: the newest is the first, or the last of all. */
function createRows(isOldestFirst: boolean, isDone: ReadonlySignal<boolean>) {
  const images = signal<readonly Image[]>([]);
  const known = new Set<string>();
  /** Newest images of an unfinished list that ends with them. */
  let waiting: readonly Image[] = [];
  const takeNew = (page: readonly Image[]) => {
    const fresh = page.filter(({ imageId }) => !known.has(imageId));
    for (const { imageId } of fresh) known.add(imageId);
    return fresh;
  };
  const append = (page: readonly Image[]) => {
    images.value = [...images.value, ...takeNew(page)];
  };
  const prepend = (page: readonly Image[]) => {
    images.value = [...takeNew(page), ...images.value];
  };
  const change = (edit: (images: readonly Image[]) => readonly Image[]) => {
    images.value = edit(images.value);
    waiting = edit(waiting);
    for (const { imageId } of images.value) known.add(imageId);
  };
  const add = (image: Image) => {
    if (isOldestFirst && !isDone.value) waiting = [...waiting, image];
    else if (isOldestFirst) append([image]);
    else {
      change((all) => all.filter(({ imageId }) => imageId !== image.imageId));
      known.delete(image.imageId);
      prepend([image]);
    }
  };
  return { images, append, prepend, finish: () => append(waiting), change, add };
}

function createList(projectId: string, filter: ListFilter): KeptList {
  const isDone = signal(false);
  const isStalled = signal(false);
  const pages = signal(0);
  const { isLoading, fault, run } = createLoading();
  const isOldestFirst = filter.order === 'oldest';
  const { images, append, prepend, finish, change, add } = createRows(isOldestFirst, isDone);
  let cursor: string | null = null;
  /** The cursor of the last page that was read. */
  let lastCursor: string | null = null;
  let readAt = 0;
  const read = pageReader(projectId, filter);
  const readFrom = async (from: string | null) => {
    const page = await read(from);
    lastCursor = from;
    ({ cursor } = page);
    append(page.images);
    isDone.value = cursor === null;
    if (isDone.value) finish();
    pages.value += 1;
    return page.images.length > 0;
  };
  const loadMore = () =>
    run(async () => {
      let isFound = false;
      for (let left = EMPTY_PAGES; left > 0 && !isFound && !isDone.value; left -= 1) {
        isFound = await readFrom(cursor);
        readAt ||= Date.now();
      }
      isStalled.value = !isFound && !isDone.value;
    });
  /** The newest images are in the first page, or from the last page on. */
  const readNewest = async () => {
    if (isOldestFirst) await readFrom(lastCursor);
    else prepend((await read(null)).images);
    readAt = Date.now();
  };
  const refresh = async (maxAgeMs = FRESH_MS) => {
    if (readAt === 0) return loadMore();
    const isUnfinished = isOldestFirst && !isDone.value;
    if (Date.now() - readAt >= maxAgeMs && !isUnfinished) await run(readNewest);
  };
  const facts = { projectId, filter, images, isDone, isLoading, isStalled, fault, pages };
  return { ...facts, loadMore, refresh, change, add };
}

const lists = new Map<string, KeptList>();

/** The list of a project's images that meet conditions; kept for who comes back. */
export function findImageList(projectId: string, filter: ListFilter = {}): ImageList {
  const key = projectId + JSON.stringify(filter);
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

/** Puts a saved image into every list that it belongs to, as the newest. */
export function addImage(projectId: string, image: Image): void {
  for (const { filter, add } of listsOf(projectId)) {
    if (!filter.search && meets(image, filter)) add(image);
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
