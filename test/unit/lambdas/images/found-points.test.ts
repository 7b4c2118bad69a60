import {
  DetectFacesCommand,
  DetectLabelsCommand,
  DetectModerationLabelsCommand,
  RekognitionClient,
} from '@aws-sdk/client-rekognition';
import { mockClient } from 'aws-sdk-client-mock';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRekognitionClassifier } from '../../../../adapters/rekognition/image-classifier.ts';
import { createRekognitionFinder } from '../../../../adapters/rekognition/subject-finder.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ProjectSettings } from '../../../../core/projects/project-settings.ts';
import { changeProjectSettings } from '../../../../core/use-cases/projects/update-project.ts';
import { createHandler } from '../../../../lambdas/background/classify-images.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawAnimation, drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

/** As Rekognition answers: ratios of the upright image. */
const FACE = {
  BoundingBox: { Left: 0.7, Top: 0.1, Width: 0.2, Height: 0.4 },
  Confidence: 99.7,
};
const DOG = { BoundingBox: { Left: 0, Top: 0.5, Width: 0.4, Height: 0.5 }, Confidence: 93 };
const LABELS = [
  { Name: 'Grass', Confidence: 99, Instances: [] },
  { Name: 'Dog', Instances: [DOG] },
];
const rekognition = mockClient(RekognitionClient);
let test: TestServices;

const set = (settings: Partial<ProjectSettings>) =>
  test.services.projects.changeSettings(test.credentials.projectId, settings);
type EventName = 'image.saved' | 'image.pending_review' | 'image.approved';
async function examine(imageId: string, type: EventName = 'image.saved') {
  const client = new RekognitionClient({});
  const classifier = createRekognitionClassifier(client);
  const handler = createHandler(test.services, {
    classifier,
    finder: createRekognitionFinder(client),
  });
  const body = JSON.stringify({ 'detail-type': type, detail: { data: { imageId } } });
  const { batchItemFailures } = await handler({ Records: [{ messageId: 'm', body }] as never });
  return batchItemFailures.length === 0 ? 'done' : 'again';
}
async function imageOf(imageId: string) {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const { json } = await callAny(test.services, ENDPOINTS.getImage, { headers, body: { imageId } });
  return json;
}
const pointOf = async (imageId: string) => (await imageOf(imageId)).focalPoint;
const setPoint = (imageId: string, focalPoint: string | null) =>
  callAny(test.services, ENDPOINTS.updateImageMetadata, {
    headers: { 'x-api-key': test.credentials.apiKey },
    body: { imageUrl: imageId, focalPoint },
  });
const asked = () => rekognition.calls().map(({ firstArg }) => firstArg.constructor.name);
const fault = (name: string) => Object.assign(new Error('no'), { name });
const store = async () => storeImage(test, await drawJpeg(60, 40));

beforeEach(async () => {
  rekognition.reset();
  rekognition.on(DetectFacesCommand).resolves({ FaceDetails: [FACE] });
  rekognition.on(DetectLabelsCommand).resolves({ Labels: LABELS });
  rekognition.on(DetectModerationLabelsCommand).resolves({ ModerationLabels: [] });
  test = await makeServices();
  await set({ focalPoints: 'rekognition' });
});
afterEach(() => test.remove());

describe('focal points that Amazon Rekognition finds (metadata.found-points)', () => {
  it('are not asked for an image that was saved with one', async () => {
    const uploaded = await callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
      headers: { 'content-type': 'image/jpeg' },
      uploadKey: test.credentials.uploadKey,
      body: await drawJpeg(60, 40),
    });
    const saved = await callAny(test.services, ENDPOINTS.saveTemporaryImage, {
      headers: { 'x-api-key': test.credentials.apiKey },
      body: { temporaryImageUrl: uploaded.json.temporaryImageUrl, focalPoint: '0.1,0.9' },
    });
    expect(await examine(saved.json.imageId)).toBe('done');
    expect([await pointOf(saved.json.imageId), asked()]).toEqual(['0.1,0.9', []]);
  });

  it('are of faces, so that `cover` keeps them, and objects are not asked for', async () => {
    const halves = sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } });
    const green = { create: { width: 30, height: 20, channels: 3 as const, background: 'lime' } };
    const painted = halves.composite([
      { input: await sharp(green).png().toBuffer(), left: 30, top: 0 },
    ]);
    const imageId = await storeImage(test, await painted.png().toBuffer(), 'image/png');
    const pixelOf = async () => {
      const { bytes } = await deliver(test, `/res/${imageId}.png?width=20&height=20&fit=cover`);
      const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      return [...data.subarray(0, 3)];
    };
    expect(await pixelOf()).toEqual([255, 0, 0]);
    expect(await examine(imageId)).toBe('done');
    expect([await pointOf(imageId), asked()]).toEqual(['0.8,0.3', ['DetectFacesCommand']]);
    expect(await pixelOf()).toEqual([0, 255, 0]);
  });

  it('are of the largest object of an image without faces', async () => {
    rekognition.on(DetectFacesCommand).resolves({ FaceDetails: [] });
    const imageId = await store();
    expect(await examine(imageId)).toBe('done');
    expect(await pointOf(imageId)).toBe('0.2,0.75');
    expect(asked()).toEqual(['DetectFacesCommand', 'DetectLabelsCommand']);
  });

  it('are of the upright image: Rekognition gets a turned one upright, without orientation', async () => {
    const turned = await sharp(await drawJpeg(60, 40))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const imageId = await storeImage(test, turned);
    await examine(imageId);
    const [call] = rekognition.commandCalls(DetectFacesCommand);
    const sent = await sharp(call?.args[0].input.Image?.Bytes).metadata();
    expect([sent.format, sent.width, sent.height, sent.orientation]).toEqual([
      'jpeg',
      40,
      60,
      undefined,
    ]);
    expect(await imageOf(imageId)).toMatchObject({ width: 40, height: 60, focalPoint: '0.8,0.3' });
  });

  it('leave a point that a user set, also one that is set during the call', async () => {
    const before = await store();
    await setPoint(before, '0.1,0.1');
    expect(await examine(before)).toBe('done');
    expect(asked()).toEqual([]);
    const meanwhile = await storeImage(test, await drawJpeg(61, 40));
    rekognition.on(DetectFacesCommand).callsFake(async () => {
      await setPoint(meanwhile, '0.1,0.1');
      return { FaceDetails: [FACE] };
    });
    expect(await examine(meanwhile)).toBe('done');
    for (const id of [before, meanwhile]) expect(await pointOf(id)).toBe('0.1,0.1');
  });

  it('stay removed where a user removed one and the message comes again', async () => {
    const imageId = await store();
    await examine(imageId);
    await setPoint(imageId, null);
    expect(await examine(imageId)).toBe('done');
    expect([await pointOf(imageId), asked()]).toEqual([null, ['DetectFacesCommand']]);
  });

  it('are not looked for without the setting, in an animation, or at another event', async () => {
    const animation = await storeImage(test, await drawAnimation(), 'image/gif');
    const imageId = await store();
    expect([await examine(animation), await examine(imageId, 'image.approved')]).toEqual([
      'done',
      'done',
    ]);
    await set({ focalPoints: 'none' });
    expect(await examine(imageId)).toBe('done');
    expect([asked(), await pointOf(imageId)]).toEqual([[], null]);
  });

  it('are none where nothing is certain, or Rekognition refuses the image', async () => {
    rekognition.on(DetectFacesCommand).resolves({});
    rekognition.on(DetectLabelsCommand).resolves({});
    const plain = await store();
    expect([await examine(plain), await pointOf(plain)]).toEqual(['done', null]);
    rekognition.on(DetectLabelsCommand).rejects(fault('InvalidImageFormatException'));
    expect([await examine(plain), await pointOf(plain)]).toEqual(['done', null]);
    rekognition.on(DetectFacesCommand).rejects(fault('ImageTooLargeException'));
    expect([await examine(plain), await pointOf(plain)]).toEqual(['done', null]);
  });

  it('are looked for again after a fault that passes', async () => {
    rekognition
      .on(DetectFacesCommand)
      .rejectsOnce(fault('ThrottlingException'))
      .resolves({ FaceDetails: [FACE] });
    const imageId = await store();
    expect([await examine(imageId), await pointOf(imageId)]).toEqual(['again', null]);
    expect([await examine(imageId), await pointOf(imageId)]).toEqual(['done', '0.8,0.3']);
  });

  it('come with the review of a pending image, by one event and one JPEG', async () => {
    await set({ moderation: 'rekognition' });
    const imageId = await store();
    expect(await examine(imageId, 'image.saved')).toBe('done');
    expect(asked()).toEqual([]);
    expect(await examine(imageId, 'image.pending_review')).toBe('done');
    const { review, focalPoint } = await imageOf(imageId);
    expect([review.state, focalPoint]).toEqual(['approved', '0.8,0.3']);
    const sent = rekognition
      .calls()
      .map(({ args }) => (args[0].input as { Image: { Bytes: Uint8Array } }).Image.Bytes);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(sent[1]);
  });

  it('and the review don’t wait for each other: a repeated message repeats the failed one', async () => {
    await set({ moderation: 'rekognition' });
    const VIOLENCE = { Name: 'Violence', Confidence: 91 };
    rekognition.on(DetectModerationLabelsCommand).resolves({ ModerationLabels: [VIOLENCE] });
    rekognition.on(DetectFacesCommand).rejects(fault('ThrottlingException'));
    const imageId = await store();
    expect(await examine(imageId, 'image.pending_review')).toBe('again');
    expect((await imageOf(imageId)).review).toMatchObject({ state: 'pending', labels: [{}] });
    rekognition.on(DetectFacesCommand).resolves({ FaceDetails: [FACE] });
    expect(await examine(imageId, 'image.pending_review')).toBe('done');
    expect(await pointOf(imageId)).toBe('0.8,0.3');
    expect(rekognition.commandCalls(DetectModerationLabelsCommand)).toHaveLength(1);
  });

  it('are a setting only where the service has Rekognition; each refusal names its cure', async () => {
    const { projects } = test.services;
    const edge = { purgeProject: async () => undefined };
    const sent = { moderation: 'rekognition', focalPoints: 'rekognition' };
    const change = (hasRekognition: boolean) =>
      changeProjectSettings({ projects, edge, hasRekognition }, test.credentials.projectId, sent);
    await expect(change(false)).rejects.toMatchObject({
      options: {
        errors: [
          { pointer: '/moderation', detail: expect.stringContaining('Use webhook') },
          { pointer: '/focalPoints', detail: expect.stringContaining('Use none') },
        ],
      },
    });
    expect(await change(true)).toMatchObject(sent);
  });
});
