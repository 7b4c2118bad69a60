import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { createDynamoRenditionStore } from '../../adapters/dynamodb/renditions/rendition-store.ts';
import type { TableName } from '../../core/foundation/dynamodb-tables.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { TemporaryImage } from '../../core/images/image-states.ts';
import { makeImage, makeTemporary } from '../../test/contract/image-store.ts';
import type { Meter } from './metered-client.ts';

type Names = Readonly<Record<TableName, string>>;

const NOW = Date.UTC(2026, 10, 21);
const LIFE = { createdAt: NOW, expiresAt: NOW + LIMITS.temporaryLifeMs };
const ANY = { maxCount: LIMITS.maxLiveTemporaryImages, maxBytes: LIMITS.maxLiveTemporaryBytes };
const MADE = { bytes: 40_000, sha256: 'cd'.repeat(32), isOriginal: false };
/** Uploaded and not saved yet: at 100 a second, those of the last second. */
const WAITING = 100;
const IMAGE = { bytes: 2_000_000, sha256: 'ab'.repeat(32) };

/** A load, and at which rates it has to hold. */
export interface Scenario {
  readonly title: string;
  readonly rates: readonly number[];
  readonly calls: number;
  run(meter: Meter, names: Names, calls: number): Promise<void>;
}

async function storeImage(
  { client }: Pick<Meter, 'client'>,
  names: Names,
  projectId: string,
): Promise<TemporaryImage> {
  const store = createDynamoImageStore(client, names);
  const temporary = makeTemporary(projectId, { ...LIFE, ...IMAGE });
  await store.addTemporaryImage(temporary, ANY, NOW);
  await store.saveImage(makeImage(temporary), { maxImages: null }, NOW);
  return temporary;
}

/**
 * New renditions of one account, each claimed, made and marked ready, of fifty images or of a
 * single one.
 */
function rendering(maxTransformations: number | null, images: number) {
  return async (meter: Meter, names: Names, calls: number): Promise<void> => {
    const all: TemporaryImage[] = [];
    for (let nth = 0; nth < images; nth += 1) all.push(await storeImage(meter, names, 'prj_a'));
    for (const load of Object.values(meter.loads)) (load as Map<string, number>).clear();
    const renditions = createDynamoRenditionStore(meter.client, names);
    for (let nth = 0; nth < calls; nth += 1) {
      const { imageId, accountId, projectId } = all[nth % images] as TemporaryImage;
      const claim = {
        imageId,
        accountId,
        projectId,
        renditionKey: `w${nth}.webp`,
        maxTransformations,
        version: 1,
        generation: 0,
        owner: `request-${nth}`,
        now: NOW,
        month: '2026-11',
        leaseMs: LIMITS.renditionLeaseMs,
        maxRenditions: null,
        isSmall: true,
      };
      const { outcome } = await renditions.claim(claim);
      if (outcome !== 'claimed') throw new Error(`a claim was answered ${outcome}`);
      if (!(await renditions.complete(claim, MADE))) throw new Error('a rendition was lost');
    }
  };
}

/**
 * Uploads and saves, by so many projects in turn, with two pairs of metadata of which one is the
 * same for all.
 */
function storing(projects: number, isSwept: boolean) {
  return async (meter: Meter, names: Names, calls: number): Promise<void> => {
    const store = createDynamoImageStore(meter.client, names);
    const waiting: TemporaryImage[] = [];
    const stored: TemporaryImage[] = [];
    const save = async (temporary: TemporaryImage | undefined): Promise<void> => {
      if (!temporary) return;
      const metadata = { type: 'product', nth: String(stored.length) };
      const image = makeImage(temporary, { metadata, savedMetadata: metadata });
      const { outcome } = await store.saveImage(image, { maxImages: null }, NOW);
      if (outcome !== 'saved') throw new Error(`a save was answered ${outcome}`);
      stored.push(temporary);
    };
    for (let nth = 0; nth < calls; nth += 1) {
      const temporary = makeTemporary(`prj_${nth % projects}`, { ...LIFE, ...IMAGE });
      if ((await store.addTemporaryImage(temporary, ANY, NOW)) !== 'added') {
        throw new Error('an upload met the limit');
      }
      waiting.push(temporary);
      if (waiting.length > WAITING) await save(waiting.shift());
    }
    for (const entry of waiting) await save(entry);
    if (!isSwept) return;
    const later = LIFE.expiresAt + LIMITS.temporaryGraceMs;
    for (const { temporaryImageId } of stored) {
      await store.closeEnded(temporaryImageId, later);
      await store.recordSwept(temporaryImageId);
    }
  };
}

/** THE loads that the tables have to take. */
export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'new renditions, one account, no bound',
    rates: [10, 100, 1_000],
    calls: 960,
    run: rendering(null, 50),
  },
  {
    title: 'new renditions of a single image, no bound',
    rates: [10, 100],
    calls: 320,
    run: rendering(null, 1),
  },
  {
    title: 'new renditions, one account, under a bound of a million',
    rates: [10, 20],
    calls: 100,
    run: rendering(1_000_000, 50),
  },
  {
    title: 'uploads and saves, one project',
    rates: [100],
    calls: 640,
    run: storing(1, false),
  },
  {
    title: '10 million images imported in three hours by ten projects, and swept a day later',
    rates: [1_000],
    calls: 640,
    run: storing(10, true),
  },
];
