import type { Draft } from '../draft.ts';
import { numberOf, REASONS, setBackground } from '../read-values.ts';
import { isSquare, setCircle, setPad } from '../set-frame.ts';
import { placeOfOffsets, setOpacity, setOverlay } from '../set-overlay.ts';
import { colourText, isObject, type Json, type JsonObject, jsonOf } from './dit-json.ts';

const textOf = (json: Json | undefined) => (json === undefined || json === null ? '' : `${json}`);

/** An overlay from a bucket: its offsets are in pixels, or in per cent with a `p`. */
function setEdit(draft: Draft, parameter: string, edit: JsonObject): void {
  const { key, alpha, wRatio, hRatio, options } = edit;
  const { left, top } = isObject(options) ? options : { left: 'center', top: 'center' };
  const [x, y] = [left, top].map((offset) => textOf(offset ?? 'center'));
  const percent = numberOf(textOf(wRatio)) ?? 0;
  const names = { image: parameter, position: parameter, width: parameter };
  const position = placeOfOffsets(draft, parameter, [x ?? '', y ?? '']);
  const width = percent > 0 ? { percent } : undefined;
  if (!setOverlay(draft, names, { names: [textOf(key)], position, width })) return;
  const clear = numberOf(textOf(alpha)) ?? 0;
  if (clear !== 0) setOpacity(draft, parameter, 100 - clear);
  if ((numberOf(textOf(hRatio)) ?? 0) > 0) {
    draft.note(parameter, 'unmappable', REASONS.overlayHeight);
  }
}

/** The edit of a JSON request. */
export function readOverlay(draft: Draft, value: string): void {
  const json = jsonOf(value);
  if (isObject(json)) setEdit(draft, 'overlayWith', json);
  else draft.note('overlayWith', 'unmappable', 'It must have a key of an image.');
}

/** The filter and the name of a query: bucket, key, offsets, transparency and two ratios. */
export function readWatermark(draft: Draft, value: string): void {
  const json = jsonOf(value.startsWith('[') ? value : JSON.stringify(value.split(',')));
  const parts = Array.isArray(json) ? json.map(textOf).map((part) => part.trim()) : [];
  const [, key = '', left = '', top = '', alpha = '', wRatio = '', hRatio = ''] = parts;
  if (key === '') draft.note('watermark', 'unmappable', 'It must have a key of an image.');
  else setEdit(draft, 'watermark', { key, alpha, wRatio, hRatio, options: { left, top } });
}

/** Margins around the result. */
export function readExtend(draft: Draft, value: string): void {
  const json = jsonOf(value);
  const { top, right, bottom, left, background, ...others } = isObject(json)
    ? json
    : { top: json, right: json, bottom: json, left: json };
  setPad(
    draft,
    'extend',
    [top, right, bottom, left].map((side) => textOf(side ?? 0)),
  );
  if (background !== undefined) setBackground(draft, 'extend', colourText(background));
  for (const key of Object.keys(others)) {
    draft.note(`extend.${key}`, 'unmappable', REASONS.margins);
  }
}

/** A circle in the middle is one of a square; any other oval has no equal. */
export function applyRoundCrop(draft: Draft, json: Json | undefined): void {
  if (json === undefined || json === false) return;
  const isPlaced = isObject(json) && Object.keys(json).length > 0;
  if (isPlaced || !isSquare(draft)) draft.note('roundCrop', 'unmappable', REASONS.circle);
  else setCircle(draft, 'roundCrop');
}
