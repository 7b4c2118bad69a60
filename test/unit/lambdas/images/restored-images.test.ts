import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageId } from '../../../../core/images/ids.ts';
import { type CallName, callWithKey, uploadWithKey } from '../../../support/http/call-with-keys.ts';
import { drawQuadrants } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let first: Buffer;
let second: Buffer;

beforeAll(async () => {
  test = await makeServices();
  await test.services.projects.changeSettings(test.credentials.projectId, { keepDays: 7 });
  [first, second] = [
    await drawQuadrants(80, 40).png().toBuffer(),
    await drawQuadrants(40, 60).png().toBuffer(),
  ];
});
afterAll(() => test.remove());

const call = (name: CallName, body: object) => callWithKey(test, name, body);
const store = async (fields: object = {}): Promise<ImageId> => {
  const temporaryImageUrl = await uploadWithKey(test, first);
  return (await call('saveTemporaryImage', { temporaryImageUrl, ...fields })).json.imageId;
};
describe('a restored image', () => {
  const bytesOf = async (imageId: string) => (await call('getImage', { imageId })).json.sha256;
  const found = async (search: object): Promise<string[]> => {
    const { images } = (await call('listImages', search)).json;
    return images.map(({ imageId }: { imageId: string }) => imageId);
  };

  it('is found by its facts again (keeping.restore)', async () => {
    const imageId = await store({ metadata: { room: 'kitchen' } });
    const sha256 = await bytesOf(imageId);
    await call('deleteImage', { imageId });
    expect(await found({ search: 'kitchen' })).toEqual([]);
    expect(await found({ sha256 })).toEqual([]);
    await call('restoreImage', { imageId });
    expect(await found({ search: 'kitchen' })).toEqual([imageId]);
    expect(await found({ sha256 })).toEqual([imageId]);
  });

  it('is found by the bytes of its restored version alone (keeping.restore-version)', async () => {
    const imageId = await store();
    const sha256 = await bytesOf(imageId);
    const temporaryImageUrl = await uploadWithKey(test, second);
    await call('replaceImage', { imageId, temporaryImageUrl });
    const replaced = { sha256: await bytesOf(imageId) };
    expect(await found(replaced)).toEqual([imageId]);
    const { versions } = (await call('listImageVersions', { imageId })).json;
    const [{ versionId }] = versions;
    await call('restoreImageVersion', { imageId, versionId });
    expect(await found({ sha256 })).toContain(imageId);
    expect(await found(replaced)).toEqual([]);
  });
});
