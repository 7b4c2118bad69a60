import { LIMITS } from '../../foundation/limits.ts';
import type { Image, ImageFacts } from '../../images/image-states.ts';
import type { AutoFormat } from '../../transform/accepted-formats.ts';
import { mayBeWide } from '../../transform/colour-profiles.ts';
import { FORMAT_NAMES, FORMATS, type Format } from '../../transform/formats.ts';
import { HAS_GAIN_MAP, mayHaveGainMap } from '../../transform/gain-map.ts';
import type { DrawableOverlays } from '../../transform/overlay.ts';
import type { Parameters } from '../../transform/parameters.ts';
import { boundPrice } from '../../transform/price/bound-price.ts';
import { simplifyParameters } from '../../transform/query.ts';
import {
  isTransformationFault,
  outputSize,
  renditionKey,
  resolveTransformation,
  type Transformation,
} from '../../transform/transformation.ts';
import type { TransformationFault } from '../../transform/transformation-faults.ts';

/**
 * The result of a request for an image: its stored bytes, a rendition, or the reason why neither.
 */
export type DeliveryPlan =
  | { readonly kind: 'stored'; readonly format: Format }
  | {
      readonly kind: 'rendition';
      readonly format: Format;
      /** The parameters that have an effect. */
      readonly parameters: Parameters;
      readonly transformation: Transformation;
      readonly key: string;
      /** CPU milliseconds at the most (security.bounded-price). */
      readonly price: number;
      /** It costs no unit of quota. */
      readonly isFree?: true;
    }
  | {
      readonly kind: 'refused';
      readonly fault: TransformationFault;
      /** Undefined if it isn't refused for its price. */
      readonly price: number | undefined;
    };

export type ServablePlan = Exclude<DeliveryPlan, { readonly kind: 'refused' }>;

/** The overlays of a request and of its project's rule; null for none. */
export type DrawnOverlays = Required<DrawableOverlays>;

/** An image's facts, and its own point, which a temporary image never has. */
export type KnownFacts = ImageFacts & Pick<Image, 'focalPoint' | 'hasWideGamut'>;

/** The same with the overlays: a plan without the project's rule doesn't compile. */
export type PlannedFacts = KnownFacts & DrawnOverlays;

/**
 * The parameters without those whose effect the edge can't know: frames, colours and the gain map
 * decide it. `hdr=false` has overridden the project's setting by now.
 */
function withEffect(
  { frames, hasWideGamut, hasGainMap }: PlannedFacts,
  format: Format,
  { frame, gamut, hdr, ...others }: Parameters,
): Parameters {
  const ofFrame = frame === undefined || frames === 1 ? {} : { frame };
  const ofGamut = gamut === undefined || !mayBeWide(hasWideGamut, format) ? {} : { gamut };
  const ofMap = hdr && mayHaveGainMap(hasGainMap, format) ? { hdr } : {};
  return { ...others, ...ofFrame, ...ofGamut, ...ofMap };
}

/**
 * Decides the response of delivery from valid parameters and the image's record only;
 * explain-transformation uses it too.
 */
export function planDelivery(
  facts: PlannedFacts,
  format: Format,
  parameters: Parameters,
): DeliveryPlan {
  const requested = withEffect(facts, format, simplifyParameters(parameters, format));
  // the stored image has its own colours, and its map
  const { gamut: _, hdr: __, ...others } = requested;
  const isAsStored = format === facts.format && Object.keys(others).length === 0;
  const isPlain = isAsStored && facts.watermark === null;
  if (isPlain) return { kind: 'stored', format };
  const resolved = resolveTransformation(facts, format, requested);
  if (isTransformationFault(resolved))
    return { kind: 'refused', fault: resolved, price: undefined };
  const { price, ...bounded } = boundPrice(facts, resolved);
  const { milliseconds } = price;
  if ('fault' in bounded) return { kind: 'refused', fault: bounded.fault, price: milliseconds };
  const { requested: transformation } = bounded;
  const key = renditionKey(transformation);
  return {
    kind: 'rendition',
    format,
    parameters: requested,
    transformation,
    key,
    price: milliseconds,
  };
}

export type RenditionPlan = Extract<DeliveryPlan, { readonly kind: 'rendition' }>;

/**
 * Whether rendering would make the client wait: of the formats that `auto` picks, a large AVIF does
 * (docs/decisions/0008).
 */
export function isSlowlyMade(plan: ServablePlan): plan is RenditionPlan {
  if (plan.kind === 'stored' || !FORMATS[plan.format].isSlow) return false;
  const { width, height } = outputSize(plan.transformation);
  return width * height > LIMITS.maxQuickAvifPixels;
}

/** The results with the gain map of an image; none where it isn't kept (transformations.hdr). */
function plansWithMap(facts: PlannedFacts, parameters: Parameters): readonly DeliveryPlan[] {
  if (!facts.hasGainMap || parameters.hdr !== true) return [];
  const formats = FORMAT_NAMES.filter((name) => HAS_GAIN_MAP[name]);
  const plans = formats.map((format) => planDelivery(facts, format, parameters));
  return plans.filter(
    (plan) =>
      plan.kind === 'stored' || (plan.kind === 'rendition' && plan.transformation.hasGainMap),
  );
}

/**
 * The possible results of `auto`, best first: the formats that Accept names, then the image's own.
 * It leaves out formats that can't hold the result, and AVIF for an animation unless one frame is
 * requested, because AVIF would keep one. So it is with a gain map that is kept: JPEG alone holds
 * it. If no format is possible, it answers the reason.
 */
export function planAuto(
  facts: PlannedFacts,
  accepted: readonly AutoFormat[],
  parameters: Parameters,
): readonly DeliveryPlan[] {
  const withMap = plansWithMap(facts, parameters);
  if (withMap.length > 0) return withMap;
  const isStill = facts.frames === 1 || parameters.frame !== undefined;
  const named = accepted.filter((name) => isStill || FORMATS[name].hasAnimation);
  const plans = [...new Set<Format>([...named, facts.format])].map((format) =>
    planDelivery(facts, format, parameters),
  );
  const possible = plans.filter(({ kind }) => kind !== 'refused');
  return possible.length > 0 ? possible : plans.slice(-1);
}
