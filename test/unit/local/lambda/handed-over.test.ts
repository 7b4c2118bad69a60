import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqliteTakedowns } from '../../../../adapters/sqlite/images/takedowns.ts';
import { type ImageId, isImageId } from '../../../../core/images/ids.ts';
import type { Services } from '../../../../core/ports/services.ts';
import type { BegunDelivery, DeliveryRelay } from '../../../../core/use-cases/delivery/delivery.ts';
import { respond } from '../../../../lambdas/delivery/respond.ts';
import { openRecords } from '../../../../local/data-folder/open-records.ts';
import { storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { createLightServices } from '../../../support/local/light-services.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

let test: TestServices;
let light: Services;
/** As the light process noted it. */
let noted: BegunDelivery | undefined;
let moved = Promise.withResolvers<string>();
const BEGINNING: DeliveryRelay = {
  begun: () => undefined,
  note: (begun) => {
    noted = begun;
  },
};

beforeAll(async () => {
  test = await makeServices();
  light = createLightServices(test, (to) => moved.resolve(to), BEGINNING);
});
afterAll(() => test.remove());

const store = async () => {
  const imageId = await storeImage(test, await drawJpeg(60, 40));
  if (!isImageId(imageId)) throw new Error('it is saved');
  return imageId;
};

const eventOf = (path: string, query: string, method = 'GET') =>
  ({
    rawPath: path,
    rawQueryString: query,
    headers: {},
    requestContext: { http: { method } },
  }) as never;

/** Begins a request in the light process, up to its move; the delivery as it crosses. */
async function handOver(event: never): Promise<BegunDelivery> {
  moved = Promise.withResolvers();
  void respond(light, event, makeContext(), BEGINNING);
  await moved.promise;
  if (!noted) throw new Error('nothing was noted');
  return structuredClone(noted);
}

/** The rest of the request in a process with the engine. */
async function finish(services: Services, event: never, begun: BegunDelivery) {
  const relay = { begun: () => begun, note: () => undefined };
  const answer = await respond(services, event, makeContext(), relay);
  const parts: Uint8Array[] = [];
  for await (const part of typeof answer.body === 'string' ? [] : (answer.body ?? [])) {
    parts.push(part);
  }
  const problem = typeof answer.body === 'string' ? JSON.parse(answer.body) : {};
  return { ...answer, bytes: Buffer.concat(parts), code: problem.code };
}

/** The services with every call of these stores noted by its name. */
function counting(): { readonly services: Services; readonly calls: string[] } {
  const calls: string[] = [];
  const watch = <T extends object>(store: T, name: string): T =>
    new Proxy(store, {
      get(of, method, receiver) {
        const found: unknown = Reflect.get(of, method, receiver);
        if (typeof found !== 'function') return found;
        return (...args: readonly unknown[]) => {
          calls.push(`${name}.${String(method)}`);
          return Reflect.apply(found, of, args);
        };
      },
    });
  const { images, projects, renditions, signingSecrets, thumbnailSecrets } = test.services;
  const services = {
    ...test.services,
    images: watch(images, 'images'),
    projects: watch(projects, 'projects'),
    renditions: watch(renditions, 'renditions'),
    signingSecrets: watch(signingSecrets, 'signingSecrets'),
    thumbnailSecrets: watch(thumbnailSecrets, 'thumbnailSecrets'),
  };
  return { services, calls };
}

function block(imageId: ImageId): Promise<unknown> {
  const takedown = { reason: 'a notice', takenDownAt: 1 };
  return createSqliteTakedowns(openRecords(test.dataDir)).block(imageId, takedown);
}

/** The services with an act before each encode. */
function beforeEncode(act: () => Promise<unknown>): Services {
  return {
    ...test.services,
    imageEngine: async () => {
      const engine = await test.services.imageEngine();
      const render: typeof engine.render = async (...args) => {
        await act();
        return engine.render(...args);
      };
      return { ...engine, render };
    },
  };
}

describe('a delivery that another process continues', () => {
  it('is authorized, noted and looked up in the first process alone: the second claims, makes, checks and stores', async () => {
    const event = eventOf(`/res/${await store()}.webp`, 'width=21');
    const begun = await handOver(event);
    const { services, calls } = counting();
    const made = await finish(services, event, begun);
    expect([made.statusCode, made.bytes.length > 0]).toEqual([200, true]);
    expect(calls).toEqual([
      'renditions.claim',
      'renditions.find',
      'images.getImage',
      'renditions.complete',
    ]);
  });

  it('tells the time of both processes, from the arrival on (delivery.server-timing)', async () => {
    const event = eventOf(`/res/${await store()}.webp`, 'width=21');
    const { known, phases } = await handOver(event);
    expect([...phases.keys()]).toEqual(['auth', 'store']);
    const longer = new Map([...phases, ['auth', 1_234] as const]);
    const arrived = { ...known, startedAt: known.startedAt - 5_000 };
    const { headers } = await finish(test.services, event, { known: arrived, phases: longer });
    const at = new Date(arrived.startedAt).toISOString();
    expect(headers['server-timing']).toMatch(
      new RegExp(`^origin;desc="${at}", auth;dur=1234, render;dur=[\\d.]+, store;dur=[\\d.]+$`),
    );
  });

  const GONE: Readonly<Record<string, (imageId: ImageId) => Promise<unknown>>> = {
    deleted: (imageId) => test.services.images.markDeleting(imageId, test.services.clock()),
    blocked: block,
  };

  it.each(Object.keys(GONE))(
    'is a 404 where its image is %s while it waits for a renderer, and during the encode (security.deletion-final)',
    async (name) => {
      const act = GONE[name] as (typeof GONE)[string];
      const [first, second] = [await store(), await store()];
      const waiting = eventOf(`/res/${first}.webp`, 'width=21');
      const begun = await handOver(waiting);
      await act(first);
      expect((await finish(test.services, waiting, begun)).code).toBe('image_not_found');
      const encoding = eventOf(`/res/${second}.webp`, 'width=21');
      const services = beforeEncode(() => act(second));
      const answer = await finish(services, encoding, await handOver(encoding));
      expect(answer.code).toBe('image_not_found');
    },
  );

  it('is a 404 where another process made it, and its image was blocked meanwhile', async () => {
    const imageId = await store();
    const event = eventOf(`/res/${imageId}.webp`, 'width=21');
    const begun = await handOver(event);
    expect((await finish(test.services, event, structuredClone(begun))).statusCode).toBe(200);
    await block(imageId);
    expect((await finish(test.services, event, begun)).code).toBe('image_not_found');
  });

  it('begins again from its event where its image is purged meanwhile (deletion.cdn-copies)', async () => {
    const imageId = await store();
    const event = eventOf(`/res/${imageId}.webp`, 'width=21');
    const begun = await handOver(event);
    await test.services.images.outdateRenditions(imageId, test.services.clock());
    const { services, calls } = counting();
    expect((await finish(services, event, begun)).statusCode).toBe(200);
    expect(calls.filter((call) => call === 'renditions.claim')).toHaveLength(2);
    expect(calls).toContain('projects.getOpenProject');
  });

  it('is not made with an overlay that was deleted meanwhile, while it waits or during the encode (transformations.overlay)', async () => {
    const imageId = await store();
    const [first, second] = [await store(), await store()];
    const remove = (id: ImageId) => test.services.images.markDeleting(id, test.services.clock());
    const waiting = eventOf(`/res/${imageId}.webp`, `overlay=${first}`);
    const begun = await handOver(waiting);
    await remove(first);
    expect((await finish(test.services, waiting, begun)).statusCode).toBe(404);
    const encoding = eventOf(`/res/${imageId}.webp`, `overlay=${second}`);
    const services = beforeEncode(() => remove(second));
    const answer = await finish(services, encoding, await handOver(encoding));
    expect(answer.statusCode).toBe(404);
  });

  it('has the time since its arrival for a second beginning', async () => {
    const imageId = await store();
    const event = eventOf(`/res/${imageId}.webp`, 'width=21');
    const { known, phases } = await handOver(event);
    await test.services.images.outdateRenditions(imageId, test.services.clock());
    const late = { ...known, startedAt: known.startedAt - 10_000 };
    expect((await finish(test.services, event, { known: late, phases })).code).toBe('busy');
  });

  it('answers a HEAD and a 304 as the process that began it would', async () => {
    const path = `/res/${await store()}.webp`;
    const head = eventOf(path, 'width=21', 'HEAD');
    const answer = await finish(test.services, head, await handOver(head));
    expect([answer.statusCode, answer.bytes.length]).toEqual([200, 0]);
    expect(answer.headers['content-type']).toBe('image/webp');
  });

  it('is a 404 where its temporary image ends meanwhile (security.exact-expiry)', async () => {
    const image = await test.services.images.getImage(await store());
    const id = image?.temporaryImageId;
    const temporary = id && (await test.services.images.getTemporaryImage(id));
    if (!temporary) throw new Error('it was uploaded');
    const event = eventOf(`/res/${id}.webp`, 'width=21');
    const begun = await handOver(event);
    test.setClock(temporary.expiresAt);
    expect((await finish(test.services, event, begun)).code).toBe('temporary_image_not_found');
  });
});
