import type { Format } from '../../../../../core/transform/formats.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import {
  isTransformationFault,
  type OriginalFacts,
  resolveTransformation,
  type Transformation,
} from '../../../../../core/transform/transformation.ts';

/**
 * The transformation that parameters come to; facts that a test doesn't name are those of an opaque
 * still PNG.
 */
export function ask(
  facts: Partial<OriginalFacts> & Pick<OriginalFacts, 'width' | 'height'>,
  format: Format,
  parameters: Parameters = {},
): Transformation {
  const original = { format: 'png' as const, frames: 1, hasAlpha: false, ...facts };
  const answer = resolveTransformation(original, format, parameters);
  if (isTransformationFault(answer)) throw new Error(`${answer.code}: ${answer.detail}`);
  return answer;
}
