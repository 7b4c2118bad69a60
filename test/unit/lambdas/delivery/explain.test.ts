import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { RENDITION_VERSION } from '../../../../core/images/object-keys.ts';
import { DEFAULT_SETTINGS } from '../../../../core/projects/project-settings.ts';
import { queryOf } from '../../../../core/transform/query.ts';
import { createHandler } from '../../../../lambdas/api/api-key-calls.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { anyParameters } from '../../../support/stores/arbitraries.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const CDN = 'http://127.0.0.1:8080';
const FIRST = { version: RENDITION_VERSION, generation: 0 };
let test: TestServices;
let imageId: string;
beforeAll(async () => {
  test = withPlan(await makeServices());
  imageId = await storeImage(test, await drawJpeg(40, 30));
});
afterAll(() => test.remove());

async function explain(imageUrl: string, services = test.services) {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS.explainTransformation, {
    headers,
    body: JSON.stringify({ imageUrl }),
  });
  const { statusCode, body } = await createHandler(services)(event, makeContext());
  return { status: statusCode, json: JSON.parse(body) };
}

/** Sides that any machine renders well before the deadline, however busy it is. */
const MAX_SIDE = 150;
const ofSides = ['width', 'height', 'pad'];
const smaller = (text: string) =>
  text.replace(/\d+/g, (side) => `${1 + (Number(side) % MAX_SIDE)}`);

const anyQuery = fc
  .tuple(
    anyParameters,
    fc.array(
      fc.constantFrom('utm=x', 'width=0', 'width=9&width=9', 'dpr=5', 'crop=99,99,1,1', '%', 'x=%'),
      { maxLength: 1 },
    ),
  )
  .map(([parameters, more]) =>
    [
      ...queryOf(parameters)
        .filter(([name, text]) => !(name === 'enlarge' && text === 'true'))
        // its size is known from the pixels alone (transformations.trim)
        .filter(([name]) => name !== 'trim')
        .map(([name, text]) => `${name}=${ofSides.includes(name) ? smaller(text) : text}`),
      ...more,
    ].join('&'),
  );

describe('explain-transformation', () => {
  it('says what delivery answers, for any query (calls.explain-transformation)', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('jpg', 'jpeg', 'PNG', 'webp', 'gif', 'bmp', ''),
        anyQuery,
        async (extension, query) => {
          const path = `/res/${imageId}.${extension}?${query}`;
          const { status, json } = await explain(CDN + path);
          expect(status).toBe(200);
          const answer = await deliver(test, path);
          expect(json.errors.map((error: { code: string }) => error.code)[0]).toBe(answer.code);
          if (answer.code !== undefined) {
            refused += 1;
            expect(json).toMatchObject({ output: null, renditionKey: null, transformations: 0 });
            return;
          }
          const { width, height, format } = await sharp(answer.bytes).metadata();
          const name = format === 'jpeg' ? 'jpg' : format;
          expect(json.output).toEqual({ format: name, width, height });
          expect(json.transformations).toBe(json.stored ? 0 : 1);
          const after = (await explain(CDN + path)).json;
          expect(after).toEqual({ ...json, stored: true, transformations: 0 });
        },
      ),
      { numRuns: 150 },
    );
    expect(refused).toBeGreaterThan(10);
  });

  it('names understood parameters, those without meaning, and every fault (calls.explain-transformation)', async () => {
    const url = `${CDN}/res/${imageId}.webp`;
    expect((await explain(`${url}?width=20&crop=0,0,20,20&utm=x&a=b`)).json).toEqual({
      imageId,
      parameters: { width: 20, crop: '0,0,20,20' },
      ignored: ['utm', 'a'],
      didYouMean: [],
      errors: [],
      withoutEffect: [],
      output: { format: 'webp', width: 20, height: 20 },
      stored: false,
      renditionKey: 'scale20x20-crop0x0x20x20-q79.webp',
      transformations: 1,
      price: { milliseconds: expect.any(Number), maxMilliseconds: 6_000 },
    });
    const { json } = await explain(`${url}?widht=20&w=9&fm=png&utm=x&overlay-txt=a`);
    expect(json).toMatchObject({
      ignored: ['widht', 'w', 'fm', 'utm', 'overlay-txt'],
      didYouMean: [
        { ignored: 'widht', nearest: 'width' },
        { ignored: 'w', nearest: 'width' },
        { ignored: 'fm', nearest: 'extension' },
        { ignored: 'overlay-txt', nearest: 'overlay-text' },
      ],
    });
    const bad = await explain(`${CDN}/res/${imageId}.bmp?width=x&fit=no`);
    expect(bad.json.errors.map((error: object) => Object.values(error).slice(0, 2))).toEqual([
      [null, 'unsupported_output_format'],
      ['width', 'invalid_parameter'],
      ['fit', 'invalid_parameter'],
    ]);
  });

  it('of an id alone is the stored image, which costs nothing (calls.explain-transformation)', async () => {
    expect((await explain(imageId)).json).toMatchObject({
      parameters: {},
      output: { format: 'jpg', width: 40, height: 30 },
      renditionKey: null,
      stored: true,
      transformations: 0,
    });
  });

  describe('of a wish for a gain map (transformations.hdr)', () => {
    const url = () => `${CDN}/res/${imageId}`;
    /** The services, whose images have gain maps. */
    function withMaps(): typeof test.services {
      const { images } = test.services;
      const getImage: typeof images.getImage = async (id) => {
        const image = await images.getImage(id);
        return image && { ...image, hasGainMap: true };
      };
      return { ...test.services, images: { ...images, getImage } };
    }
    async function unmet(rest: string, services = withMaps()): Promise<unknown> {
      const { json } = await explain(url() + rest, services);
      expect(json.errors).toEqual([]);
      return json.withoutEffect;
    }
    const because = (code: string, detail: string) => ({ parameter: 'hdr', code, detail });
    const NO_MAP = because('no_gain_map', 'The image has no gain map.');
    const ofFormat = (name: string) =>
      because('format_without_gain_map', `A rendition in ${name} has no gain map; jpg has.`);
    const ofSteps = (...names: readonly string[]) => {
      const named = names.map((name) => `\`${name}\``).join(', ');
      return because('steps_without_gain_map', `The gain map is left out beside ${named}.`);
    };

    it('names the image without one, the format that can’t hold it, and each step that leaves it out', async () => {
      expect(await unmet('.jpg?width=20&hdr=true', test.services)).toEqual([NO_MAP]);
      expect(await unmet('.jpg?hdr=true', test.services)).toEqual([NO_MAP]);
      expect(await unmet('.webp?width=20&hdr=true')).toEqual([ofFormat('webp')]);
      const steps = 'blur=2&border=3&width=20&height=20&position=entropy';
      const named = ofSteps('position', 'blur', 'border');
      expect(await unmet(`.jpg?${steps}&hdr=true`)).toEqual([named]);
      expect(await unmet(`.png?${steps}&hdr=true`)).toEqual([ofFormat('png'), named]);
      expect(await unmet(`.auto?${steps}&hdr=true`)).toEqual([named]);
    });

    it('is silent where it is met, and where there is none', async () => {
      for (const rest of ['.jpg?hdr=true', '.jpg?width=20&hdr=true', '.auto?width=20&hdr=true']) {
        expect(await unmet(rest)).toEqual([]);
      }
      for (const rest of ['.webp?width=20', '.webp?width=20&hdr=false', '.jpg?blur=2']) {
        expect(await unmet(rest)).toEqual([]);
      }
      const { json } = await explain(`${url()}.auto?width=20&hdr=true`, withMaps());
      expect(json).toMatchObject({ output: { format: 'jpg' } });
      expect(json.renditionKey).toBe('scale20x15-hdr-q78.jpg');
    });

    it('knows the setting of the project, its watermark, and hdr=false (projects.settings)', async () => {
      const { projects } = test.services;
      const { projectId } = test.credentials;
      await projects.changeSettings(projectId, { hdr: true, presets: { soft: 'blur=2' } });
      expect(await unmet('.jpg?width=20')).toEqual([]);
      expect(await unmet('.webp?width=20')).toEqual([ofFormat('webp')]);
      expect(await unmet('.jpg?preset=soft')).toEqual([ofSteps('blur')]);
      expect(await unmet('.webp?width=20&hdr=false')).toEqual([]);
      await projects.changeSettings(projectId, { watermark: 'overlay-text=Ana' });
      expect(await unmet('.jpg?width=20')).toEqual([ofSteps('watermark')]);
      await projects.changeSettings(projectId, DEFAULT_SETTINGS);
    });
  });

  it('takes no other host’s address, and no temporary one (references.urls)', async () => {
    for (const bad of [`https://example.com/res/${imageId}.jpg`, `tmp_${'a'.repeat(26)}`]) {
      const { status, json } = await explain(bad);
      expect([status, json.code]).toEqual([400, 'invalid_image_reference']);
    }
  });

  it('knows nothing of another project’s image (security.foreign-as-unknown)', async () => {
    const { status, json } = await explain(`img_${'a'.repeat(26)}`);
    expect([status, json.code]).toEqual([404, 'image_not_found']);
  });

  it('a rendition whose bytes are forgotten costs nothing in its month, and a unit in the next (quotas.transformations)', async () => {
    const url = `${CDN}/res/${imageId}.webp?width=21`;
    await deliver(test, url.slice(CDN.length));
    const { renditionKey } = (await explain(url)).json;
    await test.services.renditions.forget(imageId as `img_${string}` as never, renditionKey, FIRST);
    expect((await explain(url)).json).toMatchObject({ stored: false, transformations: 0 });
    test.setClock(Date.UTC(2026, 11, 1));
    expect((await explain(url)).json).toMatchObject({ stored: false, transformations: 1 });
    test.setClock(Date.UTC(2026, 10, 21, 12));
  });

  it('knows the project’s sizes and presets as delivery does, and asks for no signature (presets.query, calls.explain-transformation)', async () => {
    const { projects } = test.services;
    const { projectId } = test.credentials;
    const presets = { card: 'width=22&blur=2' };
    const settings = { allowedWidths: [23], presets, requireSignature: true };
    await projects.changeSettings(projectId, settings);
    const url = `${CDN}/res/${imageId}.webp`;
    expect((await explain(`${url}?preset=card`)).json).toMatchObject({
      parameters: { preset: 'card' },
      errors: [],
      output: { width: 22 },
      transformations: 1,
      renditionKey: expect.stringContaining('blur2'),
    });
    for (const query of ['width=24', 'width=23&blur=2', 'preset=none']) {
      const { json } = await explain(`${url}?${query}`);
      expect(json).toMatchObject({ output: null, errors: [{ code: 'invalid_parameter' }] });
    }
    expect((await explain(`${url}?width=23`)).json.errors).toEqual([]);
    expect((await deliver(test, `/res/${imageId}.webp?width=23`)).code).toBe('signature_required');
    await projects.changeSettings(projectId, DEFAULT_SETTINGS);
  });
});
