import type { OutputFormat } from '../../client/src/generated/transformation.ts';
import type { Draft } from './draft.ts';

/** Reasons that several services share. */
export const REASONS = {
  quality: 'Encoders differ; the same number gives another quality and size.',
  autoQuality: 'The quality is chosen by the pixels in another way, with another aim.',
  auto: 'The format is chosen by the Accept header with other preferences.',
  attention: 'Another algorithm finds the part to keep.',
  turnedFirst: 'The image is rotated before it is resized, not after.',
  metadata: 'Uploads are cleaned: no metadata is stored.',
  blurScale: 'The scale of the strength has no published relation to a sigma in pixels.',
  layers: 'Only one image or one text can lie over an image, and nothing below it.',
  oneOverlay: 'An address has one overlay: an image or a text.',
  overlaySize: 'The overlay has its own size in pixels; here it has a share of the width, 25 %.',
  overlayPixels: 'The size of the overlay is in pixels, and the address has no width of the image.',
  overlayHeight: 'An overlay has a width, and no height.',
  overlayStored: 'The overlay is stored in the settings of the old service, not in the address.',
  overlayShape: 'An overlay is drawn as it is stored: not cut, turned or coloured.',
  wholePercent: 'The width of an overlay is whole per cent of the image.',
  font: 'The font is DejaVu Sans in one weight. Letters have another form and width, and no style.',
  textSize: 'The size of letters is in pixels, and the address has no width of the image.',
  textLetters: 'The width of these letters is not known here.',
  textWidest: 'A text is as wide as the image at most.',
  textLine: 'A text has no outlines, shadows, spacing and clipping.',
  textFont: 'A font has 0.5 to 100 per cent of the width.',
  textOffset: 'A text is placed without offsets in pixels; its margin is a quarter of its size.',
  overlayOffset: 'An overlay lies at an edge, in a corner or in the middle, without an offset.',
  colours: 'Its formula or its scale is not the one of our parameter of colour.',
  noColours: 'There is no such effect on colours.',
  tint: 'The shades of the colour are computed in another way.',
  squares: 'The colours of the squares are computed in another way.',
  squareSide: 'It must be a side of 2 to 1000 pixels.',
  firstFrame: 'Only the first frame of an animation can be a still image.',
  circle: 'Only the circle of a square, or one radius of all corners, has an equal.',
  fileName: 'The name of the saved file is the one in the path; add it to the new address.',
  detection: 'There is no detection of faces or objects.',
  generative: 'There is no generative editing.',
  video: 'There is no video, audio or document.',
  encoder: 'The encoder has fixed settings.',
  trim: 'The colour of the border and the tolerance are found in another way.',
  trimOptions: 'Borders are found by the upper left pixel and one tolerance.',
  frame: 'Borders and margins have one colour; corners and masks have other forms.',
  border: 'It lies within the edges, and its corners are smoothed by another formula.',
  pad: 'The margins are added to the size of the image.',
  headers: 'The response headers are fixed.',
  limits: 'Sides have no minimum and maximum.',
  factor: 'A side has no factor beside dpr.',
  behind: 'The background is behind transparent parts of the image too.',
  margins: 'The margins have one colour.',
  colour: 'The colour must be in hex digits or a basic CSS name.',
  degrees: 'It must be a number of degrees.',
  quarterTurns: 'rotate must be 90, 180 or 270.',
  keepsRatio: 'An image smaller than the box keeps the ratio of the box.',
  kernels: 'There are no kernels.',
  svg: 'There are no images of SVG.',
  missing: 'A missing image is always 404.',
  defaultQuality: 'The default quality of the format is used.',
  preset: 'The project must have a preset of this name with an equal definition.',
  upright: 'Images are always upright by their EXIF orientation.',
  srgb: 'Results are sRGB, or Display P3 by gamut=keep.',
  gainMap: 'A gain map is kept in jpg alone.',
  off: 'It is off.',
  limitOfSource: 'It limits the source, which is imported now.',
  asStored: 'An image without parameters is served as it is stored.',
  twice: 'It is given twice; the first one is used.',
  unknown: 'This parameter is unknown.',
  signature: 'Signatures and expiry times are of the old service; sign the new address.',
  cacheBuster: 'It has no effect on the image.',
} as const;

/** Of a text that is a number in decimal notation. */
export function numberOf(text: string): number | undefined {
  return /^-?\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

/** Whether a flag is set, by the words that services take for it. */
export function isOn(text: string): boolean {
  return ['1', 't', 'true', 'yes'].includes(text.toLowerCase());
}

const NAMED: Readonly<Record<string, string>> = {
  aqua: '00ffff',
  black: '000000',
  blue: '0000ff',
  fuchsia: 'ff00ff',
  gray: '808080',
  green: '008000',
  lime: '00ff00',
  maroon: '800000',
  navy: '000080',
  olive: '808000',
  orange: 'ffa500',
  purple: '800080',
  red: 'ff0000',
  silver: 'c0c0c0',
  teal: '008080',
  transparent: '00000000',
  white: 'ffffff',
  yellow: 'ffff00',
};

/** A colour in 3, 6 or 8 hex digits: a hex notation with or without `#`, or a basic CSS name. */
export function colourOf(text: string): string | undefined {
  const name = text.toLowerCase();
  if (Object.hasOwn(NAMED, name)) return NAMED[name];
  const digits = name.replace(/^#|^%23/, '');
  return /^([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/.test(digits) ? digits : undefined;
}

/** Two hex digits of a channel from 0 to 255. */
export function hexOf(channel: number): string {
  return Math.min(255, Math.max(0, Math.round(channel)))
    .toString(16)
    .padStart(2, '0');
}

/** Sets the background, or names the colour that is no colour of ours. */
export function setBackground(draft: Draft, parameter: string, text: string): void {
  const colour = colourOf(text);
  if (colour !== undefined) draft.set(parameter, 'background', colour);
  else draft.note(parameter, 'unmappable', REASONS.colour);
}

/** Sets a side. Services read 0 as automatic. */
export function setSide(draft: Draft, parameter: string, side: 'width' | 'height', text: string) {
  const pixels = numberOf(text);
  if (pixels === 0 || text === '') return;
  if (pixels === undefined || !Number.isInteger(pixels)) {
    draft.note(parameter, 'unmappable', `${side} must be an integer in pixels.`);
  } else draft.set(parameter, side, pixels);
}

/** Sets a number that THE table takes with one decimal. */
export function setNumber(
  draft: Draft,
  parameter: string,
  name: 'dpr' | 'blur' | 'sharpen' | 'quality',
  text: string,
): void {
  const value = numberOf(text);
  if (value === undefined) draft.note(parameter, 'unmappable', `${name} must be a number.`);
  else draft.set(parameter, name, name === 'quality' ? value : Math.round(value * 1e6) / 1e6);
}

/** Sets the quality, whose scale differs in every encoder. */
export function setQuality(draft: Draft, parameter: string, text: string): void {
  setNumber(draft, parameter, 'quality', text);
  if (draft.values.quality !== undefined) draft.note(parameter, 'approximate', REASONS.quality);
}

/** Has browsers save the image. */
export function setDownload(draft: Draft, parameter: string, fileName: string): void {
  draft.set(parameter, 'download', 1);
  if (fileName !== '') draft.note(parameter, 'approximate', REASONS.fileName);
}

const FORMATS: Readonly<Record<string, OutputFormat>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  pjpg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
};

/** The format of an extension or a word; undefined if it can't be delivered. */
export function formatOf(word: string): OutputFormat | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

/** Sets the format. */
export function setFormat(draft: Draft, parameter: string, word: string): void {
  const format = formatOf(word);
  if (format !== undefined) draft.format = format;
  else draft.note(parameter, 'unmappable', `The format ${word} is not delivered.`);
}

/** Sets the format that the Accept header decides. */
export function setAuto(draft: Draft, parameter: string): void {
  draft.format = 'auto';
  draft.note(parameter, 'approximate', REASONS.auto);
}

/** Sets a clockwise rotation; whole turns are none. */
export function setRotation(draft: Draft, parameter: string, degrees: number): void {
  const angle = ((degrees % 360) + 360) % 360;
  if (angle === 0) return;
  if (angle === 90 || angle === 180 || angle === 270) draft.set(parameter, 'rotate', angle);
  else draft.note(parameter, 'unmappable', REASONS.quarterTurns);
}

/** Sets a rotation from a text, clockwise unless `turns` is -1. */
export function setDegrees(draft: Draft, parameter: string, text: string, turns: 1 | -1 = 1): void {
  const degrees = numberOf(text);
  if (degrees === undefined) draft.note(parameter, 'unmappable', REASONS.degrees);
  else setRotation(draft, parameter, turns * degrees);
}

/** The text of percent-encoding; the text itself if it is none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text of base64 or base64url in UTF-8; undefined if it is neither. */
export function base64Text(text: string): string | undefined {
  if (text === '' || !/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    return undefined;
  }
}

/** The first pair of each name; another one is noted. */
export function firstPairs(
  draft: Draft,
  pairs: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (first.has(name)) draft.note(name, 'unmappable', REASONS.twice);
    else first.set(name, value);
  }
  return first;
}

/** The path without its first slash, and the pairs of the query as they are written. */
export function splitAddress(address: string): {
  readonly host: string;
  readonly path: string;
  readonly pairs: readonly (readonly [string, string])[];
} {
  const [, host = '', rest = ''] = /^(?:https?:)?\/\/([^/?#]*)([^#]*)/i.exec(address) ?? [
    '',
    '',
    address.split('#', 1)[0] ?? '',
  ];
  const at = rest.indexOf('?');
  const path = at < 0 ? rest : rest.slice(0, at);
  const query = at < 0 ? '' : rest.slice(at + 1);
  const pairs = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      if (equals < 0) return [decoded(part), ''] as const;
      const value = part.slice(equals + 1).replaceAll('+', ' ');
      return [decoded(part.slice(0, equals)), decoded(value)] as const;
    });
  return { host: host.toLowerCase(), path: path.replace(/^\//, ''), pairs };
}
