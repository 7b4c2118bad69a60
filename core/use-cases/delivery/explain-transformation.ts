import type { InputOf } from '../../api/call-types.ts';
import type { Explanation } from '../../api/calls/images.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { PROBLEMS } from '../../foundation/problems.ts';
import { cutText } from '../../foundation/reported-text.ts';
import { explainPathFault } from '../../images/explain-path-fault.ts';
import type { ImageId } from '../../images/ids.ts';
import { type Image, isPrivate } from '../../images/image-states.ts';
import { imagePath, parseImagePath } from '../../images/image-url.ts';
import { RENDITION_VERSION } from '../../images/object-keys.ts';
import { splitPrivatePath } from '../../images/private/private-path.ts';
import type { Services } from '../../ports/services.ts';
import { applyProjectRules } from '../../projects/apply-project-rules.ts';
import { freeMonth } from '../../projects/counted-month.ts';
import { monthOf } from '../../projects/plans.ts';
import { AUTO_FORMATS } from '../../transform/accepted-formats.ts';
import { FORMAT_NAMES, type OutputFormat } from '../../transform/formats.ts';
import { HAS_GAIN_MAP, stepsWithoutGainMap } from '../../transform/gain-map.ts';
import { ignoredParameters } from '../../transform/ignored-parameters.ts';
import type { Parameters, ParameterValue } from '../../transform/parameters.ts';
import { type ParsedQuery, parseQuery, queryOf } from '../../transform/query.ts';
import { pairsOfQueryText } from '../../transform/query-text.ts';
import { outputSize } from '../../transform/transformation.ts';
import type { Caller } from '../access/authenticate.ts';
import { findImage } from '../images/find-image.ts';
import { findOverlays } from './find-overlays.ts';
import {
  type DeliveryPlan,
  type DrawnOverlays,
  planAuto,
  planDelivery,
  type ServablePlan,
} from './plan-delivery.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'renditions'>;
type PlannedImage = Image & DrawnOverlays;
type Read = Pick<Explanation, 'imageId' | 'parameters' | 'ignored' | 'didYouMean'>;

/** A format, and parameters under the rules of the project. */
interface Asked {
  readonly format: OutputFormat;
  readonly parameters: Parameters;
}

const NOTHING: Omit<Explanation, keyof Read | 'errors'> = {
  withoutEffect: [],
  output: null,
  renditionKey: null,
  stored: false,
  transformations: 0,
  price: null,
};

/** As plain values: a rectangle is its text. */
function valuesOf(parameters: Parameters): Explanation['parameters'] {
  const pairs = queryOf(parameters).map(([name, text]) => {
    const value = parameters[name] as ParameterValue;
    return [name, typeof value === 'object' ? text : value];
  });
  return Object.fromEntries(pairs);
}

function faultsOf({ errors }: ParsedQuery): Explanation['errors'] {
  return errors.map(({ parameter, detail }) => ({ parameter, code: 'invalid_parameter', detail }));
}

/**
 * Each name once, in the order of the request: as many as a response lists, long ones shortened.
 */
function namesToTell(names: readonly string[]): string[] {
  const reported = [...new Set(names)].slice(0, LIMITS.maxReportedFaults);
  return reported.map((name) => cutText(name, LIMITS.maxReportedNameLength));
}

/** Those that may stand for a known parameter, as the header of an image has them. */
function nearestOf(names: readonly string[]): Explanation['didYouMean'] {
  return ignoredParameters(names).flatMap(({ name, nearest }) =>
    nearest === undefined ? [] : [{ ignored: name, nearest }],
  );
}

/** Whether the rendition exists, and the units that making it would count. */
async function costOf(
  { clock, renditions }: Needs,
  { imageId, generation }: Image,
  key: string,
): Promise<Pick<Explanation, 'stored' | 'transformations'>> {
  const known = await renditions.peek(imageId, key);
  if (known?.isReady && known.version === RENDITION_VERSION && known.generation === generation) {
    return { stored: true, transformations: 0 };
  }
  const claim = { version: RENDITION_VERSION, month: monthOf(clock()) };
  const isFree = known !== undefined && freeMonth(known, claim) !== undefined;
  return { stored: false, transformations: isFree ? 0 : 1 };
}

/**
 * The reason why the image can't be served, whatever the parameters; undefined if there is none.
 */
function findObstacle(
  { project }: Caller,
  { takenDown }: Image,
): Explanation['errors'] | undefined {
  const code = project.suspension ? 'project_suspended' : takenDown && 'image_not_found';
  const { reason: detail } = project.suspension ?? takenDown ?? {};
  return code && detail ? [{ parameter: null, code, detail }] : undefined;
}

/** For `auto` the best possible format, for a client that accepts every format. */
function planFor(image: PlannedImage, { format, parameters }: Asked): DeliveryPlan {
  if (format !== 'auto') return planDelivery(image, format, parameters);
  const [best] = planAuto(image, AUTO_FORMATS, parameters);
  return best as DeliveryPlan;
}

function priceOf(milliseconds: number): Explanation['price'] {
  return { milliseconds, maxMilliseconds: LIMITS.maxRenditionPriceMs };
}

/** The reasons why a wish for a gain map has no effect; none where it has one. */
function explainHdr(
  image: PlannedImage,
  plan: ServablePlan,
  { format, parameters }: Asked,
): Explanation['withoutEffect'] {
  if (parameters.hdr !== true) return [];
  const because = (code: string, detail: string) => ({ parameter: 'hdr', code, detail });
  if (!image.hasGainMap) return [because('no_gain_map', 'The image has no gain map.')];
  if (plan.kind === 'stored' || plan.transformation.hasGainMap) return [];
  const { transformation } = plan;
  const steps = stepsWithoutGainMap(transformation, parameters, image);
  const named = steps.map((step) => `\`${step}\``).join(', ');
  const ofSteps = because('steps_without_gain_map', `The gain map is left out beside ${named}.`);
  const holders = FORMAT_NAMES.filter((name) => HAS_GAIN_MAP[name]).join(', ');
  const detail = `A rendition in ${transformation.format} has no gain map; ${holders} has.`;
  // auto takes a format that has it, unless a step leaves it out
  const isOfFormat = !HAS_GAIN_MAP[transformation.format] && (format !== 'auto' || !steps.length);
  const ofFormat = because('format_without_gain_map', detail);
  return [...(isOfFormat ? [ofFormat] : []), ...(steps.length > 0 ? [ofSteps] : [])];
}

async function explainPlan(
  services: Needs,
  image: PlannedImage,
  asked: Asked,
  read: Read,
): Promise<Explanation> {
  const plan = planFor(image, asked);
  if (plan.kind === 'refused') {
    const price = plan.price === undefined ? null : priceOf(plan.price);
    return { ...read, ...NOTHING, errors: [{ parameter: null, ...plan.fault }], price };
  }
  const withoutEffect = explainHdr(image, plan, asked);
  if (plan.kind === 'stored') {
    const { format, width, height } = image;
    const output = { format, width, height };
    return { ...read, ...NOTHING, errors: [], withoutEffect, output, stored: true };
  }
  const { format } = plan.transformation;
  const cost = await costOf(services, image, plan.key);
  const output = { format, ...outputSize(plan.transformation) };
  const price = priceOf(plan.price);
  return { ...read, errors: [], withoutEffect, output, renditionKey: plan.key, ...cost, price };
}

/**
 * The response that delivery would give to a URL, without rendering. It parses, applies the
 * project's rules and plans with the same functions, and ignores the signature. Throws
 * image_not_found (calls.explain-transformation).
 */
export async function explainTransformation(
  services: Needs,
  caller: Caller,
  { address: { id, path, query } }: InputOf<'explainTransformation'>,
): Promise<Explanation> {
  const image = await findImage(services, caller, id as ImageId);
  const publicPath = path && (splitPrivatePath(path)?.publicPath ?? path);
  const requested = parseImagePath(publicPath ?? imagePath(id, image.format));
  const parsed = parseQuery(pairsOfQueryText(query));
  const ignored = namesToTell(parsed.ignored);
  const read: Read = {
    imageId: id,
    parameters: valuesOf(parsed.parameters),
    ignored,
    didYouMean: nearestOf(ignored),
  };
  if (requested.fault !== undefined) {
    const cure = explainPathFault(path ?? '', requested.fault);
    const detail = cure ?? PROBLEMS[requested.fault].title;
    const fault = { parameter: null, code: requested.fault, detail };
    return { ...read, ...NOTHING, errors: [fault, ...faultsOf(parsed)] };
  }
  if (parsed.errors.length > 0) return { ...read, ...NOTHING, errors: faultsOf(parsed) };
  const obstacle = findObstacle(caller, image);
  if (obstacle) return { ...read, ...NOTHING, errors: obstacle };
  const ruled = applyProjectRules(parsed.parameters, requested.format, caller.project.settings);
  if (ruled.fault) return { ...read, ...NOTHING, errors: [{ parameter: null, ...ruled.fault }] };
  const { watermark } = caller.project.settings;
  const mayShowPrivate = isPrivate(image);
  const rule = { projectId: image.projectId, watermark, mayShowPrivate };
  const planned = { ...image, ...(await findOverlays(services, rule, ruled.parameters.overlay)) };
  const asked = { format: requested.format, parameters: ruled.parameters };
  return explainPlan(services, planned, asked, read);
}
