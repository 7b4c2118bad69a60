import { createCipheriv } from 'node:crypto';
import sharp, { type PngOptions } from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { encodeDrawing } from '../../../../../adapters/sharp/encode-converted.ts';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { drawSvg, LONG_SVG, MOST_CPU_MS } from '../../../../../adapters/svg/draw-svg.ts';
import {
  type DrawingThread,
  type Drawn,
  openDrawingThread,
} from '../../../../../adapters/svg/drawing-thread.ts';
import { findWasm } from '../../../../../adapters/wasm/find-wasm.ts';
import type { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { SVG_FAULTS } from '../../../../../core/codecs/svg/svg-faults.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { makeSvgMutants } from '../../../../support/hostile/make-svg-mutants.ts';
import { acceptUnhurried, UNHURRIED_MS } from '../../../../support/images/accept-unhurried.ts';
import { drawJpeg } from '../../../../support/images/draw.ts';
import {
  HEAVY_SVGS,
  QUARTERS,
  REFUSED_SVGS,
  SVGS,
  svgOf,
} from '../../../../support/images/svg/svg-samples.ts';

const UNHURRIED = { mostMs: UNHURRIED_MS };
const engine = await createSharpEngine(true, UNHURRIED);
const resvg = findWasm('svg');
if (!resvg) throw new Error('@resvg/resvg-wasm is not installed');
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array, contentType = 'image/svg+xml') =>
  acceptUnhurried(services, { bytes, contentType });

const NO_MEMORY = { fault: 'unreachable', isOutOfMemory: true };
const SIZE = { width: 2_048, height: 2_048 };

/** A thread whose drawings cost so much, the first one first, or so much in all. */
function fakeThread(costOf: (at: number) => number, usedMs?: number) {
  let [drawings, spent, hasEnded] = [0, 0, false];
  const draw = async (side: number): Promise<Drawn> => {
    const cpuMs = costOf(drawings);
    drawings += 1;
    spent += cpuMs;
    return { cpuMs, width: side, height: side, pixels: new Uint8Array(4) };
  };
  const end = async () => {
    hasEnded = true;
  };
  const open = async (): Promise<DrawingThread> => ({
    draw,
    cpuMs: async () => usedMs ?? spent,
    end,
  });
  return { open, ended: () => hasEnded };
}

/** Minutes of layers. */
function endlessSvg(): string {
  const layer = '<g opacity=".5"><rect width="40" height="30"/><rect width="40" height="30"/></g>';
  return svgOf(layer.repeat(20_000)).toString();
}

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
      const fault = await acceptUnhurried(watched, sent).catch((error) => error);
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

  it('that needs more memory than its renderer may have at any size is refused (security.decoders)', async () => {
    const svg = SVGS.plain.toString();
    const thread = await openDrawingThread(resvg, svg, 'width');
    expect(await thread.draw(16_384, false)).toMatchObject({ isOutOfMemory: true });
    await thread.end();
    // a thread whose memory is full already
    const open = async () => ({ ...thread, draw: async () => NO_MEMORY, cpuMs: async () => 0 });
    await expect(
      drawSvg(resvg, svg, SIZE, { openThread: open, ...UNHURRIED }),
    ).rejects.toMatchObject({ reason: SVG_FAULTS.renderer });
    // the next one has its own instance
    const drawn = await engine.convert.svg(svg, { width: 40, height: 30 });
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it('with a layer far outside of its page, where the renderer traps, is refused by name (security.decoders)', async () => {
    const layer = (x: number) =>
      svgOf(
        `<rect width="9" height="9"/><g opacity=".5"><rect x="${x}" width="9" height="9"/></g>`,
      );
    await expect(accept(layer(1_000))).rejects.toMatchObject({
      code: 'invalid_image',
      options: { detail: SVG_FAULTS.renderer },
    });
    expect(await accept(layer(60))).toMatchObject({ format: 'png' });
  });

  it.each([
    ['that grows with its pixels from a second on', [40, 52, 508], 'refused'],
    ['of many paths, whose growth grows', [10, 15, 38, 134], 2_048],
    ['of more paths', [42, 64, 156, 548], 'refused'],
    ['of many small paths, each of which has its cost', [47, 39, 43, 87], 2_048],
    ['that costs nothing', [0, 0, 0, 0], 2_048],
    ['that is too costly at its size, and not at half of it', [5, 8, 17, 100], 1_024],
    ['that is too costly at half of its size too', [5, 8, 17, 250], 512],
  ])('%s in its trials is %s (security.linear-work)', async (_, costs, due) => {
    const thread = fakeThread((at) => costs[at] ?? 0);
    const outcome = await drawSvg(resvg, '<svg/>', SIZE, {
      openThread: thread.open,
      ...UNHURRIED,
    }).catch((error: ImageFileFault) => error.reason);
    expect(thread.ended()).toBe(true);
    if (due === 'refused') expect(outcome).toContain('too complex');
    else expect(outcome).toMatchObject({ width: due, height: due, channels: 4 });
  });

  it('that needs too much memory at its size is drawn with a half or a quarter of it', async () => {
    const sides: number[] = [];
    const open = async (): Promise<DrawingThread> => ({
      draw: async (side) => {
        sides.push(side);
        return side > 512
          ? NO_MEMORY
          : { cpuMs: 0, width: side, height: side, pixels: new Uint8Array(4) };
      },
      cpuMs: async () => 0,
      end: async () => undefined,
    });
    expect(await drawSvg(resvg, '<svg/>', SIZE, { openThread: open, ...UNHURRIED })).toMatchObject({
      width: 512,
    });
    expect(sides).toEqual([8, 32, 128, 512, 2_048, 1_024, 512]);
  });

  it('that is long finds the memory of its reading free, before its thread starts (security.linear-work)', async () => {
    const garbage = () => new WeakRef(new Array(1_000));
    const isLeft = async (length: number): Promise<boolean> => {
      const reference = garbage();
      await new Promise(setImmediate); // a turn keeps an object that it has made
      let left = false;
      const open = async () => {
        left = reference.deref() !== undefined;
        return fakeThread(() => 0).open();
      };
      await drawSvg(resvg, ' '.repeat(length), SIZE, { openThread: open, ...UNHURRIED });
      return left;
    };
    expect(await isLeft(LONG_SVG + 1)).toBe(false);
  });

  it('of 16,384 pixels is drawn with a quarter of them (security.decoders)', async () => {
    const svg = svgOf('<rect width="40" height="30"/>').toString();
    const size = { width: 16_384, height: 16_384 };
    const drawn = await drawSvg(resvg, svg, size, UNHURRIED);
    expect(drawn).toMatchObject({ width: 4_096, channels: 4 });
  });

  it('with a large bitmap of noise is encoded quickly, and any other thoroughly (security.linear-work)', async () => {
    const size = { width: 2_049, height: 2_049, channels: 4 } as const;
    const flat = new Uint8Array(size.width * size.height * 4).fill(200);
    const [key, iv] = [Buffer.alloc(16), Buffer.alloc(16)];
    const noise = new Uint8Array(createCipheriv('aes-128-ctr', key, iv).update(flat));
    const encoded = (data: Uint8Array<ArrayBuffer>, options: PngOptions) =>
      sharp(data, { raw: size }).png(options).toBuffer();
    const quickly = { compressionLevel: 1 };
    const thoroughly = { compressionLevel: 6, adaptiveFiltering: true };
    const drawn = (data: Uint8Array<ArrayBuffer>) => encodeDrawing(sharp, { data, ...size });
    expect((await encoded(noise, quickly)).equals(await drawn(noise))).toBe(true);
    expect((await encoded(flat, thoroughly)).equals(await drawn(flat))).toBe(true);
  });

  it.each([
    ['with its share of the processor is refused', MOST_CPU_MS, 'too complex'],
    ['on a machine that is too busy may be sent again', MOST_CPU_MS - 1, 'retry'],
  ])('that is stopped %s (security.deadline-kills)', async (_, used, words) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const endless = new Promise<never>(() => undefined);
      const thread = fakeThread(() => 0, used);
      const open = async () => ({
        ...(await thread.open()),
        draw: () => {
          // the clock passes its bound once the CPU time was read
          void Promise.resolve().then(() => vi.advanceTimersByTime(7_501));
          return endless;
        },
      });
      const fault = await drawSvg(resvg, '<svg/>', SIZE, { openThread: open }).catch(
        (error: unknown) => error,
      );
      const told =
        fault instanceof ServiceError ? fault.options.detail : (fault as ImageFileFault).reason;
      expect(told).toContain(words);
      expect(thread.ended()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that draws without end is stopped in the midst of WebAssembly, and its CPU time is seen (security.deadline-kills)', async () => {
    const thread = await openDrawingThread(resvg, endlessSvg(), 'width');
    const drawing = thread.draw(4_096, false).catch((error: Error) => error.message);
    const before = await thread.cpuMs();
    await expect.poll(() => thread.cpuMs()).toBeGreaterThan(before + 50);
    await thread.end();
    expect(await drawing).toBe('the drawing thread has ended');
    expect(await thread.cpuMs()).toBe(0);
  });

  it('of few elements that would take minutes is refused after its trials', async () => {
    const { svg, ...size } = rebuildSvg(HEAVY_SVGS['thousands of full canvases']);
    // however busy the machine is: its CPU time decides
    const drawing = drawSvg(resvg, svg, size, UNHURRIED);
    await expect(drawing).rejects.toMatchObject({ reason: SVG_FAULTS.complex });
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
