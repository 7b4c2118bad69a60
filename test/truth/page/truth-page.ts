import { comparePixels } from '../pixels/compare-pixels.ts';
import {
  cropPixels,
  flatten,
  type Pixels,
  premultiply,
  type Region,
  withBitAlpha,
} from '../pixels/pixels.ts';
import { resizePixels } from '../pixels/resize-pixels.ts';
import { confirmReason } from './confirm-reason.ts';
import { type Animation, openAnimation } from './frames.ts';
import type { Delivered, Finding, Job, Sent, Shown, TruthPage } from './page-jobs.ts';

declare global {
  interface Window {
    truth: TruthPage;
  }
}

/** Frames of an animation that are compared, spread over its time. */
const SAMPLED_FRAMES = 4;
/** A GIF counts hundredths of a second: each of its delays may be this far off. */
const DELAY_MS = 10;

/** Undefined: the browser shows nothing of it. */
async function load({ url }: Sent): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  const isLoaded = await new Promise<boolean>((done) => {
    image.onload = () => done(true);
    image.onerror = () => done(false);
    image.src = url;
  });
  return isLoaded && image.naturalWidth > 0 && image.naturalHeight > 0 ? image : undefined;
}

async function decode({ url }: Sent): Promise<void> {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  bitmap.close();
}

async function show(sent: Sent): Promise<Shown | undefined> {
  const image = await load(sent);
  if (!image) return undefined;
  // the element shows a broken AVIF as a clear one; a bitmap of its bytes is refused
  const isDrawing = sent.type === 'image/svg+xml';
  const isWhole = await Promise.all([image.decode(), isDrawing ? undefined : decode(sent)]).then(
    () => true,
    () => false,
  );
  return { width: image.naturalWidth, height: image.naturalHeight, isWhole };
}

function draw(image: HTMLImageElement, width: number, height: number): Pixels {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, width, height);
  return premultiply(width, height, context.getImageData(0, 0, width, height).data);
}

/** The pixels of the original, and its parts at the sizes of the renditions so far. */
interface Reference {
  readonly pixels: Pixels;
  readonly isGif: boolean;
  readonly sized: Map<string, Pixels>;
}

const referenceOf = (pixels: Pixels, isGif: boolean): Reference => {
  return { pixels, isGif, sized: new Map() };
};

/** Renditions share their pixels before alpha and background. */
function sizedOnce(
  { pixels, sized }: Reference,
  region: Region | undefined,
  width: number,
  height: number,
): Pixels {
  const key = JSON.stringify([region, width, height]);
  const known = sized.get(key);
  if (known) return known;
  const fresh = resizePixels(region ? cropPixels(pixels, region) : pixels, width, height);
  sized.set(key, fresh);
  return fresh;
}

/** The pixels that the delivered image should have, at its own size. */
function expectedOf(
  original: Reference,
  { region, background, hasBitAlpha }: Delivered,
  width: number,
  height: number,
): Pixels {
  const sized = sizedOnce(original, region, width, height);
  if (hasBitAlpha) return withBitAlpha(sized);
  return background ? flatten(sized, background) : sized;
}

function compareSizes(
  { naturalWidth, naturalHeight }: HTMLImageElement,
  { name, size }: Delivered,
): Finding[] {
  if (!size) return [];
  const isNear =
    Math.abs(naturalWidth - size.width) <= 1 && Math.abs(naturalHeight - size.height) <= 1;
  const detail = `${naturalWidth} x ${naturalHeight}, not ${size.width} x ${size.height}`;
  return isNear ? [] : [{ what: `${name} size`, detail }];
}

function compareNamed(original: Reference, delivered: Delivered, found: Pixels): Finding[] {
  const expected = expectedOf(original, delivered, found.width, found.height);
  const differences = comparePixels(expected, found, delivered.bound);
  if (differences.length === 0) return [];
  const gif = original.isGif ? original.pixels : undefined;
  const confirmed = confirmReason(delivered, expected, found, gif);
  return differences.map(({ aspect, detail }) => {
    const finding = { what: `${delivered.name} ${aspect}`, detail };
    return confirmed && aspect === 'colour' ? { ...finding, confirmed } : finding;
  });
}

async function compareStill(original: Reference, delivered: Delivered): Promise<Finding[]> {
  const image = await load(delivered);
  if (!image) return [{ what: `${delivered.name} not shown`, detail: delivered.type }];
  const wrong = compareSizes(image, delivered);
  if (wrong.length > 0) return wrong;
  const { naturalWidth: width, naturalHeight: height } = image;
  return compareNamed(original, delivered, draw(image, width, height));
}

function compareTimes(name: string, one: Animation, other: Animation): Finding[] {
  const [expected, found] = [one.ends.at(-1) ?? 0, other.ends.at(-1) ?? 0];
  const allowed = DELAY_MS * Math.max(one.ends.length, other.ends.length);
  const findings: Finding[] = [];
  if (Math.abs(expected - found) > allowed) {
    findings.push({ what: `${name} times`, detail: `${found} ms, not ${expected} ms` });
  }
  if (one.loops !== other.loops) {
    findings.push({ what: `${name} loops`, detail: `${other.loops}, not ${one.loops}` });
  }
  return findings;
}

async function compareFrames(
  one: Animation,
  delivered: Delivered,
  isGif: boolean,
): Promise<Finding[]> {
  const { name } = delivered;
  const other = await openAnimation(delivered);
  if (!other) return [{ what: `${name} frames`, detail: `1, not ${one.ends.length}` }];
  try {
    const findings = compareTimes(name, one, other);
    const step = Math.max(1, Math.floor(one.ends.length / SAMPLED_FRAMES));
    for (let frame = 0; frame < one.ends.length && findings.length === 0; frame += step) {
      const middle = ((one.ends[frame - 1] ?? 0) + (one.ends[frame] ?? 0)) / 2;
      const [before, after] = [await one.pixelsAt(middle), await other.pixelsAt(middle)];
      const found = compareNamed(referenceOf(before, isGif), delivered, after);
      findings.push(
        ...found.map(({ what, detail, ...rest }) => {
          return { what: `${what} of a frame`, detail: `frame ${frame}: ${detail}`, ...rest };
        }),
      );
    }
    return findings;
  } finally {
    other.close();
  }
}

/** Chroma explains no difference that the lossless rendition of the image has too. */
const isLosslessRight = (findings: readonly Finding[]) =>
  !findings.some(({ what }) => what.startsWith('.png '));

const isLossy = ({ confirmed }: Finding) =>
  confirmed === 'half-chroma' || confirmed === 'gif-colours' || confirmed === 'gif-palette';

function withoutLossy(finding: Finding): Finding {
  const { confirmed, ...rest } = finding;
  return isLossy(finding) ? rest : finding;
}

async function compare({ original, base, delivered }: Job): Promise<readonly Finding[]> {
  const image = await load(original);
  if (!image) return [];
  const isGif = original.type === 'image/gif';
  const pixels = referenceOf(draw(image, base.width, base.height), isGif);
  const animation = delivered.some(({ isAnimated }) => isAnimated)
    ? await openAnimation(original)
    : undefined;
  const findings: Finding[] = [];
  try {
    for (const one of delivered) {
      const found = await compareStill(pixels, one);
      const isMoving = one.isAnimated && animation && found.length === 0;
      findings.push(...found, ...(isMoving ? await compareFrames(animation, one, isGif) : []));
    }
  } finally {
    animation?.close();
  }
  return isLosslessRight(findings) ? findings : findings.map(withoutLossy);
}

window.truth = { show, compare };
