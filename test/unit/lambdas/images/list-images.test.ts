import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageSchema } from '../../../../core/api/calls/image-schema.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { Image } from '../../../../core/images/image-states.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { createHandler } from '../../../../lambdas/api/api-key-calls.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { ofOtherProject } from '../../../support/stores/other-project.ts';

const ANY = { maxCount: 1_000, maxBytes: 1_000_000 };
let test: TestServices;
const saved: Image[] = [];
beforeAll(async () => {
  test = await makeServices();
  const { services, credentials } = test;
  const { projectId } = credentials;
  const project = await services.projects.getProject(projectId);
  const now = services.clock();
  for (let at = 0; at < LIMITS.defaultListedImages + 1; at += 1) {
    const temporary = makeTemporary(projectId, {
      accountId: project?.accountId ?? '',
      expiresAt: now + 1_000,
    });
    await services.images.addTemporaryImage(temporary, ANY, now);
    const image = makeImage(temporary, { createdAt: now + at, metadata: { a: '1' } });
    await services.images.saveImage(image, { maxImages: null }, now);
    saved.unshift(image);
  }
});
afterAll(() => test.remove());

async function list(body: object, services: Services = test.services) {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS.listImages, { headers, body: JSON.stringify(body) });
  const result = await createHandler(services)(event, makeContext());
  return { status: result.statusCode, json: JSON.parse(result.body) };
}

describe('list-images', () => {
  it('lists 50 unless another limit is requested, and only the fields of the contract (calls.list-images)', async () => {
    const { status, json } = await list({});
    expect(status).toBe(200);
    expect(json.images.map((image: Image) => image.imageId)).toEqual(
      saved.slice(0, 50).map(({ imageId }) => imageId),
    );
    const rest = await list({ cursor: json.cursor });
    expect(rest.json).toMatchObject({ images: [{ imageId: saved[50]?.imageId }], cursor: null });
    expect(Object.keys(rest.json.images[0]).sort()).toEqual(Object.keys(imageSchema.shape).sort());
  });

  it('gives nothing of another project, and refuses its cursors (calls.list-images, security.foreign-as-unknown)', async () => {
    for (const metadata of [undefined, { a: '1' }]) {
      const { cursor } = (await list({ limit: 1, metadata })).json;
      expect((await list({ metadata }, ofOtherProject(test.services))).json).toEqual({
        images: [],
        cursor: null,
      });
      const { status, json } = await list({ metadata, cursor }, ofOtherProject(test.services));
      expect([status, json.code]).toEqual([400, 'validation_failed']);
      expect(json.errors).toEqual([
        { pointer: '/cursor', code: 'invalid_cursor', detail: expect.any(String) },
      ]);
    }
  });
});
