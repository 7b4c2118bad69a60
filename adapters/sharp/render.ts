import type { Sharp, WebpOptions } from 'sharp';
import { buildCreditPacket } from '../../core/codecs/credit/build-credit-packet.ts';
import type { Credit } from '../../core/codecs/credit/credit.ts';
import { insertCredit } from '../../core/codecs/credit/insert-credit.ts';
import { detectFormat } from '../../core/codecs/detect-format.ts';
import { UnfitContentError } from '../../core/ports/images/image-engine.ts';
import {
  isTransformationFault,
  resolveTrimmed,
  type Transformation,
  type Trim,
} from '../../core/transform/transformation.ts';
import { hasChoiceOfChroma, measureChromaLoss } from './choose-chroma.ts';
import { stateDisplayP3, withColoursInDisplayP3 } from './colour/display-p3.ts';
import { encode, type OriginalTraits } from './encode.ts';
import { findContent } from './find-content.ts';
import { addGainMap } from './hdr/render-gain-map.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openFile, openServedImage, type ServedImage } from './open-served-image.ts';
import { type Layer, type MeasureText, readLayers } from './paint-overlay.ts';
import { openPixels } from './pixels.ts';
import { hasChoiceOfQuality, withQuality } from './quality/choose-quality.ts';
import { refuseDear } from './refuse-dear.ts';
import { renderAnimation } from './render-animation.ts';
import { readResult, runSteps } from './run-steps.ts';
import { mayShrinkFast, openInDisplayP3, openShrunk } from './shrink-on-load.ts';

function hasTraits({ format }: Transformation): boolean {
  return format === 'png' || format === 'gif';
}

/** The first frame of an original in the colours of its result. */
async function openStill(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
): Promise<ServedImage> {
  if (requested.isDisplayP3) return openInDisplayP3(sharp, original, requested);
  const served = await openServedImage(sharp, original, false);
  return openShrunk(sharp, served, original, requested);
}

async function renderStill(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
  layers: readonly Layer[],
): Promise<Sharp> {
  const opened = await openStill(sharp, original, requested);
  // only PNG's encoder needs the encoding of the original, and GIF's its delay
  const traits: OriginalTraits = hasTraits(requested)
    ? await openFile(sharp, original, false).metadata()
    : {};
  const { isDisplayP3 } = requested;
  const result = await runSteps(opened, requested, {
    sharp,
    fastShrinkOnLoad: mayShrinkFast(original, requested),
    orient: (image) => image.autoOrient(),
    layers,
  });
  const isRead = hasChoiceOfChroma(requested) || hasChoiceOfQuality(requested);
  if (!isRead && !isDisplayP3) {
    return encode(result, withQuality(requested, undefined), traits);
  }
  const pixels = await readResult(sharp, result, requested);
  const chromaLoss = measureChromaLoss(pixels);
  const encodable = withQuality(requested, pixels, chromaLoss);
  const image = isDisplayP3 ? stateDisplayP3(sharp, pixels) : openPixels(sharp, pixels);
  return encode(image, encodable, { ...traits, chromaLoss });
}

/** The transformation of the content, whose borders are to be trimmed. */
async function resolveContent(
  sharp: SharpModule,
  original: Uint8Array,
  trim: Trim,
  { format, isFastEncoded }: Transformation,
): Promise<Transformation> {
  const content = await findContent(sharp, original, trim.tolerance);
  const result = resolveTrimmed(trim, format, content);
  if (isTransformationFault(result)) throw new UnfitContentError(result);
  return { ...result, isFastEncoded };
}

/**
 * The colours of a drawing are fewer than a lossy encoder assumes. An animation chooses frame by
 * frame, at the time of both encoders together (docs/decisions/0057).
 */
function exactly({ isAnimated }: Transformation): WebpOptions {
  return isAnimated ? { mixed: true } : { lossless: true };
}

/**
 * The result with its credit as an item of its file. Of the other formats the written file gets it:
 * the encoder of PNG would compress it, where readers look for plain text.
 */
function withCreditItem(image: Sharp, { format }: Transformation, credit: Credit | null): Sharp {
  return credit && format === 'avif' ? image.withXmp(buildCreditPacket(credit)) : image;
}

function shorter(a: Uint8Array, b: Uint8Array): Uint8Array {
  return b.length < a.length ? b : a;
}

/** The stored files of a rendition, and the credit that is written into it. */
export interface Rendered {
  readonly original: Uint8Array;
  /** The originals of the images among its overlays, in their order. */
  readonly overlays: readonly Uint8Array[];
  readonly credit: Credit | null;
}

/**
 * The rendition's bytes, by the steps and in the order of STEPS. Rejects with sharp's own errors,
 * or an UnfitContentError. A WebP that is larger than its GIF is encoded a second time.
 */
export async function render(
  sharp: SharpModule,
  measureText: MeasureText,
  requested: Transformation,
  { original, overlays, credit }: Rendered,
): Promise<Uint8Array> {
  const { trim, isDisplayP3 } = requested;
  const content = trim ? await resolveContent(sharp, original, trim, requested) : requested;
  await refuseDear(sharp, original, { ...content, trim }, overlays);
  const resolved = isDisplayP3 ? withColoursInDisplayP3(content) : content;
  const layers = await readLayers({ sharp, measureText, isDisplayP3 }, resolved.overlays, overlays);
  const draw = resolved.isAnimated ? renderAnimation : renderStill;
  const make = async () => draw(sharp, original, resolved, layers);
  const bytes = await withCreditItem(await make(), resolved, credit).toBuffer();
  if (resolved.hasGainMap) {
    return addGainMap(sharp, { original, moves: resolved, rendition: bytes, credit });
  }
  const isLarger = bytes.length > original.length && !resolved.isFastEncoded;
  if (!isLarger || resolved.format !== 'webp' || detectFormat(original) !== 'gif') {
    return insertCredit(bytes, credit);
  }
  const exact = (await make()).webp(exactly(resolved));
  return insertCredit(shorter(bytes, await exact.toBuffer()), credit);
}
