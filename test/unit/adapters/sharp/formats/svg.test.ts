import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { DRAWING_CLOCK, type DrawingClock, drawSvg } from '../../../../../adapters/svg/draw-svg.ts';
import { findWasm } from '../../../../../adapters/wasm/find-wasm.ts';
import type { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { LIMITS } from '../../../../../core/foundation/limits.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { BrokenImageError } from '../../../../../core/ports/images/image-engine.ts';
import { acceptImage } from '../../../../../core/use-cases/uploads/accept-image.ts';
import { makeSvgMutants } from '../../../../support/hostile/make-svg-mutants.ts';
import { drawJpeg } from '../../../../support/images/draw.ts';
import {
  HEAVY_SVGS,
  QUARTERS,
  REFUSED_SVGS,
  SVGS,
  svgOf,
} from '../../../../support/images/svg/svg-samples.ts';

const engine = await createSharpEngine();
const resvg = findWasm('svg');
if (!resvg) throw new Error('@resvg/resvg-wasm is not installed');
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array, contentType = 'image/svg+xml') =>
  acceptImage(services, { bytes, contentType }, LIMITS.maxUploadBytes);

/** The colours with alpha at these places, which are shares of the sides. */
async function coloursOf(bytes: Uint8Array, places: readonly (readonly [number, number])[]) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
    return [...data.subarray(from, from + 4)];
  });
}

describe('an SVG that comes in (uploads.svg)', () => {
  it('is stored as PNG with the colours and the transparency of the drawing', async () => {
    const half = `<g opacity=".5">${QUARTERS}</g>`;
    const accepted = await accept(svgOf(`<svg width="30" height="30">${half}</svg>`));
    expect(accepted).toMatchObject({
      format: 'png',
      convertedFrom: 'svg',
      facts: { width: 2_048, height: 1_536, frames: 1, hasAlpha: true },
    });
    const seen = await coloursOf(accepted.bytes, [
      [0.2, 0.2],
      [0.6, 0.2],
      [0.2, 0.8],
      [0.9, 0.9],
    ]);
    const due = [
      [200, 30, 30, 128],
      [30, 160, 60, 128],
      [40, 60, 200, 128],
      [0, 0, 0, 0],
    ];
    const distance = seen.flat().map((value, at) => Math.abs(value - (due.flat()[at] ?? 0)));
    // colours that were multiplied by half an alpha come back with a step of two
    expect(Math.max(...distance)).toBeLessThanOrEqual(2);
  });

  it.each(['of an editor', 'with clips, masks and filters', 'with an image in it'] as const)(
    '%s shows something',
    async (name) => {
      const { bytes } = await accept(SVGS[name]);
      const { channels } = await sharp(bytes).stats();
      expect(channels[3]?.max).toBeGreaterThan(100);
    },
  );

  it('is refused with the cure, and not drawn', async () => {
    let drawn = 0;
    const svg = async () => {
      drawn += 1;
      return new Uint8Array(0);
    };
    const convert = { ...engine.convert, svg };
    const watched = { ...services, imageEngine: async () => ({ ...engine, convert }) };
    for (const [name, [bytes, reason]] of Object.entries(REFUSED_SVGS)) {
      const sent = { bytes, contentType: 'image/svg+xml' };
      const fault = await acceptImage(watched, sent, LIMITS.maxUploadBytes).catch((error) => error);
      expect(fault, name).toMatchObject({ code: 'invalid_image' });
      expect(fault.options.detail, name).toContain(reason);
    }
    expect(drawn).toBe(0);
  });

  it('is refused as another type, and another image as SVG (security.bytes-decide-type)', async () => {
    const mismatch = { code: 'content_type_mismatch' };
    await expect(accept(await drawJpeg(16, 16))).rejects.toMatchObject(mismatch);
    await expect(accept(SVGS.plain, 'image/png')).rejects.toMatchObject(mismatch);
    await expect(accept(Buffer.from('<html/>'))).rejects.toMatchObject(mismatch);
  });

  it('that needs more memory than its renderer may have is broken (security.decoders)', async () => {
    const size = { width: 16_384, height: 16_384 };
    await expect(engine.convert.svg(SVGS.plain.toString(), size)).rejects.toThrow(BrokenImageError);
    // the next one has an instance of its own
    const drawn = await engine.convert.svg(SVGS.plain.toString(), { width: 40, height: 30 });
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it.each([
    ['that grows with its pixels from a second on', [40, 52, 508], 'refused'],
    ['of many paths, whose growth grows', [40, 58, 150, 537], 'drawn'],
    ['of more paths', [168, 255, 624, 2_191], 'refused'],
    ['of many small paths, each of which has its cost', [189, 158, 174, 350], 'drawn'],
    ['that costs nothing', [0, 0, 0, 0], 'drawn'],
  ])('%s in its trials is %s (security.linear-work)', async (_, costs, due) => {
    // one read at the start of all, then two for each trial: its start, and its end
    let reads = 0;
    const cpuMs = () => {
      reads += 1;
      return reads % 2 === 1 && reads > 1 ? (costs[(reads - 3) / 2] ?? Number.NaN) : 0;
    };
    const clock: DrawingClock = { cpuMs, callFor: (_ms, call) => call() };
    const size = { width: 2_048, height: 1_536 };
    const outcome = await drawSvg(resvg, SVGS.plain.toString(), size, clock).catch(
      (error: ImageFileFault) => error.reason,
    );
    expect(reads).toBe(1 + costs.length * 2);
    const drawn = { ...size, channels: 4 };
    if (due === 'drawn') expect(outcome).toMatchObject(drawn);
    else expect(outcome).toContain('too complex');
  });

  it.each([
    ['with its share of the processor is refused', 6_000, 'too complex'],
    ['on a machine that is too busy may be sent again', 5_999, 'retry'],
  ])('that is stopped %s (security.deadline-kills)', async (_, used, words) => {
    let reads = 0;
    const bounds: number[] = [];
    const endless = new Function('while (true);') as () => never;
    const fault = await drawSvg(
      resvg,
      SVGS.plain.toString(),
      { width: 40, height: 30 },
      {
        cpuMs: () => (reads++ === 0 ? 0 : used),
        callFor(ms) {
          bounds.push(ms);
          return DRAWING_CLOCK.callFor(1, endless);
        },
      },
    ).catch((error: unknown) => error);
    const told =
      fault instanceof ServiceError ? fault.options.detail : (fault as ImageFileFault).reason;
    expect(told).toContain(words);
    expect(bounds).toHaveLength(1);
    expect(bounds[0]).toBeLessThanOrEqual(9_000);
  });

  it('of few elements that would take minutes is refused after its trials', async () => {
    const fault = await accept(HEAVY_SVGS['thousands of full canvases']).catch((error) => error);
    expect(fault).toMatchObject({ code: 'invalid_image' });
    expect(fault.options.detail).toContain('too complex');
  });

  it('with faults is an image or a refusal (security.decoders)', async () => {
    const codes = new Set<string>();
    for (const { bytes } of makeSvgMutants(40, 20_261_123)) {
      const outcome = await accept(bytes).catch((error) => error);
      codes.add(outcome instanceof ServiceError ? outcome.code : outcome.format);
    }
    expect(['content_type_mismatch', 'invalid_image', 'png']).toEqual(
      expect.arrayContaining([...codes]),
    );
    expect([...codes]).toEqual(expect.arrayContaining(['invalid_image', 'png']));
  });
});
