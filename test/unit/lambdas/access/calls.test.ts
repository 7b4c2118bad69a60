import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import {
  type ImageId,
  isTemporaryImageId,
  type TemporaryImageId,
} from '../../../../core/images/ids.ts';
import { imagePath } from '../../../../core/images/image-url.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { hashKey, SCOPES, type Scope } from '../../../../core/projects/credentials.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { handlerOf } from '../../../support/http/handler-of.ts';
import { JSON_CALLS, type JsonCall, referencing } from '../../../support/http/json-calls.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { ofOtherProject } from '../../../support/stores/other-project.ts';

const UNKNOWN = 'q'.repeat(26);
let test: TestServices;
let temporaryId: TemporaryImageId;
let savedId: ImageId;
beforeAll(async () => {
  test = await makeServices();
  const upload = async () => {
    const event = makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
      headers: { 'content-type': 'image/jpeg' },
      body: await drawJpeg(16, 16),
      uploadKey: test.credentials.uploadKey,
    });
    const { body } = await createUpload(test.services)(event, makeContext());
    return /tmp_[a-z2-7]{26}/.exec(body)?.[0] as TemporaryImageId;
  };
  temporaryId = await upload();
  const save = JSON_CALLS.find(({ name }) => name === ENDPOINTS.saveTemporaryImage.name);
  if (!save) throw new Error('there is such a call');
  const { json } = await ask(save, { temporaryImageUrl: await upload() });
  savedId = json.imageId;
});
afterAll(() => test.remove());

async function ask({ endpoint }: JsonCall, body: object, services = test.services) {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(endpoint, { headers, body: JSON.stringify(body) });
  const result = await (await handlerOf(endpoint, services))(event, makeContext());
  return { status: result.statusCode, json: JSON.parse(result.body) };
}

/** The services as a key with other scopes meets them. */
function withScopes(scopes: readonly Scope[]): Services {
  const { services } = test;
  const findApiKey = async (sha256: string) => {
    const key = await services.keys.findApiKey(sha256);
    return key && { ...key, scopes };
  };
  return { ...services, keys: { ...services.keys, findApiKey } };
}

const recordOf = (id: ImageId | TemporaryImageId) =>
  isTemporaryImageId(id)
    ? test.services.images.getTemporaryImage(id)
    : test.services.images.getImage(id);

describe.each(JSON_CALLS)('$name, by THE table', (call) => {
  const { request, reference, scope } = call;
  const body = reference
    ? referencing(
        request,
        reference,
        `${reference.kind === 'temporary' ? 'tmp' : 'img'}_${UNKNOWN}`,
      )
    : request.example;

  it('needs its scope, and no other (errors.forbidden, keys.scopes)', async () => {
    const others = SCOPES.filter((candidate) => candidate !== scope);
    const refused = await ask(call, body, withScopes(others));
    expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope']);
    expect((await ask(call, body, withScopes([scope]))).status).not.toBe(403);
  });

  it('a revoked key is refused before the body is looked at (errors.check-order, keys.revocation)', async () => {
    const { services } = test;
    const record = await services.keys.findApiKey(hashKey(test.credentials.apiKey));
    const findApiKey = async () => record && { ...record, revokedAt: services.clock() };
    const revoked = { ...services, keys: { ...services.keys, findApiKey } };
    const { status, json } = await ask(call, { nonsense: 1 }, revoked);
    expect([status, json.code]).toEqual([401, 'invalid_api_key']);
  });

  if (!reference) return;

  it('another project’s image is the 404 of an unknown one, by ID and URL, and nothing changes (security.foreign-as-unknown)', async () => {
    const id = reference.kind === 'temporary' ? temporaryId : savedId;
    const before = await recordOf(id);
    const answerTo = async (sent: string) => {
      const requested = referencing(request, reference, sent);
      const { status, json } = await ask(call, requested, ofOtherProject(test.services));
      return { status, json: { ...json, requestId: '' } };
    };
    const unknown = id.slice(0, 4) + UNKNOWN;
    const expected = await answerTo(unknown);
    expect(expected.status).toBe(404);
    const urlOf = (of: string) => test.services.cdnUrl + imagePath(of as ImageId, 'jpg');
    for (const sent of [id, urlOf(id), urlOf(unknown)]) {
      expect(await answerTo(sent), sent).toEqual(expected);
    }
    expect(await recordOf(id)).toEqual(before);
  });
});
