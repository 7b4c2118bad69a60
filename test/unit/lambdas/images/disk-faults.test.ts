import { createHash } from 'node:crypto';
import type * as FsPromises from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { PURGE_STEPS } from '../../../../core/images/erasure-steps.ts';
import { createHandler as createKeyCalls } from '../../../../lambdas/api/api-key-calls.ts';
import { createHandler as createDelete } from '../../../../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpdate } from '../../../../lambdas/api/update-image-metadata.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { objectsPath } from '../../../../local/data-folder/data-paths.ts';
import {
  type DiskError,
  FILE_ERRORS,
  SQLITE_FAILING,
  SQLITE_FULL,
  strikeSqlite,
  whileStruck,
} from '../../../support/disk/strike-writes.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

vi.mock('node:fs/promises', async (load) => {
  const { strikeable } = await import('../../../support/disk/strike-writes.ts');
  return strikeable(await load<typeof FsPromises>());
});

const HOUR = 3_600_000;
/** More writes than any of these calls makes. */
const MAX_WRITES = 100;
const REFUSALS = new Map([
  [507, 'storage_full'],
  [503, 'busy'],
]);

interface Called {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  readonly json: any;
}

let test: TestServices;
let restore: () => void;
let image: Buffer;
let now = Date.UTC(2026, 10, 21, 12);
beforeAll(async () => {
  restore = strikeSqlite();
  // each write of a new rendition is struck several times: more than a month of the free plan
  test = withPlan(await makeServices());
  image = await drawJpeg(24, 16);
});
afterAll(async () => {
  restore();
  await test.remove();
});

type Handler = ReturnType<typeof createSave>;
async function called(handler: Handler, event: Parameters<Handler>[0]): Promise<Called> {
  const { statusCode, headers = {}, body } = await handler(event, makeContext());
  return { status: statusCode, headers, json: JSON.parse(body) };
}
const call = (
  name: 'saveTemporaryImage' | 'updateImageMetadata' | 'deleteImage' | 'listImages',
  body: object,
) => {
  const create = {
    saveTemporaryImage: createSave,
    updateImageMetadata: createUpdate,
    deleteImage: createDelete,
    listImages: createKeyCalls,
  }[name];
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS[name], { headers, body: JSON.stringify(body) });
  return called(create(test.services), event);
};
const upload = (body = image) => {
  const { uploadKey } = test.credentials;
  const headers = { 'content-type': 'image/jpeg' };
  const event = makeApiEvent(ENDPOINTS.uploadTemporaryImage, { headers, body, uploadKey });
  return called(createUpload(test.services), event);
};
const save = async (body?: Buffer) => {
  const { temporaryImageUrl } = (await upload(body)).json;
  return (await call('saveTemporaryImage', { temporaryImageUrl })).json as { imageId: string };
};
const get = (id: string, query = '') => deliver(test, `/res/${id}.jpg${query}`);
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const halves = () => readdir(join(objectsPath(test.dataDir), '.incoming')).catch(() => []);

/**
 * The errors that strike a write, one of each group. A database translates SQLite's code before
 * anything else sees it, to a full disk or a failing one. So the failing ones take turns.
 */
const GROUPS: readonly (readonly ['file' | 'sqlite', readonly DiskError[]])[] = [
  ...FILE_ERRORS.map((error) => ['file', [error]] as const),
  ['sqlite', SQLITE_FULL],
  ['sqlite', SQLITE_FAILING],
];

/** One write is struck alone, or it and all that follow. */
const ONE_OR_ALL = [1, MAX_WRITES];

/**
 * Strikes each write of a call in turn by an error of each group, and so many writes in all.
 * Answers how many were struck.
 */
async function strikeEach(
  act: () => Promise<() => Promise<Called>>,
  check: (answer: Called, error: DiskError, isAlone: boolean) => Promise<void>,
  counts = ONE_OR_ALL,
): Promise<number> {
  let struck = 0;
  for (const [kind, errors] of GROUPS) {
    for (const count of counts) {
      for (let at = 0; ; at += 1) {
        expect(at, 'raise MAX_WRITES').toBeLessThan(MAX_WRITES);
        const prepared = await act();
        now += 2 * HOUR; // the key's last use is due to be noted
        test.setClock(now);
        const error = errors[at % errors.length] as DiskError;
        const { done, hits } = await whileStruck({ kind, at, count, error }, prepared);
        await check(done, error, count === 1);
        if (hits === 0) break;
        struck += 1;
      }
    }
  }
  return struck;
}

function expectRefusedOr200({ status, headers, json }: Called): void {
  if (status === 200) return;
  expect([...REFUSALS.keys()]).toContain(status);
  expect(json.code).toBe(REFUSALS.get(status));
  expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
}

describe('a disk that fails at each write in turn (security.full-disk)', () => {
  it('an upload is whole, or refused with 507 or 503 and leaves no half file', async () => {
    const struck = await strikeEach(
      async () => () => upload(),
      async (answer) => {
        expectRefusedOr200(answer);
        expect(await halves()).toEqual([]);
        if (answer.status !== 200) return;
        const { pathname } = new URL(answer.json.temporaryImageUrl);
        expect((await deliver(test, pathname)).status).toBe(200);
      },
    );
    expect(struck).toBeGreaterThan(40);
  });

  it('a save is done or refused, and done when it is requested again', async () => {
    const struck = await strikeEach(
      async () => {
        const { temporaryImageUrl } = (await upload()).json;
        return async () => {
          const answer = await call('saveTemporaryImage', { temporaryImageUrl });
          return { ...answer, json: { ...answer.json, temporaryImageUrl } };
        };
      },
      async (answer) => {
        expectRefusedOr200(answer);
        const { temporaryImageUrl } = answer.json;
        const again = await call('saveTemporaryImage', { temporaryImageUrl });
        expect(again.status).toBe(200);
        if (answer.status === 200) expect(again.json.imageId).toBe(answer.json.imageId);
        expect((await get(again.json.imageId)).status).toBe(200);
        await call('deleteImage', { imageId: again.json.imageId });
      },
    );
    expect(struck).toBeGreaterThan(40);
  });

  it('a change of metadata is done or refused, never half', async () => {
    const { imageId } = await save();
    let value = 0;
    const struck = await strikeEach(
      async () => () => {
        value += 1;
        return call('updateImageMetadata', { imageUrl: imageId, add: { key: String(value) } });
      },
      async (answer) => {
        expectRefusedOr200(answer);
        const { metadata } = (await call('updateImageMetadata', { imageUrl: imageId, add: {} }))
          .json;
        if (answer.status === 200) expect(metadata.key).toBe(String(value));
        else expect(metadata.key ?? '0').not.toBe(String(value));
      },
    );
    expect(struck).toBeGreaterThan(10);
    await call('deleteImage', { imageId });
  });

  it('a delete works when one write fails, and is refused or done when all do', async () => {
    const struck = await strikeEach(
      async () => {
        const { imageId } = await save();
        return async () => {
          const answer = await call('deleteImage', { imageId });
          return { ...answer, json: { ...answer.json, imageId } };
        };
      },
      async (answer, _, isAlone) => {
        if (isAlone) expect(answer.status).toBe(200);
        expectRefusedOr200(answer);
        const { imageId } = answer.json;
        expect((await get(imageId)).status).toBe(answer.status === 200 ? 404 : 200);
        expect((await call('deleteImage', { imageId })).status).toBe(200);
        expect((await get(imageId)).status).toBe(404);
      },
    );
    expect(struck).toBeGreaterThan(20);
  });

  it('reads go on: a list, a stored image, a rendition that is stored and one that is not', async () => {
    // so large that a rendition of it is stored
    const { imageId } = await save(await drawJpeg(400, 300));
    const stored = sha((await get(imageId, '?width=20')).bytes);
    const original = sha((await get(imageId)).bytes);
    let width = 20;
    const reads: readonly [string, () => Promise<Called>][] = [
      ['list', () => call('listImages', {})],
      ...[
        ['original', '', original],
        ['stored', '?width=20', stored],
        ['new', undefined, undefined],
      ].map(([name, query, wanted]): [string, () => Promise<Called>] => [
        name as string,
        async () => {
          width += 1;
          const { status, headers, bytes } = await get(
            imageId,
            query ?? `?width=${width}&fit=fill`,
          );
          if (wanted) expect(sha(bytes)).toBe(wanted);
          return { status, headers, json: {} };
        },
      ]),
    ];
    const struck: Record<string, number> = {};
    for (const [name, read] of reads) {
      struck[name] = await strikeEach(
        async () => read,
        async ({ status, json }, error) =>
          expect([status, error.name, json.code]).toEqual([200, error.name, undefined]),
      );
    }
    expect(struck.list).toBeGreaterThan(0);
    expect(struck.new).toBeGreaterThan(40);
    await call('deleteImage', { imageId });
  });

  it('a purge that is struck is finished by the next run', async () => {
    const struck = await strikeEach(
      async () => {
        const { imageId } = await save();
        await get(imageId, '?width=20');
        await call('deleteImage', { imageId });
        now += 60_000;
        test.setClock(now);
        const run = () =>
          createPurge(test.services)({
            Records: [{ messageId: '1', body: JSON.stringify({ imageId }) }],
          } as never);
        return async () => {
          await run();
          return { status: 200, headers: {}, json: { imageId, run } };
        };
      },
      async ({ json: { imageId, run } }) => {
        // one that is no longer due has each step behind it
        const { images } = test.services;
        const isDue = (await images.listPurgesDue(500, 9e15)).includes(imageId);
        const done = Object.keys(await images.getPurgeSteps(imageId));
        if (!isDue) expect(done.sort()).toEqual([...PURGE_STEPS].sort());
        expect((await run()).batchItemFailures).toEqual([]);
        expect(await test.services.objects.get(`${imageId}/original`)).toBeUndefined();
        expect(await test.services.images.listPurgesDue(500, 9e15)).not.toContain(imageId);
      },
      // a write of a purge is repeated with the reserve, so two lose one step and not the next
      [...ONE_OR_ALL, 2],
    );
    expect(struck).toBeGreaterThan(20);
  });
});
