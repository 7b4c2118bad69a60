import { exampleImage } from './example-images.ts';
import type { FakeService } from './fake-service.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const STEPS = ['marked', 'origin_closed', 'renditions_removed', 'original_removed', 'swept'];

/** The facts of kept bytes, of the example image with this number. */
function keptFacts(url: string, at: number) {
  const { imageId, imageUrl, format, width, height, bytes, sha256, originalFilename } =
    exampleImage(url, at);
  const shown = `${imageUrl}?expires=4000000000&signature=${'a'.repeat(43)}`;
  const facts = { format, width, height, bytes, sha256, mainColor: null, thumbhash: null };
  return { imageId, facts: { ...facts, originalFilename }, shown };
}

/** A former original: kept for so many days, or erased where they are null. */
export function exampleVersion(url: string, at: number, days: number | null) {
  const { imageId, facts, shown } = keptFacts(url, at);
  return {
    versionId: imageId,
    replacedAt: inDays(-at),
    keptUntil: days === null ? null : inDays(days),
    originalUrl: days === null ? null : shown,
    ...facts,
    steps: STEPS.map((step) => ({ step, at: days === null ? inDays(-at) : null })),
  };
}

/** Answers the bin with so many images, and their restore and end; returns the rest. */
export function answerBin(service: FakeService, count: number) {
  const bin = Array.from({ length: count }, (_, at) => {
    const { imageId, facts, shown } = keptFacts(service.url, at);
    const times = {
      createdAt: inDays(-60),
      deletedAt: inDays(-at / 4),
      keptUntil: inDays(30 - at),
    };
    return { imageId, metadata: {}, originalUrl: shown, ...times, ...facts };
  });
  const drop = (id: string) => {
    const at = bin.findIndex(({ imageId }) => imageId === id);
    if (at >= 0) bin.splice(at, 1);
  };
  service.answer('list-bin', ({ limit = 50, cursor = '0' }: Listed) => {
    const next = Number(cursor) + limit;
    const images = bin.slice(Number(cursor), next);
    return { body: { images, cursor: next < bin.length ? String(next) : null } };
  });
  service.answer('restore-image', ({ imageId }: Named) => {
    drop(imageId);
    const imageUrl = `${service.url}/res/${imageId}.jpg`;
    return { body: { message: 'image_restored', imageId, imageUrl } };
  });
  service.answer('delete-image', ({ imageId }: Named) => {
    drop(imageId);
    return { body: { message: 'image_marked_for_deletion' } };
  });
  service.answer('delete-images', ({ imageIds }: { imageIds: readonly string[] }) => {
    for (const imageId of imageIds) drop(imageId);
    const outcome = 'image_marked_for_deletion';
    return { body: { images: imageIds.map((imageId) => ({ imageId, outcome })), hasMore: false } };
  });
  service.answer('get-image', ({ imageId }: Named) => ({
    body: { ...exampleImage(service.url, 0), imageId },
  }));
  return bin;
}

interface Listed {
  readonly limit?: number;
  readonly cursor?: string;
}

interface Named {
  readonly imageId: string;
}
