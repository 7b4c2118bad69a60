import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { HostileFile } from '../../../support/hostile/hostile-file.ts';
import { makeHidden } from '../../../support/hostile/make-hidden.ts';
import { makePolyglots } from '../../../support/hostile/make-polyglots.ts';
import { makeSeeds } from '../../../support/hostile/make-seeds.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { findCanaries } from '../../../support/images/canaries.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const FORMATS = ['jpg', 'png', 'webp', 'gif'] as const;
const seeds = await makeSeeds();
const FILES: HostileFile[] = [...makePolyglots(seeds), ...makeHidden(seeds)];
let test: TestServices;
const stored: string[] = [];

beforeAll(async () => {
  test = withPlan(await makeServices());
});
afterAll(() => test.remove());

/** The id of a temporary image of these bytes; undefined if they are refused. */
async function send({ bytes, contentType }: HostileFile): Promise<string | undefined> {
  const { status, json } = await callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': contentType },
    uploadKey: test.credentials.uploadKey,
    body: bytes,
  });
  if (status === 200) return /tmp_[a-z2-7]{26}/.exec(json.temporaryImageUrl)?.[0];
  expect([413, 415, 422]).toContain(status);
  return undefined;
}

describe('of a file that is something else as well', () => {
  it.each(FILES.map((file) => [file.name, file] as const))(
    'no served byte tells: %s (security.no-metadata-in-renditions, security.only-needed-bytes)',
    async (name, file) => {
      const id = await send(file);
      if (id === undefined) return;
      stored.push(name);
      for (const path of FORMATS.flatMap((format) => [`${format}`, `${format}?width=20`])) {
        const { status, bytes } = await deliver(test, `/res/${id}.${path}`);
        expect([path, status, findCanaries(bytes)]).toEqual([path, 200, []]);
      }
    },
  );

  it('most were stored, or nothing was looked for (security.no-metadata-in-renditions)', () => {
    expect(stored.length).toBeGreaterThan(FILES.length / 2);
  });
});
