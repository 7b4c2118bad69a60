import { setTimeout as sleep } from 'node:timers/promises';
import { type DecodedPixels, ImageFileFault } from '../../core/codecs/image-file.ts';
import { refuseSvg } from '../../core/codecs/svg/svg-faults.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { BrokenImageError } from '../../core/ports/images/image-engine.ts';
import { divideByAlpha } from '../wasm/divide-by-alpha.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';
import { collectGarbage } from './collect-garbage.ts';
import { type DrawingThread, type Drawn, openDrawingThread } from './drawing-thread.ts';
import { planDrawing, possibleSides, type Trial, trialSides } from './plan-drawing.ts';

/** CPU milliseconds that a drawing may take, its trials included. */
export const MOST_CPU_MS = 1_200;
/** By the clock, on a machine that is busy; the deadline of a validation is eight seconds. */
const MOST_MS = 7_500;
/** Characters of a drawing whose reading leaves so much garbage that it is collected before. */
export const LONG_SVG = 400_000;
/** How often the CPU time of a drawing is read, in milliseconds by the clock. */
const POLL_MS = 20;

/** Options that a test alters. */
export interface DrawingOptions {
  readonly openThread?: typeof openDrawingThread;
  /** Milliseconds by the clock. */
  readonly mostMs?: number;
}

type OpenThread = () => Promise<DrawingThread>;

/** Threads one after the other, each with an instance, and the CPU time of all of them. */
class Drawing {
  private readonly openThread: OpenThread;
  private readonly endsAt: number;
  private thread: DrawingThread | undefined;
  private spentBefore = 0;

  constructor(openThread: OpenThread, mostMs: number) {
    this.openThread = openThread;
    this.endsAt = performance.now() + mostMs;
  }

  /** CPU milliseconds so far. */
  async spentMs(): Promise<number> {
    return this.spentBefore + ((await this.thread?.cpuMs()) ?? 0);
  }

  async end(): Promise<void> {
    await this.thread?.end();
    this.thread = undefined;
  }

  /** Undefined where the memory of the instance does not suffice; the next one has its own. */
  async draw(side: number, isTrial: boolean): Promise<Drawn | undefined> {
    this.thread ??= await this.openThread();
    const done = await this.withinBudget(this.thread.draw(side, isTrial));
    if (!('fault' in done)) return done;
    if (!done.isOutOfMemory) throw new Error(done.fault);
    this.spentBefore = await this.spentMs();
    await this.end();
    return undefined;
  }

  /** The result of the work, unless the CPU time or the time by the clock ends before. */
  private async withinBudget<T>(work: Promise<T>): Promise<T> {
    const stop = new AbortController();
    try {
      return await Promise.race([work, this.watch(stop.signal)]);
    } finally {
      stop.abort();
    }
  }

  /** Reads the thread's CPU time, which its own code can't do in the midst of a drawing. */
  private async watch(signal: AbortSignal): Promise<never> {
    while (!signal.aborted && performance.now() < this.endsAt) {
      await sleep(POLL_MS);
      // a thread that gets no processor answers late, and then the clock decides
      const spent = await Promise.race([this.spentMs(), sleep(POLL_MS * 10, 0)]);
      if (spent >= MOST_CPU_MS) refuseSvg('complex');
    }
    throw new ServiceError('busy', { detail: 'The drawing waited for the processor; retry.' });
  }
}

/** The longer side at which its trials expect a drawing to be within its budget. */
async function trySides(drawing: Drawing, svg: string, longest: number): Promise<number> {
  const trials: Trial[] = [];
  for (const side of trialSides(svg, longest)) {
    const drawn = await drawing.draw(side, true);
    if (!drawn) return side; // not even that is within the memory
    trials.push({ side, cpuMs: drawn.cpuMs });
    const plan = planDrawing(svg, trials, longest, MOST_CPU_MS - (await drawing.spentMs()));
    if (plan === undefined) return refuseSvg('complex');
    if (plan !== 'next') return plan;
  }
  return longest;
}

/** Draws with this longer side, or a half or a quarter of it, as its cost and memory permit. */
async function drawWithin(drawing: Drawing, svg: string, longest: number): Promise<Drawn> {
  const largest = await trySides(drawing, svg, longest);
  for (const side of possibleSides(longest)) {
    const drawn = side <= largest ? await drawing.draw(side, false) : undefined;
    if (drawn) return drawn;
  }
  // a trap at every size: of memory that can't grow, or of a layer far outside of the page
  return refuseSvg('renderer');
}

/**
 * Draws an SVG of permitted elements at this size, without fonts, files or a network. Each image
 * has a thread with an instance of the module. Its cost can't be known from its elements, so
 * smaller drawings come first. One that is too costly, or needs too much memory, is drawn with a
 * half or a quarter of the size. Throws an ImageFileFault if that is too costly too, or if it takes
 * more CPU time than MOST_CPU_MS. Throws a ServiceError `busy` if the machine had too little of it.
 * The same if the renderer traps at each size, as it does without memory, and at a layer that lies
 * far outside of the page. Throws BrokenImageError if anything else fails.
 */
export async function drawSvg(
  files: WasmFiles,
  svg: string,
  { width, height }: Pick<DecodedPixels, 'width' | 'height'>,
  { openThread = openDrawingThread, mostMs = MOST_MS }: DrawingOptions = {},
): Promise<DecodedPixels> {
  if (svg.length > LONG_SVG) collectGarbage();
  const mode = width >= height ? 'width' : 'height';
  const drawing = new Drawing(() => openThread(files, svg, mode), mostMs);
  try {
    const { pixels, ...size } = await drawWithin(drawing, svg, Math.max(width, height));
    if (!pixels) throw new Error('the drawing has no pixels');
    divideByAlpha(pixels);
    return { data: pixels, width: size.width, height: size.height, channels: 4 };
  } catch (cause) {
    if (cause instanceof ImageFileFault || cause instanceof ServiceError) throw cause;
    throw new BrokenImageError('the SVG cannot be drawn', { cause });
  } finally {
    await drawing.end();
  }
}
