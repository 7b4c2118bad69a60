import { isNativeError } from 'node:util/types';
import { Script } from 'node:vm';
import { type DecodedPixels, ImageFileFault } from '../../core/codecs/image-file.ts';
import { refuseSvg } from '../../core/codecs/svg/svg-faults.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { BrokenImageError } from '../../core/ports/images/image-engine.ts';
import { divideByAlpha } from '../wasm/divide-by-alpha.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';
import { openResvg } from './open-resvg.ts';

/**
 * CPU milliseconds that a drawing may take. Four drawings on two busy cores are then within the 15
 * seconds of an upload (security.deadline-kills).
 */
const MOST_CPU_MS = 6_000;
/** The same by the clock. The rest of the deadline is for storing the image. */
const MOST_MS = 9_000;
const LEAST_TRIAL = 8;
/** Each trial has at most that many times the work of the one before. */
const STEEPEST_GROWTH = 16;
/** The growth itself grows: by up to so much from a trial to the next in drawings of many paths. */
const GROWTH_OF_GROWTH = 1.75;

/** The CPU time of this thread so far, in milliseconds. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Calls a function that the engine of JavaScript can stop, in WebAssembly too. */
const CALL = new Script('call()');

/** How long drawings take, and when they are stopped. */
export interface DrawingClock {
  /** CPU milliseconds of this thread so far. */
  cpuMs(): number;
  /**
   * Calls it for at most this whole number of milliseconds by the clock; then it throws an Error
   * with the code ERR_SCRIPT_EXECUTION_TIMEOUT.
   */
  callFor<T>(ms: number, call: () => T): T;
}

/** The machine's own. */
export const DRAWING_CLOCK: DrawingClock = {
  cpuMs: threadCpuMs,
  callFor: (ms, call) => CALL.runInNewContext({ call }, { timeout: ms }),
};

function wasStopped(error: unknown): boolean {
  // an error of the other context, so no instance of our Error
  return isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * The longer sides of the trials, the smallest first. The work of a drawing grows with its pixels.
 * With a filter it may grow with their square, as the radius of `feMorphology` grows, too.
 */
function trialSides(svg: string, longest: number): number[] {
  const step = STEEPEST_GROWTH ** (svg.includes('<filter') ? 0.25 : 0.5);
  const sides: number[] = [];
  for (let side = longest / step; side >= LEAST_TRIAL; side /= step) sides.unshift(side);
  return sides.map(Math.floor);
}

/** Whether the costs of trials, in milliseconds, show that the next drawing takes too long. */
function isTooSlow(costs: readonly number[]): boolean {
  const [now = 0, ...earlier] = costs.toReversed();
  const [before = now, first = before] = earlier;
  const added = now - before;
  const seen = (added / Math.max(0, before - first)) * GROWTH_OF_GROWTH; // infinite after nothing
  return added > 0 && now + added * Math.min(STEEPEST_GROWTH, seen) > MOST_CPU_MS;
}

/** Draws within the time that is left of MOST_MS, which begins now. */
function createRender<T>(draw: (side: number) => T, { cpuMs, callFor }: DrawingClock) {
  const [endsAt, began] = [performance.now() + MOST_MS, cpuMs()];
  const leftMs = () => Math.max(1, Math.ceil(endsAt - performance.now()));
  return (side: number): T => {
    try {
      return callFor(leftMs(), () => draw(side));
    } catch (error) {
      if (!wasStopped(error)) throw error;
      if (cpuMs() - began >= MOST_CPU_MS) return refuseSvg('complex');
      throw new ServiceError('busy', { detail: 'The drawing waited for the processor; retry.' });
    }
  };
}

/**
 * Draws an SVG of permitted elements at this size, without fonts, files or a network. Each image
 * has its own instance of the module. Its cost can't be known from its elements, so smaller
 * drawings come first, with a third of the work at most. Throws an ImageFileFault if they show that
 * it would take too long, or if it does. Throws a ServiceError `busy` if the machine had too little
 * CPU time for it. Throws BrokenImageError if anything else fails, a lack of the module's memory
 * included.
 */
export async function drawSvg(
  files: WasmFiles,
  svg: string,
  { width, height }: Pick<DecodedPixels, 'width' | 'height'>,
  clock = DRAWING_CLOCK,
): Promise<DecodedPixels> {
  try {
    const open = await openResvg(files);
    const mode = width >= height ? 'width' : 'height';
    const draw = (value: number) =>
      open(svg, { fitTo: { mode, value }, font: { loadSystemFonts: false } }).render();
    const render = createRender(draw, clock);
    const longest = Math.max(width, height);
    const costs: number[] = [];
    for (const side of trialSides(svg, longest)) {
      const began = clock.cpuMs();
      render(side);
      costs.push(clock.cpuMs() - began);
      if (isTooSlow(costs)) refuseSvg('complex');
    }
    const drawn = render(longest);
    const pixels = { data: drawn.pixels, width: drawn.width, height: drawn.height };
    divideByAlpha(pixels.data);
    return { ...pixels, channels: 4 };
  } catch (cause) {
    if (cause instanceof ImageFileFault || cause instanceof ServiceError) throw cause;
    throw new BrokenImageError('the SVG cannot be drawn', { cause });
  }
}
