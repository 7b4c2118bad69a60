import { EFFECT_WORDS } from './effects.ts';
import { FORMAT_NAMES, FORMATS } from './formats.ts';
import { PARAMETERS, type ParameterName } from './parameters.ts';
import type { ParameterWords } from './word-types.ts';

/** The default quality of each format that has one, as `jpg 76, webp 79`. */
export const DEFAULT_QUALITIES = FORMAT_NAMES.filter((name) => FORMATS[name].defaultQuality)
  .map((name) => `${name} ${FORMATS[name].defaultQuality}`)
  .join(', ');

/**
 * The words for each row of THE parameter table, in a separate file so that the edge function,
 * which uses none of them, stays small.
 */
export const PARAMETER_WORDS: { readonly [Name in ParameterName]: ParameterWords<Name> } = {
  width: {
    summary: 'Output width in pixels.',
    default: 'from height, or as stored',
    example: '400',
    contrast: ['width=20', 'width=30'],
  },
  height: {
    summary: 'Output height in pixels.',
    default: 'from width, or as stored',
    example: '300',
    contrast: ['height=20', 'height=30'],
  },
  quality: {
    summary:
      'Output quality; no effect for png and gif. auto, auto-low and auto-high choose it by the pixels, for an even score.',
    default: DEFAULT_QUALITIES,
    example: '80',
    contrast: ['quality=20', 'quality=90'],
  },
  frame: {
    summary: 'The first frame of an animation as a still image. No effect on still images.',
    default: 'all frames, if the format can',
    example: '0',
    contrast: ['', 'frame=0'],
  },
  trim: {
    summary:
      'Cuts off borders of one colour before any other step. The value is the largest difference within a border; the name alone is 10.',
    formula:
      'The border has the colour of the upper left pixel. A row or column at an edge is cut while none of its pixels differs by more than the tolerance. Compared are alpha, and red, green and blue times alpha / 255, of every frame. Of an image of one colour nothing is cut.',
    default: 'nothing is cut',
    example: '20',
    contrast: ['trim=0', 'trim=200'],
  },
  crop: {
    summary: 'Extracts this rectangle of the upright image, after trim and before any other step.',
    default: 'the whole image',
    example: '0,0,200,100',
    contrast: ['crop=0,0,40,30', 'crop=40,0,40,30'],
  },
  rotate: {
    summary: 'Rotates clockwise by this angle in degrees.',
    default: 'none',
    example: '90',
    contrast: ['rotate=90', 'rotate=270'],
  },
  flip: {
    summary: 'Mirrors vertically: swaps top and bottom.',
    example: 'true',
    contrast: ['', 'flip=true'],
  },
  flop: {
    summary: 'Mirrors horizontally: swaps left and right.',
    example: 'true',
    contrast: ['', 'flop=true'],
  },
  ratio: {
    summary:
      'Ratio of the box: gives the side that is missing. Without width and height the largest box in the image, or for contain the smallest around it. No effect if both sides are given.',
    default: 'none',
    example: '16:9',
    contrast: ['ratio=1:1', 'ratio=2:1'],
  },
  fit: {
    summary: 'How the image fits into the box of width and height, or of a ratio.',
    example: 'inside',
    contrast: ['width=30&height=40', 'width=30&height=40&fit=fill'],
  },
  position: {
    summary:
      'The part that cover keeps, or the place of the image in contain. A point such as 0.3,0.7 comes as near to the middle of the part as possible.',
    example: 'top',
    default: 'for cover, the focal point of the image; else center',
    contrast: ['width=30&height=40&position=left', 'width=30&height=40&position=right'],
  },
  dpr: {
    summary: 'Device pixel ratio: multiplies width and height.',
    example: '2',
    contrast: ['width=20', 'width=20&dpr=2'],
  },
  enlarge: {
    summary: 'Allows a result larger than the original.',
    example: 'true',
    contrast: ['width=120', 'width=120&enlarge=true'],
  },
  ...EFFECT_WORDS,
  pad: {
    summary:
      'Adds margins around the result, in pixels times dpr: one width, or top, right, bottom and left. They show the background.',
    example: '20',
    contrast: ['pad=4', 'pad=0,9,2,0'],
  },
  border: {
    summary:
      'Paints a border on the edges of the result, this many pixels wide, times dpr. It follows radius and mask, and changes no size. Black unless a colour follows.',
    formula:
      'Above a pixel lies the colour, with the opacity `1 - s` times its own. `s` is 1 in the outline of the result, made smaller by the width on each side, and else 0. In round corners it is `min(1, max(0, r - width + 0.5 - d))`, with `r` and `d` as for `radius`.',
    default: 'none',
    example: '4,ff8800',
    contrast: ['border=2', 'border=5,808080'],
  },
  radius: {
    summary:
      'Rounds the corners by this radius in pixels, times dpr; at most half of the shorter side.',
    formula:
      "In a corner's square of side r, alpha is multiplied by `min(1, max(0, r + 0.5 - d))`. `d` is the distance from the pixel's centre to the centre of the circle.",

    example: '12',
    contrast: ['radius=6', 'radius=20'],
  },
  mask: {
    summary: 'Leaves the largest circle in the middle of the result; radius has no effect then.',
    formula: 'As `radius`, for one circle in the middle whose radius is half of the shorter side.',
    default: 'none',
    example: 'circle',
    contrast: ['', 'mask=circle'],
  },
  background: {
    summary: 'Colour of the margins that contain and pad add, and behind transparent pixels.',
    default: 'transparent, white in jpg',
    example: 'ff8800',
    contrast: ['background=ff8800', 'background=0088ff'],
  },
  gamut: {
    summary:
      'Keeps colours beyond sRGB: an image that has them is answered in Display P3, with its profile of 480 bytes. No effect on other images, animations, gray results and gif.',
    default: 'sRGB',
    example: 'keep',
    contrast: ['', 'gamut=keep'],
  },
  hdr: {
    summary:
      'Keeps the gain map of a photograph, by which screens of high dynamic range show its lights. In jpg alone. It is left out beside overlay, border, radius, mask, a position by the pixels, and effects other than sharpen. false overrides the setting of the project.',
    default: 'the setting of the project, else false',
    example: 'true',
    contrast: ['', 'hdr=true'],
  },
  overlay: {
    summary:
      'Draws another image of the project over the result, after all other steps; each frame of an animation has it.',
    default: 'none',
    formula:
      '`(s * over + u * under) / (s + u)`, and alpha `s + u`. `s` is the alpha of the overlay times its opacity, and `u` the alpha below times `1 - s`.',
    example: 'img_mzxw6ytboi2dkmrvgezdgnbvgy',
    contrast: ['', 'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy'],
  },
  'overlay-text': {
    summary:
      'Draws a text of 1 to 100 characters in place of an image, in DejaVu Sans. A line break in it begins a new line. Characters that the font lacks are refused.',
    default: 'none',
    example: 'Ana',
    contrast: ['overlay-text=Ana', 'overlay-text=Eva'],
  },
  'overlay-align': {
    summary: 'Side at which the lines of a text begin or end.',
    default: 'the side of overlay-position',
    example: 'center',
    contrast: [
      'overlay-text=Ana%0AEva&overlay-align=left',
      'overlay-text=Ana%0AEva&overlay-align=right',
    ],
  },
  'overlay-font-size': {
    summary:
      'Font size of the text in per cent of the width of the part that shows the image. Lines then break within overlay-width, and the box is as wide as its longest line.',
    default: 'as overlay-width needs, without breaking lines',
    example: '6',
    contrast: ['overlay-text=Ana&overlay-font-size=5', 'overlay-text=Ana&overlay-font-size=6.5'],
  },
  'overlay-line-height': {
    summary: 'From one line of the text to the next, in font sizes.',
    example: '1.5',
    contrast: [
      'overlay-text=Ana%0AEva&overlay-line-height=1',
      'overlay-text=Ana%0AEva&overlay-line-height=2',
    ],
  },
  'overlay-color': {
    summary: 'Colour of the text.',
    example: 'ff8800',
    contrast: ['overlay-text=Ana&overlay-color=ff8800', 'overlay-text=Ana&overlay-color=0088ff'],
  },
  'overlay-position': {
    summary:
      'Place of the overlay in the part of the result that shows the image. A point such as 0.95,0.95 divides the free space in its proportions.',
    example: 'top-left',
    contrast: [
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-position=top-left',
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-position=bottom-right',
    ],
  },
  'overlay-width': {
    summary:
      "Width of the overlay in per cent of that part's width; less where it would be too high.",
    example: '40',
    contrast: [
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-width=20',
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-width=60',
    ],
  },
  'overlay-opacity': {
    summary: 'Opacity of the overlay in per cent, times its own alpha.',
    example: '50',
    contrast: [
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-opacity=30',
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-opacity=90',
    ],
  },
  'overlay-tile': {
    summary: 'Covers the whole result with copies of the overlay.',
    default: 'one copy',
    example: '1',
    contrast: [
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy',
      'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-tile=1',
    ],
  },
  preset: {
    summary: 'Name of a preset of the project; replaces all other transformation parameters.',
    default: 'none',
    example: 'card',
  },
  download: {
    summary: 'Has browsers save the image under the file name of its URL, or under its ID.',
    default: 'shown',
    example: '1',
  },
  fallback: {
    summary:
      'ID of an image of the same project that is served where the requested one is missing, with the same parameters.',
    default: 'the fallback image of the project, if it has one',
    example: 'img_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  },
  expires: {
    summary: 'Time at which a signed URL expires; requires signature.',
    default: 'never',
    example: '1798761600',
  },
  signature: {
    summary: 'HMAC-SHA256 of the canonical URL with a signing secret of the project.',
    default: 'none',
    example: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
};

/** The value of an absent parameter, in the documentation. */
export function defaultOf(name: ParameterName): string {
  const { whenAbsent } = PARAMETERS[name];
  return PARAMETER_WORDS[name].default ?? String(whenAbsent);
}
