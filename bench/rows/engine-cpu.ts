import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import type { Size } from '../../core/transform/geometry.ts';
import { parseQuery } from '../../core/transform/query.ts';
import {
  isTransformationFault,
  resolveTransformation,
  type Transformation,
} from '../../core/transform/transformation.ts';
import { ORIGINAL, WORKS, type Work } from '../originals/works.ts';
import type { Setting } from '../setting/setting.ts';
import { renderAlone } from '../setting/sharp-alone.ts';
import { compareAlone } from './contenders.ts';
import { type Goal, type Measured, row } from './row.ts';

/** The transformation of a work, as the service resolves it from its address. */
export function transformationOf(
  { from, format, width, height }: Work,
  { width: ownWidth, height: ownHeight }: Size = ORIGINAL,
  quality?: string,
): Transformation {
  const query = Object.entries({
    width,
    ...(height && { height }),
    ...(quality !== undefined && { quality }),
  });
  const resolved = resolveTransformation(
    { format: from, width: ownWidth, height: ownHeight, frames: 1, hasAlpha: false },
    format,
    parseQuery(query.map(([name, value]) => [name, String(value)])).parameters,
  );
  if (isTransformationFault(resolved)) throw new Error(resolved.detail);
  return resolved;
}

/** A single rendition has as much noise as the bound has room. */
const A_ROUND = 5;

async function measureWork(setting: Setting, work: Work): Promise<Measured> {
  const engine = await createSharpEngine();
  const original = await setting.original(work.from);
  const transformation = transformationOf(work);
  return compareAlone(setting, A_ROUND, {
    ours: () => engine.render(original, transformation),
    floor: () => renderAlone(original, work),
  });
}

const goal = (work: Work): Goal => ({
  what: `CPU, ${work.name}`,
  unit: '',
  must: { atMost: 1.05 },
  isStable: true,
});

export const ENGINE_CPU = row({
  title: 'the engine over the floor',
  goals: {
    jpeg400: goal(WORKS.jpeg400),
    webp400: goal(WORKS.webp400),
    cover: goal(WORKS.cover),
    avif800: goal(WORKS.avif800),
  },
  measure: async (setting) => ({
    jpeg400: await measureWork(setting, WORKS.jpeg400),
    webp400: await measureWork(setting, WORKS.webp400),
    cover: await measureWork(setting, WORKS.cover),
    avif800: await measureWork(setting, WORKS.avif800),
  }),
});
