import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { Transformation } from '../../../../core/transform/transformation.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
/** Runs once, before the next rendition is encoded. */
let meanwhile: (() => Promise<unknown>) | undefined;
const encoded: string[] = [];

beforeAll(async () => {
  test = await makeServices();
  const { imageEngine } = test.services;
  const render = async (_: Uint8Array, { position, place }: Transformation) => {
    const first = meanwhile;
    meanwhile = undefined;
    await first?.();
    const text = place ? `${place.left}x${place.top}` : position;
    encoded.push(text);
    return Buffer.from(text);
  };
  const engine = async () => ({ ...(await imageEngine()), render });
  test = { ...test, services: { ...test.services, imageEngine: engine } };
});
afterAll(() => test.remove());

const call = (name: keyof typeof ENDPOINTS, body: object) =>
  callAny(test.services, ENDPOINTS[name], {
    headers: { 'x-api-key': test.credentials.apiKey },
    body,
  });
const update = (imageUrl: string, focalPoint: unknown) =>
  call('updateImageMetadata', { imageUrl, focalPoint });
const store = async () => (await storeImage(test, await drawJpeg(80, 40))) as ImageId;
const shown = async (imageId: string, more = '') => {
  const answer = await deliver(test, `/res/${imageId}.webp?width=20&height=20${more}`);
  return answer.bytes.toString();
};

describe('the focal point of an image', () => {
  it('is in every description, and cover keeps it from the answer on (metadata.focal-point)', async () => {
    const imageId = await store();
    expect((await call('getImage', { imageId })).json.focalPoint).toBeNull();
    expect(await shown(imageId)).toBe('center');
    expect((await update(imageId, '0.90,0.5')).json).toEqual({
      message: 'metadata_updated',
      metadata: {},
    });
    expect((await call('getImage', { imageId })).json.focalPoint).toBe('0.9,0.5');
    expect((await call('listImages', { limit: 1 })).json.images[0].focalPoint).toBe('0.9,0.5');
    expect(await shown(imageId)).toBe('20x0');
    expect(await shown(imageId, '&position=center')).toBe('center');
    expect(await shown(imageId, '&position=top-left')).toBe('top-left');
    await call('updateImageMetadata', { imageUrl: imageId, add: { a: 'b' } });
    expect((await call('getImage', { imageId })).json.focalPoint).toBe('0.9,0.5');
    expect((await update(imageId, null)).json.metadata).toEqual({ a: 'b' });
    expect((await call('getImage', { imageId })).json.focalPoint).toBeNull();
    expect(await shown(imageId)).toBe('center');
  });

  it('has a purge of its renditions due for each change, and for none that changes nothing (metadata.focal-point)', async () => {
    const imageId = await store();
    const { images } = test.services;
    const generation = async () => (await images.getImage(imageId))?.generation;
    await update(imageId, null);
    expect([await generation(), await images.getOutdated(imageId)]).toEqual([0, undefined]);
    await update(imageId, '0.3,0.7');
    expect(await images.getOutdated(imageId)).toMatchObject({ from: 0, generation: 1 });
    await update(imageId, '0.300,0.70');
    expect(await generation()).toBe(1);
    await update(imageId, '0.3,0.8');
    expect(await generation()).toBe(2);
  });

  it('that changes while a rendition is made leaves no rendition of the earlier one (metadata.focal-point)', async () => {
    const imageId = await store();
    encoded.length = 0;
    meanwhile = () => update(imageId, '0,0');
    expect(await shown(imageId)).toBe('top-left');
    expect(encoded).toEqual(['center', 'top-left']);
    meanwhile = () => update(imageId, '0.9,0.5');
    expect(await shown(imageId, '&blur=1')).toBe('20x0');
    expect(await shown(imageId)).toBe('20x0');
  });

  it.each([
    '1.001,0',
    '-0.1,0.5',
    '0.1234,0.5',
    '0.3, 0.7',
    ' 0.3,0.7',
    '0.3',
    '0.3,0.7,0.1',
    '1e-1,0',
    'NaN,NaN',
    'center',
    '',
    0.3,
    true,
    [0.3, 0.7],
    { x: 0.3, y: 0.7 },
  ])('is not %j, which is refused with one fault (metadata.focal-point)', async (focalPoint) => {
    const { status, json } = await update(`img_${'a'.repeat(26)}`, focalPoint);
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    expect(json.errors).toEqual([
      { pointer: '/focalPoint', code: 'invalid_point', detail: expect.stringContaining('0.3,0.7') },
    ]);
  });

  it.each(['add', 'addMetadata', 'set'])(
    'changes together with the metadata of %s, in one write (metadata.fields)',
    async (field) => {
      const imageId = await store();
      expect(await shown(imageId)).toBe('center');
      const sent = { imageUrl: imageId, [field]: { a: 'b' }, focalPoint: '0.9,0.5' };
      const both = await call('updateImageMetadata', sent);
      expect(both.json).toEqual({ message: 'metadata_updated', metadata: { a: 'b' } });
      const described = (await call('getImage', { imageId })).json;
      expect(described).toMatchObject({ metadata: { a: 'b' }, focalPoint: '0.9,0.5' });
      expect(await shown(imageId)).toBe('20x0');
      const image = await test.services.images.getImage(imageId);
      expect(image).toMatchObject({ version: 2, generation: 1 });
      // a point that is sent again outdates no rendition
      await call('updateImageMetadata', { ...sent, [field]: { a: 'c' }, focalPoint: '0.90,0.50' });
      const again = await test.services.images.getImage(imageId);
      expect(again).toMatchObject({ version: 3, generation: 1, metadata: { a: 'c' } });
    },
  );

  it('is stored with none of the metadata if one of them is refused (metadata.fields)', async () => {
    const imageId = await store();
    for (const wrong of [
      { set: { A: 'b' }, focalPoint: '0.3,0.7' },
      { set: { a: 'b' }, focalPoint: 'top' },
      { set: { a: 'b' }, add: { a: 'b' }, focalPoint: '0.3,0.7' },
    ]) {
      const { status } = await call('updateImageMetadata', { imageUrl: imageId, ...wrong });
      expect(status).toBe(400);
    }
    const full = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`k${at}`, 'v']));
    await call('updateImageMetadata', { imageUrl: imageId, set: full });
    const tooMany = { imageUrl: imageId, add: { a: 'b' }, focalPoint: '0.3,0.7' };
    expect((await call('updateImageMetadata', tooMany)).status).toBe(400);
    const image = await test.services.images.getImage(imageId);
    expect(image).toMatchObject({ focalPoint: null, metadata: full, generation: 0 });
    const none = await call('updateImageMetadata', { imageUrl: imageId });
    expect(none.json.errors).toEqual([
      {
        pointer: '',
        code: 'required',
        detail: 'One of add, addMetadata, set, focalPoint is required.',
      },
    ]);
  });

  it('loses no metadata of parallel changes, and each point outdates once (security.no-lost-metadata)', async () => {
    const imageId = await store();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        call('updateImageMetadata', {
          imageUrl: imageId,
          add: { [`k${at}`]: 'v' },
          focalPoint: `0.${at + 1},0.5`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const image = await test.services.images.getImage(imageId);
    expect(Object.keys(image?.metadata ?? {})).toHaveLength(8);
    expect(image).toMatchObject({ version: 9, generation: 8 });
  });

  it('is of no other image (metadata.fields)', async () => {
    const other = await update(`img_${'a'.repeat(26)}`, '0.3,0.7');
    expect([other.status, other.json.code]).toEqual([404, 'image_not_found']);
  });
});
