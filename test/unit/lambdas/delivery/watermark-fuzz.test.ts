import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textToSign } from '../../../../core/images/canonical-address.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import { type SigningSecret, sign } from '../../../../core/projects/signing-secrets.ts';
import { isTextOverlay, type Overlay } from '../../../../core/transform/overlay.ts';
import { PARAMETER_NAMES, type Parameters } from '../../../../core/transform/parameters.ts';
import { queryOf } from '../../../../core/transform/query.ts';
import { outputSize, type Transformation } from '../../../../core/transform/transformation.ts';
import { readWhole } from '../../../../core/use-cases/delivery/read-stored-object.ts';
import { createProjectSigningSecret } from '../../../../core/use-cases/keys/manage-signing-secrets.ts';
import { changeProjectSettings } from '../../../../core/use-cases/projects/update-project.ts';
import { createHandler as createRenderQueued } from '../../../../lambdas/background/render-queued.ts';
import { type Delivered, deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawAnimation, drawJpeg } from '../../../support/images/draw.ts';
import { anyParameters } from '../../../support/stores/arbitraries.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const EXPIRES = NOON / 1000 + 3600;
/** Of each kind; ADDRESSES=3000 takes a minute. */
const RUNS = Number(process.env.ADDRESSES ?? 300);
const MAX_SEEN_PIXELS = 40_000;

let test: TestServices;
let engine: ImageEngine;
let mark: Buffer;
let markId: string;
let secret: SigningSecret;
/** Two images and their temporary images: a still one, and an animation. */
let images: readonly string[];
/** The plan of each rendition that was made. */
const drawn: Transformation[] = [];

const set = (sent: Record<string, unknown>) =>
  changeProjectSettings(test.services, test.credentials.projectId, sent);

const TEXT = '© Fuzz & Co';
/** The query of a rule that is a text, in each of its parts. */
const TEXT_RULE = `overlay-text=${encodeURIComponent(TEXT)}&overlay-color=f0f&overlay-width=41&overlay-opacity=93`;
const DRAWN_TEXT = { text: TEXT, color: 'ff00ff', percent: 41, opacity: 93 };

/** Whether a plan ends with the mark: the image with its bytes, or the text with its look. */
function isMarked(last: Overlay | undefined, original: Uint8Array | undefined): boolean {
  if (!last) return false;
  if (!isTextOverlay(last)) return last.imageId === markId && mark.equals(original ?? Buffer.of());
  const { text, color, percent, opacity } = last;
  return JSON.stringify({ text, color, percent, opacity }) === JSON.stringify(DRAWN_TEXT);
}

/** Services whose engine draws no pixels: it answers whether the plan ends with the mark. */
function planning(of: TestServices): TestServices {
  const render: ImageEngine['render'] = async (_, { overlays }, originals = []) =>
    Buffer.from(isMarked(overlays.at(-1), originals.at(-1)) ? 'marked' : 'plain');
  return { ...of, services: { ...of.services, imageEngine: async () => ({ ...engine, render }) } };
}

beforeAll(async () => {
  test = withPlan(await makeServices());
  test.setClock(NOON);
  engine = await test.services.imageEngine();
  const create = { width: 9, height: 6, channels: 3 as const, background: '#f0f' };
  markId = await storeImage(test, await sharp({ create }).png().toBuffer(), 'image/png');
  const stored = await test.services.objects.get(originalObjectKey(markId as ImageId));
  mark = Buffer.from(stored ? await readWhole(stored) : []);
  const saved = [
    await storeImage(test, await drawJpeg(90, 60)),
    await storeImage(test, await drawAnimation(40, 30), 'image/gif'),
  ];
  const records = await Promise.all(
    saved.map((id) => test.services.images.getImage(id as ImageId)),
  );
  images = [...saved, markId, ...records.map((image) => image?.temporaryImageId ?? '')];
  const made = await createProjectSigningSecret(test.services, test.credentials.projectId);
  if (!made) throw new Error('no secret');
  secret = made;
  // with the rule from the start: the edge and the stores know nothing without it
  const presets = { card: 'width=20&height=20&fit=contain', cut: 'mask=circle&frame=0' };
  await set({ watermark: `overlay=${markId}`, presets });
});
afterAll(() => test.remove());

const OTHER_NAMES = [
  'more',
  'accept',
  'watermark',
  'original',
  'overlay-off',
  'Overlay',
  'constructor',
];
const anyName = fc.constantFrom(...PARAMETER_NAMES, ...OTHER_NAMES);
const anyText = fc.oneof(
  fc.constantFrom('', '0', '1', 'none', 'null', 'false', 'auto', 'card', 'cut', 'missing'),
  fc.constantFrom('overlay-tile-1~width-9', 'accept-avif', 'width-9~overlay-'),
  fc.constantFrom('a~overlay-text-b', '~38.overlay-text~61.b', 'a&overlay-opacity=1'),
  fc.string({ maxLength: 12 }),
);
const anyPairs = fc.array(fc.tuple(anyName, anyText), { maxLength: 2 });
/** Sides that a small image is shown at, so that few are refused for their size. */
const anySmall = anyParameters.map(
  ({ width, height, crop: _, pad, ...others }): Parameters => ({
    ...others,
    ...(width && { width: (width % 150) + 1 }),
    ...(height && { height: (height % 150) + 1 }),
  }),
);
const anyAddress = fc.record({
  image: fc.nat(),
  overlay: fc.option(fc.nat()),
  name: fc.constantFrom('', '/red-bridge', '/a.b', '/original'),
  extension: fc.constantFrom('jpg', 'JPG', 'jpeg', 'png', 'webp', 'avif', 'gif', 'auto', 'AUTO'),
  parameters: fc.oneof(fc.constant<Parameters>({}), anySmall, anyParameters),
  more: fc.oneof(fc.constant([]), fc.constant([]), anyPairs),
  preset: fc.constantFrom(undefined, undefined, undefined, 'card', 'cut'),
  download: fc.boolean(),
  accept: fc.constantFrom('*/*', 'image/avif,image/webp', 'image/webp', 'image/*;q=0.5'),
});
type Address = typeof anyAddress extends fc.Arbitrary<infer Value> ? Value : never;

const of = (ids: readonly string[], at: number) => ids[at % ids.length] ?? '';

/** The overlay of a generated query is one of the project, if there is any. */
function parametersOf({ parameters, overlay, preset, download }: Address): Parameters {
  const { overlay: _, ...others } = parameters;
  const saved = images.filter((id) => id.startsWith('img_'));
  const asked = overlay === null ? others : { ...others, overlay: of(saved, overlay) };
  const all = preset ? { preset } : asked;
  return download ? { ...all, download: 1 } : all;
}

function ask(services: TestServices, address: Address, isSigned: boolean): Promise<Delivered> {
  const id = of(images, address.image);
  const { extension, name, more, accept } = address;
  const parameters: Parameters = parametersOf(address);
  const format = extension.toLowerCase().replace('jpeg', 'jpg') as 'jpg';
  const expires = isSigned ? { expires: EXPIRES } : {};
  const text = textToSign(id as ImageId, format, { ...parameters, expires: EXPIRES });
  const signature = isSigned ? { signature: sign(text, secret.secret) } : {};
  const pairs = [...queryOf({ ...parameters, ...expires, ...signature }), ...more];
  const query = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  return deliver(services, `/res/${id}${name}.${extension}?${query}`, ['accept', accept]);
}

/** Asks thousands of addresses; the codes of all, and a fault for an image without the mark. */
async function attack(services: TestServices, isSigned: boolean): Promise<string[]> {
  const codes: string[] = [];
  const property = async (address: Address) => {
    const { status, code, bytes } = await ask(services, address, isSigned);
    codes.push(code ?? String(status));
    expect(code ?? bytes.toString()).toBe(code ?? 'marked');
    expect(code).not.toBe('internal_error');
  };
  await fc.assert(fc.asyncProperty(anyAddress, property), { numRuns: RUNS });
  return codes;
}

const share = (codes: readonly string[], code: string) =>
  codes.filter((one) => one === code).length / codes.length;

describe('the watermark of a project, whatever is asked,', () => {
  it('is in the plan of every answer of hundreds of addresses (transformations.watermark)', async () => {
    expect(share(await attack(planning(test), false), '200')).toBeGreaterThan(0.2);
  });

  it('is there as a text, over any text and any image that is requested (transformations.watermark)', async () => {
    await set({ watermark: TEXT_RULE });
    const codes = await attack(planning(test), false);
    await set({ watermark: `overlay=${markId}` });
    expect(share(codes, '200')).toBeGreaterThan(0.2);
  });

  it('is there in signed addresses too (transformations.watermark)', async () => {
    await set({ requireSignature: true });
    const codes = await attack(planning(test), true);
    await set({ requireSignature: false });
    expect(share(codes, '200')).toBeGreaterThan(0.2);
  });

  it('is there where the quota is used up and the project would show originals (transformations.watermark)', async () => {
    await set({ overQuota: 'original', watermark: `overlay=${markId}&overlay-width=31` });
    const full = withPlan(test, () => ({ ...PLANS.free, maxTransformationsPerMonth: 0 }));
    const codes = await attack(planning(full), false);
    await set({ overQuota: 'refuse', watermark: `overlay=${markId}` });
    expect(share(codes, 'transformation_quota_exceeded')).toBeGreaterThan(0.2);
  });

  it('is in renditions that are made in the background (transformations.watermark)', async () => {
    const large = await storeImage(test, await drawJpeg(2900, 1950));
    await deliver(planning(test), `/res/${large}.auto?blur=1`, ['accept', 'image/avif']);
    const Records = test.queued.map((queued, at) => ({
      body: JSON.stringify(queued),
      messageId: `m${at}`,
    }));
    expect(Records.length).toBeGreaterThan(0);
    await createRenderQueued(planning(test).services)({ Records } as never);
    const made = await deliver(planning(test), `/res/${large}.auto?blur=1`, [
      'accept',
      'image/avif',
    ]);
    expect([made.headers['content-type'], made.bytes.toString()]).toEqual(['image/avif', 'marked']);
  });

  it('has all of its pixels in a PNG (transformations.watermark)', async () => {
    // other sizes than above, whose renditions are stored
    await set({ watermark: `overlay=${markId}&overlay-width=29` });
    const render: ImageEngine['render'] = (original, transformation, overlays) => {
      const { width, height } = outputSize(transformation);
      if (width * height > MAX_SEEN_PIXELS) return Promise.resolve(original);
      drawn.push(transformation);
      return engine.render(original, transformation, overlays);
    };
    const imageEngine = async () => ({ ...engine, render });
    const seeing = { ...test, services: { ...test.services, imageEngine } };
    let seen = 0;
    const property = async (parameters: Parameters) => {
      drawn.length = 0;
      // a trimmed image has another plan than the one that is noted here
      const { overlay: _, trim: __, ...others } = parameters;
      const query = queryOf(others).map((pair) => pair.join('='));
      const { code, bytes } = await deliver(seeing, `/res/${images[0]}.png?${query.join('&')}`);
      const overlay = drawn.at(-1)?.overlays.at(-1);
      // refused, large, or stored by an earlier run
      if (code !== undefined || !overlay || isTextOverlay(overlay)) return;
      seen += 1;
      const { data, info } = await sharp(bytes)
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { left, top, width, height, isTiled } = overlay;
      const { channels } = info;
      let unlike = 0;
      for (let y = top; y < (isTiled ? info.height : top + height); y += 1) {
        for (let x = left; x < (isTiled ? info.width : left + width); x += 1) {
          const at = (y * info.width + x) * channels;
          if (data[at] !== 255 || data[at + 1] !== 0 || data[at + 2] !== 255) unlike += 1;
        }
      }
      expect(unlike).toBe(0);
    };
    await fc.assert(fc.asyncProperty(anySmall, property), { numRuns: 80 });
    expect(seen).toBeGreaterThan(20);
  });
});
