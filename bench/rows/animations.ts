import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { boundPrice } from '../../core/transform/price/bound-price.ts';
import { parseQuery } from '../../core/transform/query.ts';
import {
  isTransformationFault,
  resolveTransformation,
  type Transformation,
} from '../../core/transform/transformation.ts';
import { interleave } from '../measure/interleave.ts';
import { median, spreadOf } from '../measure/statistics.ts';
import { type AnimationName, FRAME, FRAMES, makeAnimation } from '../originals/animations.ts';
import type { Setting } from '../setting/setting.ts';
import { pick } from './contenders.ts';
import { type Measured, row } from './row.ts';

const MAX_WIDTH = 200;
const STEP = 10;
const ROUNDS = 3;
/** As the file's header has them: frames that leave pixels as they were have alpha. */
const FACTS = { format: 'gif', ...FRAME, frames: FRAMES, hasAlpha: true } as const;

/** The widest rendition of at most 200 pixels that its price permits. */
function transformationTo(format: 'webp' | 'gif'): Transformation {
  for (let width = MAX_WIDTH; width > 0; width -= STEP) {
    const { parameters } = parseQuery([['width', String(width)]]);
    const resolved = resolveTransformation(FACTS, format, parameters);
    if (isTransformationFault(resolved)) throw new Error(resolved.detail);
    const bounded = boundPrice(FACTS, resolved);
    if (!('fault' in bounded)) return bounded.requested;
  }
  throw new Error('every width is too dear');
}

type Engine = Awaited<ReturnType<typeof createSharpEngine>>;

/** The CPU of a rendition as WebP and as GIF, over the deadline of the renderer. */
async function measureAnimation(
  { isQuick }: Setting,
  engine: Engine,
  name: AnimationName,
): Promise<Record<'webp' | 'gif', Measured>> {
  const original = await makeAnimation(name);
  const contender = (format: 'webp' | 'gif') => ({
    work: async () => (await engine.render(original, transformationTo(format))).length,
  });
  const costs = await interleave(
    { webp: contender('webp'), gif: contender('gif') },
    isQuick ? 1 : ROUNDS,
  );
  const shareOf = (format: 'webp' | 'gif'): Measured => {
    const times = pick(costs[format], 'cpuMs');
    const shares = times.map((time) => time / LIMITS.renderDeadlineMs);
    return {
      ...spreadOf(shares),
      unit: 'ms',
      beside: { ours: median(times) },
    };
  };
  return { webp: shareOf('webp'), gif: shareOf('gif') };
}

const WEBP = { unit: '', must: { atMost: 0.25 } } as const;
const GIF = { unit: '', must: { atMost: 0.4 } } as const;

export const ANIMATION_CPU = row({
  title:
    'a GIF of 500 frames to 200 pixels, or the most that its price permits: CPU over the deadline',
  goals: {
    webpOfPhotograph: { what: 'a photograph to WebP', ...WEBP },
    webpOfDrawing: { what: 'a drawing to WebP', ...WEBP },
    gifOfPhotograph: { what: 'a photograph to GIF', ...GIF },
    gifOfDrawing: { what: 'a drawing to GIF', ...GIF },
  },
  async measure(setting) {
    const engine = await createSharpEngine();
    const photograph = await measureAnimation(setting, engine, 'photograph');
    const drawn = await measureAnimation(setting, engine, 'drawn');
    return {
      webpOfPhotograph: photograph.webp,
      webpOfDrawing: drawn.webp,
      gifOfPhotograph: photograph.gif,
      gifOfDrawing: drawn.gif,
    };
  },
});
