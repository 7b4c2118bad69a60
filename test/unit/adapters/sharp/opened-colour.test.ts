import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { loadSharp, type SharpModule } from '../../../../adapters/sharp/load/load-sharp.ts';
import { openServedImage } from '../../../../adapters/sharp/open-served-image.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { openColour } from '../../../../core/codecs/open-colour.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  boundOf,
  codes,
  LINEAR_GREY,
  makeColourSamples,
  quartersPng,
  readQuarters,
  SAMPLE_SIDE,
} from '../../../support/images/colour-samples.ts';
import { orientationTiff } from '../../../support/images/make-exif.ts';
import { iccChunk, pngChunk } from '../../../support/images/make-png.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames, plain, quarters } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const samples = await makeColourSamples();
const ID: `img_${string}` = 'img_mzxw6ytboi2dkmrvgezdgnbvgy';
const SIZE = { width: SAMPLE_SIDE, height: SAMPLE_SIDE };
const [recordedOn = '', ...lines] = readFileSync(
  new URL('colours-in-chromium.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n');
/** The pixels of the browser's canvas, by the sample's name. */
const IN_CHROMIUM = new Map(lines.map((line) => line.split('\t') as [string, string]));

function farthest(seen: string, due: string): number {
  const [one, other] = [seen, due].map((text) => text.split(/[ ,]/).map(Number));
  return Math.max(...(one ?? []).map((value, at) => Math.abs(value - (other?.[at] ?? 999))));
}

const sampleOf = (name: string) => {
  const found = samples.find((one) => one.name === name);
  if (!found) throw new Error(`no sample ${name}`);
  return found.bytes;
};

describe('a file whose colours are stated (transformations.colour)', () => {
  it.each(samples.map(({ name, bytes }) => [name, bytes] as const))(
    '%s has the colours that Chromium shows',
    async (name, file) => {
      const { bytes } = rebuildImage(file);
      const seen = await see(await engine.render(bytes, ask(SIZE, 'png')));
      const due = IN_CHROMIUM.get(name) ?? '';
      expect(farthest(readQuarters(seen.data), due), recordedOn).toBeLessThanOrEqual(boundOf(name));
    },
  );

  it('has them in every format, on a background, under a turn, and as an overlay', async () => {
    for (const name of [
      'PNG in colour of 16 bits: a profile',
      'PNG in grey of 16 bits with alpha: a profile',
      'PNG in grey: a profile',
      'JPEG in grey with a profile',
      'PNG in colour: gamma 1.0',
    ]) {
      const bytes = sampleOf(name);
      const due = IN_CHROMIUM.get(name) ?? '';
      for (const requested of [{}, { background: 'ff0000' }, { background: 'ff000080' }]) {
        const seen = await see(await engine.render(bytes, ask(SIZE, 'png', requested)));
        expect(farthest(readQuarters(seen.data), due), name).toBeLessThanOrEqual(2);
      }
      for (const format of ['jpg', 'webp', 'avif'] as const) {
        const asked = ask(SIZE, format, { quality: 100 });
        const seen = await see(await engine.render(bytes, asked));
        expect(farthest(readQuarters(seen.data), due), `${name} ${format}`).toBeLessThanOrEqual(12);
      }
      const turned = await see(await engine.render(bytes, ask(SIZE, 'png', { rotate: 180 })));
      const backwards = due.split(' ').reverse().join(' ');
      expect(farthest(readQuarters(turned.data), backwards)).toBeLessThanOrEqual(2);
      const facts = { ...SIZE, overlay: { ...SIZE, imageId: ID, generation: 0 } };
      const under = await draw(SAMPLE_SIDE, SAMPLE_SIDE, plain('white')).png().toBuffer();
      const overlaid = ask(facts, 'png', { overlay: ID, 'overlay-width': 100 });
      const over = await see(await engine.render(under, overlaid, [bytes]));
      expect(farthest(readQuarters(over.data), due), name).toBeLessThanOrEqual(2);
    }
  });

  it('has margins in colour around grey with a profile', async () => {
    const bytes = sampleOf('JPEG in grey with a profile');
    const asked = ask(SIZE, 'png', { width: 32, height: 16, fit: 'contain', background: 'c01020' });
    const seen = await see(await engine.render(bytes, asked));
    expect(seen.at(2, 8).slice(0, 3)).toEqual([192, 16, 32]);
    const [first = ''] = (IN_CHROMIUM.get('JPEG in grey with a profile') ?? '').split(' ');
    expect(farthest(seen.at(12, 4).slice(0, 3).join(','), first)).toBeLessThanOrEqual(2);
  });

  it('of 16 bits has its own main colour (images.placeholder)', async () => {
    const raw = draw(8, 8, () => [255, 0, 0]).toColourspace('rgb16');
    const bytes = await raw.withIccProfile('srgb').png().toBuffer();
    expect((await sharp(bytes).metadata()).depth).toBe('ushort');
    expect((await sharp(bytes).metadata()).icc).toBeDefined();
    expect((await engine.placeholder(bytes)).mainColor).toBe('#ff0000');
    const linear = sampleOf('PNG in grey of 16 bits: a profile');
    const plainGrey = quartersPng([], { colourType: 0, depth: 16 });
    const [one, other] = [await engine.placeholder(linear), await engine.placeholder(plainGrey)];
    expect(one.mainColor).not.toBe(other.mainColor);
  });

  it('keeps its orientation where grey of 16 bits is converted first', async () => {
    const kind = { colourType: 0, depth: 16 } as const;
    const turn = pngChunk('eXIf', orientationTiff(6));
    const bytes = quartersPng([iccChunk(LINEAR_GREY), turn], kind);
    expect(openColour(bytes).kind).toBe('deep profiled grey');
    const seen = await see(await engine.render(bytes, ask(SIZE, 'png')));
    const due = (IN_CHROMIUM.get('PNG in grey of 16 bits: a profile') ?? '').split(' ');
    const turned = [2, 0, 3, 1].map((at) => due[at]).join(' ');
    expect(farthest(readQuarters(seen.data), turned)).toBeLessThanOrEqual(2);
  });

  it('in HDR by codes is refused with the cure (uploads.cleaning)', () => {
    for (const transfer of [16, 18]) {
      const bytes = quartersPng([codes(9, transfer, 0, 1)]);
      expect(() => rebuildImage(bytes)).toThrow(ImageFileFault);
      expect(() => rebuildImage(bytes)).toThrow(/HDR/);
      // one that is stored already is shown without its codes
      expect(openColour(bytes)).toEqual({ bytes, kind: 'usual' });
    }
  });
});

/** A sharp that records its calls. */
function recordingSharp() {
  const calls: string[] = [];
  const given: Uint8Array[] = [];
  const image = new Proxy(
    {},
    {
      get: (_, name) => (name === 'then' ? undefined : () => calls.push(String(name)) && image),
    },
  );
  const module = ((bytes: Uint8Array) => {
    given.push(bytes);
    return image;
  }) as unknown as SharpModule;
  return { module, calls, given };
}

describe('a plain file (transformations.colour)', () => {
  const four = () => draw(40, 40, quarters(40, 40));
  const PLAIN: [string, Promise<Buffer>][] = [
    ['a JPEG', four().jpeg().toBuffer()],
    ['a JPEG with the profile of sRGB', four().withIccProfile('srgb').jpeg().toBuffer()],
    ['a JPEG in Display P3', four().withIccProfile('p3').jpeg().toBuffer()],
    ['a grey JPEG', four().toColourspace('b-w').jpeg().toBuffer()],
    ['a PNG', four().png().toBuffer()],
    ['a PNG with the profile of sRGB', four().withIccProfile('srgb').png().toBuffer()],
    ['a palette', four().png({ palette: true }).toBuffer()],
    ['a grey PNG', four().toColourspace('b-w').png().toBuffer()],
    ['a WebP', four().webp().toBuffer()],
    ['a WebP in Display P3', four().withIccProfile('p3').webp().toBuffer()],
    ['a GIF', four().gif().toBuffer()],
    [
      'an animation',
      drawFrames(8, 8, [plain('red'), plain('blue')])
        .webp()
        .toBuffer(),
    ],
  ];

  it.each(PLAIN)('%s is opened from the same bytes, without a conversion', async (_, image) => {
    const bytes = await image;
    for (const allFrames of [true, false]) {
      const { module, calls, given } = recordingSharp();
      await openServedImage(module, bytes, allFrames);
      expect(calls).toEqual([]);
      expect(given).toHaveLength(1);
      expect(given[0]).toBe(bytes);
    }
  });

  it('may be shrunk by its decoder', async () => {
    const jpeg = await four().withIccProfile('srgb').jpeg().toBuffer();
    const { image } = await openServedImage(await loadSharp(), jpeg, false);
    // sharp decodes a JPEG at an eighth of its size only with these settings (pipeline.cc)
    const { options } = image as unknown as { options: Record<string, unknown> };
    expect(options.colourspacePipeline).toBe('last');
    expect([options.gamma, options.topOffsetPre, options.trimThreshold]).toEqual([0, -1, -1]);
  });

  it('that cannot be walked is left to the decoder', () => {
    for (const bytes of [
      Buffer.from('no image'),
      quartersPng([]).subarray(0, 40),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1]),
      Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8X'), Buffer.alloc(2)]),
      quartersPng([iccChunk(Buffer.from('no profile'))]),
    ]) {
      expect(openColour(bytes)).toEqual({ bytes, kind: 'usual' });
    }
  });
});
