import { createHash } from 'node:crypto';
import type * as Fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../../core/api/endpoints.ts';
import {
  READ_ERRORS,
  SQLITE_READ_ERRORS,
  strikeSqliteReads,
  whileStruck,
} from '../../../support/disk/strike-writes.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

vi.mock('node:fs', async (load) => {
  const { strikeableReads } = await import('../../../support/disk/strike-writes.ts');
  return strikeableReads(await load<typeof Fs>());
});

/** More reads than any of these requests makes. */
const MAX_READS = 80;
const KINDS = [
  ['fileRead', READ_ERRORS],
  ['sqliteRead', SQLITE_READ_ERRORS],
] as const;

interface Answered {
  readonly status: number;
  readonly code?: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly sha256?: string;
}

let test: TestServices;
let restore: () => void;
let image: Buffer;
beforeAll(async () => {
  restore = strikeSqliteReads();
  test = withPlan(await makeServices());
  image = await drawJpeg(400, 300);
});
afterAll(async () => {
  restore();
  await test.remove();
});

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const get = async (id: string, query = ''): Promise<Answered> => {
  const { status, headers, bytes } = await deliver(test, `/res/${id}.jpg${query}`);
  const code = status === 200 ? undefined : JSON.parse(bytes.toString()).code;
  return { status, code, headers, sha256: sha(bytes) };
};
const call = async (name: EndpointName, body: object) => {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const {
    status,
    json,
    headers: answered,
  } = await callAny(test.services, ENDPOINTS[name], {
    headers,
    body,
  });
  return { status, code: json.code as string | undefined, headers: answered, json };
};

/** Strikes each read of a request in turn, alone or with all that follow; how many were struck. */
async function strikeEachRead(
  send: () => Promise<Answered>,
  check: (answer: Answered) => Promise<void> | void,
): Promise<number> {
  let struck = 0;
  for (const [kind, errors] of KINDS) {
    for (const error of errors) {
      for (const count of [1, MAX_READS]) {
        for (let at = 0; at < MAX_READS; at += 1) {
          const { done, hits } = await whileStruck({ kind, at, count, error }, send);
          if (done.status !== 200) {
            expect([done.status, done.code, error.name]).toEqual([503, 'busy', error.name]);
            expect(Number(done.headers['Retry-After'])).toBeGreaterThan(0);
          }
          await check(done);
          if (hits === 0) break;
          struck += 1;
        }
      }
    }
  }
  return struck;
}

describe('a disk that fails at each read in turn', () => {
  it('an image is served whole or is 503 busy, never absent and never torn (security.full-disk)', async () => {
    const imageId = await storeImage(test, image);
    const struck: Record<string, number> = {};
    for (const query of ['', '?width=50']) {
      const { sha256, status } = await get(imageId, query);
      expect(status).toBe(200);
      struck[query || 'original'] = await strikeEachRead(
        () => get(imageId, query),
        (answer) => {
          if (answer.status === 200) expect(answer.sha256).toBe(sha256);
        },
      );
    }
    console.log('reads struck:', struck);
    expect(Math.min(...Object.values(struck))).toBeGreaterThan(20);
  });

  it('calls are done or 503 busy, and done when they are repeated (security.full-disk)', async () => {
    const imageId = await storeImage(test, image);
    let step = 0;
    const calls: Readonly<Record<string, () => ReturnType<typeof call>>> = {
      read: () => call('getImage', { imageId }),
      list: () => call('listImages', {}),
      change: () => call('updateImageMetadata', { imageUrl: imageId, set: { step: `${step}` } }),
    };
    const struck: Record<string, number> = {};
    for (const [name, send] of Object.entries(calls)) {
      struck[name] = await strikeEachRead(
        () => {
          step += 1;
          return send();
        },
        async (answer) => {
          if (name !== 'change') return;
          const { json } = await call('getImage', { imageId });
          if (answer.status === 200) expect(json.metadata.step).toBe(`${step}`);
          else expect((await send()).status).toBe(200);
        },
      );
    }
    console.log('reads struck:', struck);
    expect(Math.min(...Object.values(struck))).toBeGreaterThan(10);
  });

  it('a deletion is done or 503 busy, and final once it is acknowledged (security.full-disk)', async () => {
    let imageId = await storeImage(test, image);
    const struck = await strikeEachRead(
      () => call('deleteImage', { imageId }),
      async (answer) => {
        expect((await get(imageId)).status).toBe(answer.status === 200 ? 404 : 200);
        if (answer.status === 200) imageId = await storeImage(test, image);
      },
    );
    console.log('reads struck:', struck);
    expect(struck).toBeGreaterThan(10);
  });
});
