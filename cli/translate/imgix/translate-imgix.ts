import { createDraft, type Draft, translationOf } from '../draft.ts';
import { base64Text, decoded, numberOf, REASONS, setSide, splitAddress } from '../read-values.ts';
import { applyRule, parametersByName } from '../rule.ts';
import {
  fillSide,
  type Mode,
  modeOf,
  setMode,
  setPartAround,
  setPoint,
  wholeRatio,
} from '../set-size.ts';
import { AddressError, type Translation, type Values } from '../translation.ts';
import { setImgixFrame } from './imgix-frame.ts';
import { setImgixMark } from './imgix-mark.ts';
import { IMGIX_RULES, type ImgixBox, imgixColour } from './imgix-rules.ts';
import { setImgixText } from './imgix-text.ts';

const PARAMETERS = parametersByName(IMGIX_RULES);

const MODES: Readonly<Record<string, Mode>> = {
  clip: { fit: 'inside', mayEnlarge: true },
  max: { fit: 'inside', mayEnlarge: false },
  crop: { fit: 'cover', mayEnlarge: true },
  min: { fit: 'cover', mayEnlarge: false },
  fill: { fit: 'contain', mayEnlarge: true },
  fillmax: { fit: 'contain', mayEnlarge: false },
  scale: { fit: 'fill', mayEnlarge: true },
  clamp: { fit: 'contain', mayEnlarge: true, but: REASONS.margins },
  facearea: { fit: 'cover', mayEnlarge: true, but: REASONS.attention },
};

const SIDES = { top: 'top', bottom: 'bottom', left: 'left', right: 'right' } as const;

const wordsOf = (crop = '') => crop.split(',').filter((word) => word !== '');

/** The word that finds the part to keep: the first one that applies wins. */
const strategyOf = ({ crop }: ImgixBox) =>
  wordsOf(crop).find((each) => ['entropy', 'edges', 'faces', 'focalpoint'].includes(each));

/** The part around the point that is left by a zoom, and the place of the point in it. */
function zoom(draft: Draft, [x, y]: readonly [number, number], factor: number): void {
  const side = 1 / factor;
  setPartAround(draft, 'fp-z', [x, y], [side, side]);
  const [left, top] = [x, y].map((at) => {
    const start = Math.min(1 - side, Math.max(0, at - side / 2));
    return String(Math.round((at - start) * factor * 1000) / 1000);
  });
  setPoint(draft, 'crop', left ?? '', top ?? '');
}

function setFocalPoint(
  draft: Draft,
  { 'fp-x': x = '0.5', 'fp-y': y = '0.5', 'fp-z': z }: ImgixBox,
) {
  const factor = numberOf(z ?? '1');
  const [left, top] = [numberOf(x), numberOf(y)];
  const isInside = [left, top].every((at = -1) => at >= 0 && at <= 1);
  if (factor === undefined || factor < 1 || !isInside || draft.values.crop !== undefined) {
    if (z !== undefined) draft.note('fp-z', 'unmappable', 'It needs a point and no rect.');
    setPoint(draft, 'crop', x, y);
  } else if (factor === 1) {
    if (z !== undefined) draft.note('fp-z', 'dropped', 'It is no zoom.');
    setPoint(draft, 'crop', x, y);
  } else zoom(draft, [left ?? 0, top ?? 0], factor);
}

function setPosition(draft: Draft, box: ImgixBox): void {
  const words = wordsOf(box.crop);
  const word = strategyOf(box);
  if (word === 'focalpoint') {
    setFocalPoint(draft, box);
    return;
  }
  if (word !== undefined) {
    draft.set('crop', 'position', word === 'faces' ? 'attention' : 'entropy');
    draft.note('crop', 'approximate', REASONS.attention);
    return;
  }
  const unknown = words.find((each) => !Object.hasOwn(SIDES, each));
  if (unknown !== undefined) {
    draft.note('crop', 'unmappable', `The crop ${unknown} does not exist here.`);
    return;
  }
  const vertical = words.find((each) => each === 'top' || each === 'bottom');
  const horizontal = words.find((each) => each === 'left' || each === 'right');
  const position = [vertical, horizontal].filter((each) => each !== undefined).join('-');
  if (position !== '') draft.set('crop', 'position', position as NonNullable<Values['position']>);
}

function fillRatio(draft: Draft, box: ImgixBox): void {
  const isUsed = ['crop', 'fill', 'fillmax', 'min', 'facearea'].includes(box.fit ?? 'clip');
  if (box.w !== undefined && box.h !== undefined) {
    draft.note('ar', 'dropped', 'Both sides are given.');
  } else if (isUsed && fillSide(box)) {
    return;
  } else {
    const ratio = isUsed && (box.w ?? box.h) === undefined ? wholeRatio(box.ar ?? '') : undefined;
    if (ratio !== undefined) draft.set('ar', 'ratio', ratio);
    else draft.note('ar', 'unmappable', 'An aspect ratio needs fit=crop.');
  }
}

function setMargins(draft: Draft, fit: Mode['fit'] | undefined, box: ImgixBox): void {
  const { bg, fill, 'fill-color': color } = box;
  if (fill !== undefined && fill !== 'solid') {
    draft.note('fill', 'unmappable', REASONS.margins);
  }
  if (color !== undefined && fit !== 'contain') {
    draft.note('fill-color', 'dropped', 'It needs fit=fill.');
  }
  const named = fit === 'contain' ? (color ?? bg ?? 'ffffff') : bg;
  if (named === undefined) return;
  const parameter = color === undefined || fit !== 'contain' ? 'bg' : 'fill-color';
  const colour = imgixColour(named);
  if (colour !== undefined) draft.set(parameter, 'background', colour);
  else draft.note(parameter, 'unmappable', REASONS.colour);
}

function setBox(draft: Draft, box: ImgixBox): void {
  const name = box.fit ?? 'clip';
  if (strategyOf(box) !== 'focalpoint') {
    for (const side of ['fp-x', 'fp-y', 'fp-z'] as const) {
      if (box[side] !== undefined) draft.note(side, 'dropped', 'It needs crop=focalpoint.');
    }
  }
  if (box.ar !== undefined) fillRatio(draft, box);
  for (const [side, parameter] of [['width', 'w'] as const, ['height', 'h'] as const]) {
    const value = box[parameter];
    if (value !== undefined) setSide(draft, parameter, side, value);
  }
  setMargins(draft, Object.hasOwn(MODES, name) ? MODES[name]?.fit : undefined, box);
  const { width, height, ratio } = draft.values;
  if ((width ?? height ?? ratio) === undefined) {
    if (box.fit !== undefined) draft.note('fit', 'dropped', 'It needs a width or a height.');
    if (box.crop !== undefined) draft.note('crop', 'dropped', 'It needs a width and a height.');
    return;
  }
  const mode = modeOf(draft, 'fit', MODES, name);
  if (!mode) return;
  setMode(draft, 'fit', mode);
  if (name === 'facearea') draft.set('fit', 'position', 'attention');
  else if (box.crop !== undefined && mode.fit === 'cover') setPosition(draft, box);
  else if (box.crop !== undefined) draft.note('crop', 'dropped', 'It needs fit=crop.');
}

/** The quality of `auto=compress`, which `q` overrides. */
function setCompression(draft: Draft, { isCompressed }: ImgixBox): void {
  if (!isCompressed) return;
  if (draft.values.quality !== undefined) draft.note('auto', 'dropped', 'The quality is given.');
  else {
    draft.set('auto', 'quality', 'auto');
    draft.note('auto', 'approximate', REASONS.autoQuality);
  }
}

/** A name and its value; a name that ends in 64 has its value in base64url. */
function plainPair(name: string, value: string): readonly [string, string | undefined] {
  const parameterOf = (text: string) => PARAMETERS.get(text) ?? text;
  if (!name.endsWith('64')) return [parameterOf(name), value];
  return [parameterOf(name.slice(0, -2)), base64Text(value)];
}

/** Reads an address of imgix. Throws an AddressError if it has no image. */
export function translateImgix(address: string): Translation {
  const { path, pairs } = splitAddress(address);
  const name = decoded(path);
  if (name === '') throw new AddressError('The address has no path of an image.');
  const draft = createDraft();
  const box: ImgixBox = {};
  const seen = new Set<string>();
  for (const [sent, value] of pairs) {
    const [parameter, plain] = plainPair(sent, value);
    // auto alone may be given again
    if (seen.has(parameter) && parameter !== 'auto') {
      draft.note(sent, 'unmappable', REASONS.twice);
      continue;
    }
    seen.add(parameter);
    if (plain === undefined) draft.note(sent, 'unmappable', 'The value is no base64.');
    else applyRule(IMGIX_RULES, parameter, [draft, plain, box]);
  }
  setBox(draft, box);
  setImgixFrame(draft, box);
  setImgixText(draft, box);
  setImgixMark(draft, box);
  setCompression(draft, box);
  return translationOf(draft, name);
}
