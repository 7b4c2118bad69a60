import { createDraft, type Draft, translationOf } from '../draft.ts';
import {
  base64Text,
  decoded,
  isOn,
  numberOf,
  REASONS,
  setFormat,
  setSide,
  splitAddress,
} from '../read-values.ts';
import { applyRule, parametersByName } from '../rule.ts';
import { setAttention, setPoint, wholeRatio } from '../set-size.ts';
import { AddressError, type Translation, type Values } from '../translation.ts';
import { GRAVITIES, IMGPROXY_RULES, type ImgproxyBox } from './imgproxy-rules.ts';
import { setWatermark } from './imgproxy-watermark.ts';

const OPTIONS = parametersByName(IMGPROXY_RULES);

const FITS: Readonly<Record<string, NonNullable<Values['fit']>>> = {
  fit: 'inside',
  fill: 'cover',
  'fill-down': 'cover',
  force: 'fill',
};

function setGravity(draft: Draft, gravity: string): void {
  const [type = '', left = '', top = ''] = gravity.split(':');
  if (type === 'sm') setAttention(draft, 'gravity');
  else if (Object.hasOwn(GRAVITIES, type)) {
    draft.set('gravity', 'position', GRAVITIES[type] ?? 'center');
    const hasOffset = [left, top].some((offset) => offset !== '' && numberOf(offset) !== 0);
    if (hasOffset) draft.note('gravity', 'unmappable', 'A position has no offsets.');
  } else if (type === 'fp') setPoint(draft, 'gravity', left, top);
  else draft.note('gravity', 'unmappable', REASONS.detection);
}

/** The sides, times a zoom of one or two factors. */
function setSides(draft: Draft, { width, height, zoom }: ImgproxyBox): void {
  const [across = 1, down = across] = (zoom ?? '1').split(':').map(numberOf);
  const times = (side: string, factor: number) => {
    const pixels = numberOf(side);
    return pixels === undefined ? side : String(Math.round(pixels * factor));
  };
  if (width !== undefined) setSide(draft, 'width', 'width', times(width, across));
  if (height !== undefined) setSide(draft, 'height', 'height', times(height, down));
  if (zoom === '1') draft.note('zoom', 'dropped', REASONS.off);
  else if (zoom !== undefined && (width ?? height) === undefined) {
    draft.note('zoom', 'unmappable', REASONS.factor);
  }
}

/** A ratio of the largest part, where nothing else decides the size. */
function setRatio(draft: Draft, { ratio: sent }: ImgproxyBox): void {
  if (sent === undefined) return;
  const { width, height, crop } = draft.values;
  const ratio = (width ?? height ?? crop) === undefined ? wholeRatio(sent.split(':')[0] ?? '') : '';
  if (ratio) draft.set('crop_aspect_ratio', 'ratio', ratio);
  else draft.note('crop_aspect_ratio', 'unmappable', 'It needs an address without a size.');
}

function setBox(draft: Draft, box: ImgproxyBox): void {
  const { type = 'fit', enlarge, extend, gravity } = box;
  setSides(draft, box);
  const hasBoth = draft.values.width !== undefined && draft.values.height !== undefined;
  const isExtended = isOn(extend?.split(':')[0] ?? '');
  const mayEnlarge = isOn(enlarge ?? '') && type !== 'fill-down';
  if (draft.values.width !== undefined || draft.values.height !== undefined) {
    const fit = Object.hasOwn(FITS, type) ? FITS[type] : undefined;
    if (fit === undefined)
      draft.note('resizing_type', 'unmappable', 'The mode depends on the image.');
    else draft.set('resizing_type', 'fit', isExtended && fit === 'inside' ? 'contain' : fit);
    if (mayEnlarge) draft.set('enlarge', 'enlarge', true);
    else if (fit === 'cover' && hasBoth && type === 'fill') {
      const reason = REASONS.keepsRatio;
      draft.note('resizing_type', 'approximate', reason);
    }
  }
  const hasSide = draft.values.width !== undefined || draft.values.height !== undefined;
  if (!hasSide && (enlarge ?? extend ?? gravity) !== undefined) {
    draft.note('enlarge, extend, gravity', 'dropped', 'They need a width or a height.');
  }
  if (isExtended && type !== 'fit') {
    draft.note('extend', 'unmappable', 'Margins exist with resizing type fit only.');
  }
  if (gravity !== undefined) setGravity(draft, gravity);
}

const RESIZING_TYPES = [...Object.keys(FITS), 'auto'];

/** The form of version 2: type, width, height, gravity and enlarge as five segments. */
function readBasic(draft: Draft, segments: readonly string[], box: ImgproxyBox): number {
  const [type = '', width = '', height = '', gravity = '', enlarge = ''] = segments;
  const isBasic =
    RESIZING_TYPES.includes(type) && /^\d+$/.test(width) && /^\d+$/.test(height) && gravity !== '';
  if (!isBasic || !/^[01]$/.test(enlarge)) return 0;
  for (const [name, value] of Object.entries({ type, width, height, gravity, enlarge })) {
    box[name as keyof ImgproxyBox] = value;
  }
  draft.note(segments.slice(0, 5).join('/'), 'dropped', 'This form is read as its five options.');
  return 5;
}

function setExtension(draft: Draft, extension: string | undefined): void {
  if (!extension) return;
  // the extension wins over the option
  draft.format = undefined;
  setFormat(draft, `@${extension}`, extension);
}

/** The source URL after the options, and the extension behind it. */
function readSource(draft: Draft, segments: readonly string[]): string {
  if (segments[0] === 'enc') throw new AddressError('An encrypted source URL cannot be read.');
  if (segments[0] === 'plain') {
    const [source = '', extension] = segments.slice(1).join('/').split('@');
    setExtension(draft, extension);
    return decoded(source);
  }
  const [encoded = '', extension] = segments.join('').split('.');
  const source = base64Text(encoded);
  if (source === undefined) throw new AddressError('The source URL is no base64.');
  setExtension(draft, extension);
  return source;
}

/** Reads an address of imgproxy. Throws an AddressError if it has no image. */
export function translateImgproxy(address: string): Translation {
  const { path } = splitAddress(address);
  const [signature = '', ...segments] = path.split('/');
  const draft = createDraft();
  const box: ImgproxyBox = {};
  let at = readBasic(draft, segments, box);
  for (; at < segments.length; at += 1) {
    const segment = segments[at] ?? '';
    const [name = ''] = segment.split(':', 1);
    if (!segment.includes(':') || segments[at] === 'plain') break;
    const option = OPTIONS.get(name) ?? name;
    applyRule(IMGPROXY_RULES, option, [draft, decoded(segment.slice(name.length + 1)), box]);
  }
  setBox(draft, box);
  setRatio(draft, box);
  setWatermark(draft, box);
  if (segments.length > at) draft.note(signature, 'dropped', REASONS.signature);
  const name = readSource(draft, segments.slice(at));
  if (name === '') throw new AddressError('The address has no source URL.');
  return translationOf(draft, name);
}
