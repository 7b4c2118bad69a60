import type { ConfirmedReason } from '../page/page-jobs.ts';

/** Why an image may differ from its original, by the names that `differences.tsv` uses. */
export const REASONS = {
  'apng-still':
    'An animated PNG is stored as its default image, as viewers without animation show it; the first frame is another image here.',
  'avif-alpha':
    'Chromium shows a soft alpha of AVIF wrong; the other renditions of the image have it right.',
  'avif-sequence':
    'An AVIF sequence is stored as its primary image; the first frame is another image here.',
  'beyond-bounds': 'A side has more than 16,384 pixels.',
  'damaged-codes':
    'A code of the pixels has no meaning, so the image is damaged: Chromium shows the rest, which is grey or clear in part.',
  'gradient-box':
    'The box of a turned arc is measured in another way, by which a gradient in shares of it moves.',
  'firefox-bit-alpha':
    'A GIF has an alpha of one bit, and half-clear pixels of this image are at its edge: Firefox rounds them to the other side.',
  'firefox-bmp-clear':
    'The compressed BMP leaves pixels out: Firefox shows them clear, Chromium and the service opaque.',
  'firefox-bmp-gamma':
    'The BMP states end points and a gamma: Firefox obeys them, Chromium and the service ignore them, as the reference image of its corpus does.',
  'firefox-broken-file':
    'The file breaks its specification: Firefox shows it without an error or in another way, and the service follows Chromium.',
  'firefox-drawing':
    'The browsers draw this SVG in different ways, and the service draws it as Chromium does.',
  'firefox-encoder-range':
    'The delay or the number of loops is beyond the range of the encoder, and is cut to it; Firefox reports it whole.',
  'firefox-gif-screen':
    'The first frame of the GIF is larger than its screen or beyond it: Firefox cuts the frame, Chromium and the service enlarge the screen.',
  'firefox-png-gamma':
    'The PNG has a gamma of 1: Firefox computes its dark colours with fewer digits than Chromium, whose values are those of the formula.',
  'gif-alpha': 'A GIF has an alpha of one bit, and many pixels here are near the half of it.',
  'gif-colours': 'A GIF has 256 colours, and this image has more in one square.',
  'gif-palette':
    'A GIF made of a GIF keeps its palette, which has few colours for the blends of a smaller image: a new one costs twice the bytes and CPU (decision 112).',
  'half-chroma':
    'The encoder keeps chroma at half of the size, which fine lines of saturated colours lose; the lossless renditions of the image have them right.',
  'filter-edges':
    'A filter makes the soft edge of a shape hard, and renderers cover edges by rules of their own.',
  'filter-place':
    'The renderer places a part of feImage in another way than browsers: it is refused by name.',
  'jpeg-quality':
    'The JPEG rounds its coefficients, and values below 0 and above 255 are cut: saturated chequers lose more than others.',
  'linear-mask': 'The renderer has no linear colours for masks: they are refused by name.',
  'open-filter': 'The SVG renderer draws this filter in another way than browsers: open.',
  'open-light': 'The SVG renderer lights a surface in another way than browsers: open.',
  'open-marker': 'The SVG renderer draws a marker where browsers draw none, or another one: open.',
  'open-mask': 'The mask or clip of the SVG is computed in another way than in browsers: open.',
  'open-paint':
    'A gradient, a pattern, a blend or an image of the SVG is drawn in another way than in browsers: open.',
  'open-turned-filter':
    'The SVG has a filter below a rotation or a skew, which the renderer applies in another space: open.',
  'open-value':
    'A value or a unit of the SVG, mostly one that is wrong on purpose, is read in another way than in browsers: open.',
  'profile-table':
    'The profile has tables, and decoders read between their points in different ways.',
  'shrink-on-load':
    'The decoder makes the image smaller before the filter does; only its finest lines differ.',
  'stored-as-jpeg':
    'The image is stored as JPEG, which keeps chroma at half of the size: fine lines of saturated colours lose it.',
  'svg-circular': 'A part of the SVG refers to itself, and is refused.',
  'svg-complex': 'The SVG takes more work than an image may.',
  'svg-entities': 'Elements of the SVG stand in entities, which the service does not open.',
  'svg-font-units': 'The SVG has units of fonts, and the service has no fonts.',
  'svg-outside':
    'The SVG refers to data outside of it, or to an image that is no JPEG, PNG or GIF.',
  'svg-text': 'The SVG has text, and the service has no fonts.',
  'svg-undrawn': 'The SVG uses what the service does not draw, and the refusal names it.',
  'undefined-bmp':
    'The runs of the BMP jump out of the image, and each decoder has other pixels then.',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a reason. */
export type ReasonName = keyof typeof REASONS;

/** Refusals that have these reasons, by the details of their problems. */
const REFUSALS = {
  'beyond-bounds': /^The image has [\d x]+ pixels in /,
  'svg-circular': /refers to itself/,
  'svg-complex': /^The SVG is too complex/,
  'svg-entities': /^The document type of the SVG has more than /,
  'svg-font-units': /uses the unit (r?(ex|ch|ic|cap|lh)), which cannot be drawn/,
  'svg-outside': /refers to data outside of it|^An image in the SVG is /,
  'svg-text': /^The SVG has text/,
  'svg-undrawn': /which cannot be drawn/,
} as const satisfies Readonly<Partial<Record<keyof typeof REASONS, RegExp>>>;

/** Refusals by a bound of the service, which every drawing of the kind meets. */
const BOUNDS: Readonly<Record<keyof typeof REFUSALS, boolean>> = {
  'beyond-bounds': true,
  'svg-circular': true,
  'svg-complex': true,
  'svg-entities': true,
  'svg-font-units': true,
  'svg-outside': true,
  'svg-text': true,
  'svg-undrawn': false,
};

/** Whether a refusal is by a bound: its image isn't one that the service is to take. */
export function isByBound(detail: string): boolean {
  const reason = reasonOfRefusal(detail);
  return reason !== undefined && BOUNDS[reason];
}

type Confirmable = ConfirmedReason | keyof typeof REFUSALS;

/** The reason of a refusal; undefined if its detail names none. */
export function reasonOfRefusal(detail: string): keyof typeof REFUSALS | undefined {
  const names = Object.keys(REFUSALS) as (keyof typeof REFUSALS)[];
  return names.find((name) => REFUSALS[name].test(detail));
}

const BY_DETAIL = 'The problem says so.';

/** How a run confirms a reason: each line with it is red where the run doesn't. */
export const CONFIRMATIONS: Readonly<Record<Confirmable, string>> = {
  'apng-still': 'Compared with the default image alone, nothing differs.',
  'avif-alpha': 'Of the same bytes as libheif reads them, nothing differs.',
  'avif-sequence': 'Compared with the primary image alone, nothing differs.',
  'beyond-bounds': BY_DETAIL,
  'gif-colours': 'More than 256 colours are counted, and the PNG of the image is right.',
  'gif-palette':
    'Each colour of the GIF is one of its original, resizing makes more of them, and the PNG is right.',
  'half-chroma':
    'With chroma of half the size, made larger as decoders do, the original is the same. Or the means of four by four pixels are (light for WebP), or for WebP the light of each pixel is. And the PNG is right.',
  'jpeg-quality': 'At quality 100 nothing differs, and the PNG is right.',
  'stored-as-jpeg': 'The same as of half-chroma.',
  'svg-circular': BY_DETAIL,
  'svg-complex': BY_DETAIL,
  'svg-entities': BY_DETAIL,
  'svg-font-units': BY_DETAIL,
  'svg-outside': BY_DETAIL,
  'svg-text': BY_DETAIL,
  'svg-undrawn': BY_DETAIL,
};

/** Whether a run confirms this reason. */
export const isConfirmable = (name: string): name is Confirmable =>
  Object.hasOwn(CONFIRMATIONS, name);

/** Whether it names a reason of the table. */
export const isReason = (name: string): name is ReasonName => Object.hasOwn(REASONS, name);
