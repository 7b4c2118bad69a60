import { readFileSync } from 'node:fs';
import type { FakeService } from './fake-service.ts';

const NAMES = [
  ['vase-terracotta.jpg', 'vase-terracotta', 2400, 3000, 1_900_000],
  ['autumn-hero-dunes.jpg', 'dunes-noon', 4800, 3600, 3_400_000],
  ['autumn-hero-alps.jpg', 'alpine-dusk', 4800, 3600, 3_100_000],
  ['citrus-flatlay.webp', 'citrus-flatlay', 2400, 1800, 684_000],
  ['wrapping-ribbons.webp', 'ribbons', 2000, 1500, 236_000],
  ['journal-moon-bay.jpg', 'moon-bay', 4000, 3000, 1_400_000],
] as const;

/** The same letters for the same number: an ID as the service makes them. */
function idOf(at: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  let value = at * 7919 + 104_729;
  let id = '';
  for (let i = 0; i < 26; i += 1) {
    id += letters[(value >>> 0) % 32];
    value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0;
    value ^= value >>> 13;
  }
  return `img_${id}`;
}

export interface ExampleImage {
  readonly imageId: string;
  readonly imageUrl: string;
  thumbnailUrl: string | null;
  metadata: Record<string, string>;
  readonly originalFilename: string | null;
  readonly [name: string]: unknown;
  focalPoint: string | null;
  review: object | null;
}

/** The signed address of an image's thumbnail, with its end in seconds of the Unix epoch. */
export const exampleThumbnail = (url: string, imageId: string, expires = 4_000_000_000) =>
  `${url}/res/${imageId}.webp?width=480&height=640&quality=70&frame=0&fit=inside&expires=${expires}&signature=${'a'.repeat(43)}`;

/** The review of an image that waits for a decision, with an address for reviewers. */
export function exampleReview(imageUrl: string) {
  const originalUrl = `${imageUrl}?expires=1&signature=${'a'.repeat(43)}`;
  return {
    state: 'pending',
    reason: null,
    reviewedAt: null,
    reviewedBy: null,
    labels: [],
    previewUrl: originalUrl,
    originalUrl,
  };
}

/** The image of a number, counted from the newest. */
export function exampleImage(url: string, at: number): ExampleImage {
  const [name, picture, width, height, bytes] = NAMES[at % NAMES.length] ?? NAMES[0];
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const imageId = idOf(at);
  const round = Math.floor(at / NAMES.length);
  const originalFilename = round === 0 ? name : name.replace('.', `-${round}.`);
  return {
    imageId,
    imageUrl: `${url}/res/${imageId}.${extension}?${picture}`.replace(/\?.*/, ''),
    thumbnailUrl: exampleThumbnail(url, imageId),
    metadata: {
      category: at % 2 === 0 ? 'homeware' : 'journal',
      ...(at % 5 === 0 && { season: 'autumn 2026' }),
    },
    format: extension,
    width,
    height,
    bytes,
    frames: 1,
    hasAlpha: false,
    focalPoint: null,
    mainColor: null,
    thumbhash: null,
    sha256: String(at).padStart(64, '0'),
    originalFilename,
    convertedFrom: at === 2 ? 'heic' : null,
    lost: at === 2 ? ['animation', 'gainMap', 'exif', 'gps'] : ['exif'],
    hasWideGamut: at === 1 || at === 2,
    hasGainMap: at === 1,
    credit: null,
    createdAt: new Date(Date.UTC(2026, 10, 22, 9) - at * 3_600_000).toISOString(),
    takenDown: null,
    visibility: 'public',
    review: null,
  };
}

interface Change {
  readonly imageUrl: string;
  readonly add?: Record<string, string | null>;
  readonly focalPoint?: string | null;
}

interface Listed {
  readonly limit?: number;
  readonly cursor?: string;
  readonly metadata?: Record<string, string>;
  readonly review?: string;
  readonly search?: string;
  readonly formats?: readonly string[];
  readonly sha256?: string;
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly order?: string;
}

/** Whether an image was saved in a span. */
const isWithin = ({ createdAt }: ExampleImage, { createdFrom = '', createdTo = '~' }: Listed) =>
  String(createdAt) >= createdFrom && String(createdAt) < createdTo;

/** Whether an image has words that begin as those of a search. */
function hasWords({ originalFilename, metadata }: ExampleImage, search: string): boolean {
  const texts = [originalFilename ?? '', ...Object.values(metadata)];
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/));
  const sought = search.toLowerCase().split(' ').filter(Boolean);
  return sought.every((word) => words.some((one) => one.startsWith(word.replace('*', ''))));
}

interface Decided {
  readonly imageId: string;
  readonly decision: string;
}

/** Answers lists, deletions and changes over so many images; returns them, the newest first. */
export function answerImages(service: FakeService, count: number): ExampleImage[] {
  const images = Array.from({ length: count }, (_, at) => exampleImage(service.url, at));
  const drop = (id: string) => {
    const at = images.findIndex(({ imageId }) => imageId === id);
    if (at >= 0) images.splice(at, 1);
    return at >= 0;
  };
  service.answer('list-images', (sent: Listed) => {
    const { limit = 50, cursor = '0', metadata = {}, review, search = '', formats, sha256 } = sent;
    const pairs = Object.entries(metadata);
    const wanted = images.filter(
      (one) =>
        (!review || one.review !== null) &&
        pairs.every(([key, value]) => one.metadata[key] === value) &&
        hasWords(one, search) &&
        isWithin(one, sent) &&
        (!formats || formats.includes(String(one.format))) &&
        (sha256 === undefined || one.sha256 === sha256),
    );
    if (sent.order === 'oldest') wanted.reverse();
    const from = Number(cursor);
    const next = from + limit;
    const page = wanted.slice(from, next);
    return { body: { images: page, cursor: next < wanted.length ? String(next) : null } };
  });
  service.answer('get-image', ({ imageId }: { imageId: string }) => ({
    body: images.find((one) => one.imageId === imageId),
  }));
  service.answer('get-usage', () => ({
    body: {
      month: '2026-11',
      resetsAt: new Date(Date.now() + 9 * 86_400_000).toISOString(),
      images: { used: images.length, limit: count > 50 ? null : 50 },
      transformations: { used: 63, limit: count > 50 ? null : 100 },
      bandwidthBytes: { used: 710_000_000, limit: count > 50 ? null : 1_000_000_000 },
      topImages: [],
    },
  }));
  service.answer('delete-images', ({ imageIds }: { imageIds: readonly string[] }) => ({
    body: {
      images: imageIds.map((imageId) => ({
        imageId,
        outcome: drop(imageId) ? 'image_marked_for_deletion' : 'image_not_found',
      })),
      hasMore: false,
    },
  }));
  service.answer('review-image', ({ imageId, decision }: Decided) => {
    if (decision === 'reject') drop(imageId);
    for (const image of images) if (image.imageId === imageId) image.review = null;
    return { body: { imageId, review: { state: `${decision}d`, previewUrl: null } } };
  });
  service.answer('update-image-metadata', ({ imageUrl, add, focalPoint }: Change) => {
    const image = images.find(({ imageId }) => imageId === imageUrl);
    if (image && focalPoint !== undefined) image.focalPoint = focalPoint;
    const all = Object.entries({ ...image?.metadata, ...add });
    const kept = all.flatMap(([key, value]) => (value === null ? [] : [[key, value]]));
    const metadata: Record<string, string> = Object.fromEntries(kept);
    if (image) image.metadata = metadata;
    return { body: { message: 'metadata_updated', imageId: imageUrl, metadata } };
  });
  const pictures = NAMES.map(([, picture]) => readFileSync(`console/pictures/${picture}.webp`));
  const pictureOf = new Map(images.map(({ imageId }, at) => [imageId, pictures[at % 6]]));
  service.serve('/res/', (request, response) => {
    const id = /img_[a-z2-7]{26}/.exec(request.url ?? '')?.[0] ?? '';
    response.writeHead(200, {
      'Content-Type': 'image/webp',
      'Cache-Control': 'max-age=600',
      'Server-Timing':
        'edge;desc="miss";dur=48.1, origin;desc="2026-11-22T09:00Z", render;dur=23.4',
    });
    response.end(pictureOf.get(id) ?? pictures[0]);
  });
  return images;
}

/** Answers uploads, `after` something or without a pause: each becomes the newest image. */
export function answerUploads(
  service: FakeService,
  images: ExampleImage[],
  after?: Promise<unknown>,
): void {
  let made = 0;
  const names = new Map<string, string>();
  service.answer('upload-project-image', (_, headers) => {
    made += 1;
    const temporary = `${service.url}/res/tmp_${String(made).padStart(26, 'a')}.jpg`;
    names.set(temporary, decodeURIComponent(String(headers['x-original-filename'] ?? '')));
    return {
      after,
      body: { temporaryImageUrl: temporary, expiresAt: '2026-11-23T09:00:00.000Z' },
    };
  });
  service.answer('save-temporary-image', (sent: { temporaryImageUrl: string }) => {
    const image = exampleImage(service.url, 20_000 + made + names.size * 100 + images.length);
    const originalFilename = names.get(sent.temporaryImageUrl) ?? null;
    images.unshift({ ...image, originalFilename });
    const { imageId, imageUrl } = image;
    return { body: { message: 'image_saved', imageId, imageUrl } };
  });
}
