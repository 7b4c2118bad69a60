import { randomBytes } from 'node:crypto';
import { idsOf } from '../../../adapters/sqlite/edge-purge.ts';
import { errorCacheControl } from '../../../core/foundation/delivery-headers.ts';
import { PROBLEMS } from '../../../core/foundation/problems.ts';
import { ServiceError } from '../../../core/foundation/service-error.ts';
import { bodyOf } from '../../../core/images/body-of.ts';
import type { CachedImage } from '../../../core/images/ids.ts';
import { type AnyImageId, encodeIdBytes } from '../../../core/images/ids.ts';
import type { TemporaryImage } from '../../../core/images/image-states.ts';
import { originalObjectKey } from '../../../core/images/object-keys.ts';
import type { Conversions, ImageEngine } from '../../../core/ports/images/image-engine.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import type { RenditionStore } from '../../../core/ports/images/rendition-store.ts';
import type { ProjectStore } from '../../../core/ports/projects/project-store.ts';
import type { UsageStore } from '../../../core/ports/projects/usage-store.ts';
import type { Services } from '../../../core/ports/services.ts';
import { PLANS } from '../../../core/projects/plans.ts';
import { markAuthorized } from '../../../core/use-cases/access/authorized.ts';
import { eraseImage } from '../../../core/use-cases/deletion/erase-image.ts';
import { removingOrphanedCopies } from '../../../core/use-cases/deletion/remove-orphaned-copy.ts';
import { sweepTemporaryImages } from '../../../core/use-cases/deletion/sweep-temporary-images.ts';
import { deliverImage } from '../../../core/use-cases/delivery/deliver-image.ts';
import { planDelivery } from '../../../core/use-cases/delivery/plan-delivery.ts';
import { deleteImage } from '../../../core/use-cases/images/delete-image.ts';
import { purgeRenditions } from '../../../core/use-cases/images/purge-renditions.ts';
import { replaceImage } from '../../../core/use-cases/images/replace-image.ts';
import { restoreImage } from '../../../core/use-cases/images/restore-image.ts';
import { saveTemporaryImage } from '../../../core/use-cases/images/save-temporary-image.ts';
import { updateImageVisibility } from '../../../core/use-cases/images/update-image-visibility.ts';
import { createTimings } from '../../../lambdas/http/server-timing.ts';
import { createEdgeCache, type OriginAnswer } from '../../../local/cloudfront/edge-cache.ts';
import { makeTemporary } from '../../contract/image-store.ts';
import { createMemoryObjectStore } from './memory-objects.ts';
import { type Choose, createScheduler } from './scheduler.ts';

export interface Stores {
  readonly images: ImageStore;
  readonly renditions: RenditionStore;
  readonly usage: UsageStore;
  readonly projects: ProjectStore;
}

/** An injection of a test between the use cases of a task and their ports: a bug, or a death. */
export type Plant = (services: Services, task: string) => Services;

export const NOON = Date.UTC(2026, 10, 21, 12);
export const LIFE_MS = 60_000;
const MONTH = '2026-11';
const STORED = Buffer.from(
  'an image of eighty-eight bytes, so that a rendition is the smaller one of both, always',
);

/** Stands for a process that was killed. */
export class Killed extends Error {
  override name = 'Killed';
}
/** A renderer of this name is killed when it has stored its rendition, before it can say so. */
export const DOOMED = 'v-doomed';

function doom(services: Services): Services {
  const dies = () => Promise.reject(new Killed());
  const renditions = { ...services.renditions, complete: dies, release: dies };
  return { ...services, renditions };
}

export interface Seen {
  readonly status: number;
  /** The step in which its making began; -1 for the stored image. */
  readonly begunAt: number;
  readonly askedAt: number;
}

async function textOf(body: AsyncIterable<Uint8Array> | Uint8Array): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The same body, and the moment when its function has ended: later than its last byte. */
function watchEnd(body: AsyncIterable<Uint8Array>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* watched() {
    try {
      yield* body;
    } finally {
      resolve();
    }
  }
  return { body: watched(), ended: promise };
}

function problemAnswer(error: unknown): OriginAnswer {
  if (!(error instanceof ServiceError)) throw error;
  const { status } = PROBLEMS[error.code];
  const headers = { 'cache-control': errorCacheControl(status), 'content-length': '0' };
  return { statusCode: status, headers, body: bodyOf(new Uint8Array()) };
}

/**
 * One project with one uploaded image, its edge and its clock, and whoever acts on it: each act a
 * task of the scheduler.
 */
export async function createWorld(stores: Stores, choose: Choose, plant: Plant = (same) => same) {
  let now = NOON;
  const passTime = async () => {
    now += 50;
    await passRealTime(50);
  };
  const scheduler = createScheduler(choose, passTime);
  const objects = new Map<string, Uint8Array>();
  const projectId = `prj_${encodeIdBytes(randomBytes(26))}`;
  const accountId = `acc_${projectId}`;
  const plan = PLANS.free;
  await stores.projects.addProject({
    projectId,
    accountId,
    name: 'p',
    allowedOrigins: [],
    plan,
    createdAt: NOON,
  });
  const project = await stores.projects.getProject(projectId);
  if (!project) throw new Error('it was just added');
  let caller = markAuthorized({ project, keyId: 'key_a' });
  const facts = { format: 'jpg', width: 300, height: 200, bytes: STORED.length } as const;
  const temporary: TemporaryImage = makeTemporary(projectId, {
    ...facts,
    createdAt: NOON,
    expiresAt: NOON + LIFE_MS,
  });
  const { imageId, temporaryImageId } = temporary;
  const temporaryOriginal = originalObjectKey(temporaryImageId);
  objects.set(temporaryOriginal, STORED);
  const limits = { maxCount: 9, maxBytes: 99_999 };
  await stores.images.addTemporaryImage(temporary, limits, NOON);

  const cache = createEdgeCache({ now: () => now });
  const requested = new Map<string, number>();
  const edge = {
    purge: async (images: readonly CachedImage[]) => cache.purge(idsOf(images)),
  };
  const createEngine = (task: string): ImageEngine => ({
    decodeFully: async () => undefined,
    render: async () => {
      const begunAt = scheduler.steps();
      await scheduler.wait(task);
      return Buffer.from(String(begunAt));
    },
    reencode: () => Promise.reject(new Error('nobody uploads here')),
    placeholder: () => Promise.reject(new Error('nobody uploads here')),
    convert: {} as Conversions, // without uploads
    inputFormats: ['jpg'],
  });
  const unused = () => Promise.reject(new Error('it is not used here'));
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const servicesOf = (task: string): Services => {
    const engine = createEngine(task);
    const gated = {
      images: scheduler.gate(task, stores.images),
      renditions: scheduler.gate(task, stores.renditions),
      objects: scheduler.gate(task, createMemoryObjectStore(objects)),
      edge: { ...scheduler.gate(task, edge), purgeProject: unused },
    };
    const orphanedCopies = removingOrphanedCopies(gated);
    const services = {
      ...gated,
      orphanedCopies,
      usage: stores.usage,
      projects: stores.projects,
      log: silent,
      clock: () => now,
      randomBytes,
      cdnUrl: 'http://cdn',
      imageEngine: async () => engine,
      abandonProcess: () => undefined,
      isCdnHost: () => true,
      hasRateLimits: false,
    } as unknown as Services;
    return plant(task === DOOMED ? doom(services) : services, task);
  };
  /** By task, the end of the function that answered it. */
  const ends = new Map<string, Promise<void>>();
  const askOrigin = async (task: string, id: AnyImageId): Promise<OriginAnswer> => {
    try {
      const { status, headers, body } = await deliverImage(servicesOf(task), {
        method: 'GET',
        path: `/res/${id}.webp`,
        ifNoneMatch: undefined,
        requestId: task,
        timings: createTimings(),
        query: [['width', '20']],
      });
      const watched = watchEnd(body ?? bodyOf(new Uint8Array()));
      ends.set(task, watched.ended);
      return { statusCode: status, headers, body: watched.body };
    } catch (error) {
      return problemAnswer(error);
    }
  };
  const planned = planDelivery(
    { ...temporary, focalPoint: null, overlay: null, watermark: null },
    'webp',
    { width: 20 },
  );
  if (planned.kind !== 'rendition') throw new Error('it asks for a rendition');
  const renditionKey = planned.key;
  const keyOf = (id: AnyImageId) => `/res/${id}.webp?width=20`;
  const seen: Seen[] = [];

  return {
    scheduler,
    stores,
    objects,
    temporary,
    imageId,
    temporaryImageId,
    renditionKey,
    seen,
    clock: () => now,
    setClock: (time: number) => {
      now = time;
    },
    servicesOf,
    /** A viewer's request for a rendition, through the edge. */
    async view(task: string, id: AnyImageId = imageId): Promise<Seen> {
      const askedAt = scheduler.steps();
      const key = keyOf(id);
      const ask = () => {
        requested.set(key, scheduler.steps());
        return askOrigin(task, id);
      };
      const answer = await cache.get(key, id, ask);
      const text = await textOf(answer.open());
      const begunAt = answer.statusCode === 200 ? Number(text) : -1;
      const observed = { status: answer.statusCode, begunAt, askedAt };
      seen.push(observed);
      await ends.get(task);
      return observed;
    },
    /** The same through another edge location, which keeps nothing. */
    async viewElsewhere(task: string, id: AnyImageId = imageId): Promise<Seen> {
      const askedAt = scheduler.steps();
      const { statusCode: status, body } = await askOrigin(task, id);
      const text = await textOf(body);
      const observed = { status, begunAt: status === 200 ? Number(text) : -1, askedAt };
      seen.push(observed);
      return observed;
    },
    /** The responses of the edge without a request to the origin. */
    async kept(id: AnyImageId): Promise<Seen | undefined> {
      const miss = new Error('a miss');
      try {
        const answer = await cache.get(keyOf(id), id, () => Promise.reject(miss));
        const text = await textOf(answer.open());
        const begunAt = answer.statusCode === 200 ? Number(text) : -1;
        return { status: answer.statusCode, begunAt, askedAt: requested.get(keyOf(id)) ?? -1 };
      } catch (error) {
        if (error !== miss) throw error;
        return undefined;
      }
    },
    save: (task: string, metadata = {}) =>
      saveTemporaryImage(servicesOf(task), caller, {
        temporaryImageId,
        metadata,
      }),
    /** Another temporary image of the project, without a race. */
    async upload(): Promise<TemporaryImage> {
      const other = makeTemporary(projectId, {
        ...facts,
        createdAt: NOON,
        expiresAt: NOON + LIFE_MS,
      });
      objects.set(originalObjectKey(other.temporaryImageId), STORED);
      await stores.images.addTemporaryImage(other, limits, NOON);
      return other;
    },
    saveOther: (task: string, other: TemporaryImage) =>
      saveTemporaryImage(servicesOf(task), caller, { temporaryImageId: other.temporaryImageId }),
    replace: (task: string, by: TemporaryImage) =>
      replaceImage(servicesOf(task), caller, { imageId, temporaryImageId: by.temporaryImageId }),
    remove: (task: string) => deleteImage(servicesOf(task), caller, { imageId }),
    /** The project keeps deleted images and replaced bytes from now on. */
    async keep(keepDays: number): Promise<void> {
      await stores.projects.changeSettings(projectId, { keepDays });
      const settings = { ...project.settings, keepDays };
      caller = markAuthorized({ project: { ...project, settings }, keyId: 'key_a' });
    },
    hide: (task: string) =>
      updateImageVisibility(servicesOf(task), caller, { imageId, visibility: 'private' }),
    restore: (task: string) => restoreImage(servicesOf(task), caller, { imageId }),
    removeForGood: (task: string) =>
      deleteImage(servicesOf(task), caller, { imageId, forGood: true }),
    purge: (task: string) => purgeRenditions(servicesOf(task), caller, { imageId }),
    work: (task: string) => eraseImage(servicesOf(task), imageId),
    sweep: (task: string) => sweepTemporaryImages(servicesOf(task)),
    usage: () => stores.usage.ofProject({ projectId, accountId }, MONTH),
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

let passRealTime: (ms: number) => Promise<void> = async () => undefined;
/** How whoever sleeps is woken: by timers that the test moves, or by waiting. */
export function wakeSleepersWith(pass: typeof passRealTime): void {
  passRealTime = pass;
}

/** The result of a call: its answer, or the code of its refusal. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    if (error instanceof Killed) return 'killed';
    throw error;
  }
}
