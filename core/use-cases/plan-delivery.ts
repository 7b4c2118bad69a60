import type { PictureFacts } from '../images/image-states.ts';
import type { Format } from '../transform/formats.ts';
import type { Parameters } from '../transform/parameters.ts';
import { simplifyParameters } from '../transform/query.ts';
import {
  isTransformationFault,
  renditionKey,
  resolveTransformation,
  type Transformation,
  type TransformationFault,
} from '../transform/transformation.ts';

/** What a request for a picture comes to: its stored bytes, a rendition, or the reason why neither. */
export type DeliveryPlan =
  | { readonly kind: 'stored' }
  | {
      readonly kind: 'rendition';
      readonly transformation: Transformation;
      readonly key: string;
    }
  | { readonly kind: 'refused'; readonly fault: TransformationFault };

/** Decides what delivery answers with, from valid parameters and the picture's record alone; explain-transformation asks the same. */
export function planDelivery(
  facts: PictureFacts,
  format: Format,
  parameters: Parameters,
): DeliveryPlan {
  const asked = simplifyParameters(parameters, format);
  const isPlain = format === facts.format && Object.keys(asked).length === 0;
  if (isPlain) return { kind: 'stored' };
  const transformation = resolveTransformation(facts, format, asked);
  if (isTransformationFault(transformation)) return { kind: 'refused', fault: transformation };
  return { kind: 'rendition', transformation, key: renditionKey(transformation) };
}
