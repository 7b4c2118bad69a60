import type { Draft } from '../draft.ts';
import { base64Text, colourOf, decoded, numberOf, REASONS } from '../read-values.ts';
import { type OverlayPosition, setOpacity, setOverlay } from '../set-overlay.ts';
import { setText } from '../text/set-text.ts';

type Pair = readonly [name: string, value: string];

/** Our places, by the words of ImageKit. */
export const PLACES: Readonly<Record<string, OverlayPosition>> = {
  center: 'center',
  top: 'top',
  bottom: 'bottom',
  left: 'left',
  right: 'right',
  top_left: 'top-left',
  top_right: 'top-right',
  bottom_left: 'bottom-left',
  bottom_right: 'bottom-right',
};

/** Parts of a layer that are read together. */
const READ = ['l', 'i', 'ie', 'w', 'fs', 'co', 'lfo'];
const OF_TEXTS = ['ia'];

function readOthers(draft: Draft, pairs: readonly Pair[], read: readonly string[]): void {
  for (const [name, value] of pairs) {
    if (read.includes(name)) continue;
    if (name === 'o') setOpacity(draft, 'o', (numberOf(value) ?? Number.NaN) * 10);
    else if (name === 'lx' || name === 'ly') {
      if (numberOf(value) !== 0) draft.note(name, 'unmappable', REASONS.overlayOffset);
    } else draft.note(name, 'unmappable', REASONS.overlayShape);
  }
}

const ALIGNS = ['left', 'center', 'right'] as const;
const isAlign = (side: string): side is (typeof ALIGNS)[number] =>
  ALIGNS.some((known) => known === side);

/** The letters of a text have 14 pixels unless the layer says more. */
const FONT_PIXELS = 14;

function drawText(draft: Draft, values: ReadonlyMap<string, string>, text: string): boolean {
  const place = values.get('lfo') ?? 'center';
  const position = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  const names = { text: 'l', color: 'co', position: 'lfo', width: 'fs' };
  const fontPixels = numberOf(values.get('fs') ?? '') || FONT_PIXELS;
  const color = colourOf(values.get('co') ?? '000000');
  const linePixels = numberOf(values.get('w') ?? '');
  const width = () => ({ fontPixels, ...(linePixels && linePixels >= 1 ? { linePixels } : {}) });
  const side = values.get('ia') ?? 'center';
  const align = isAlign(side) ? side : undefined;
  if (align === undefined) {
    draft.note('ia', 'unmappable', 'Lines begin on the left, end on the right, or are centred.');
  }
  return setText(draft, names, { text, color, position, align, width });
}

function drawImage(draft: Draft, values: ReadonlyMap<string, string>, name: string): boolean {
  const place = values.get('lfo') ?? 'center';
  const position = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  const pixels = numberOf(values.get('w') ?? '') ?? 0;
  const width = pixels >= 1 ? { pixels } : undefined;
  const names = { image: 'l', position: 'lfo', width: 'w' };
  return setOverlay(draft, names, { names: [name], position, width });
}

/** Draws a layer: its pairs begin with `l`. */
export function applyImagekitLayer(draft: Draft, pairs: readonly Pair[]): void {
  const values = new Map(pairs);
  const encoded = values.get('ie');
  const sent = decoded(encoded === undefined ? (values.get('i') ?? '') : decoded(encoded));
  const input = encoded === undefined ? sent : (base64Text(sent) ?? '');
  const kind = values.get('l');
  if (input === '' || (kind !== 'text' && kind !== 'image')) {
    draft.note('l', 'unmappable', REASONS.layers);
    return;
  }
  const isDrawn =
    kind === 'text'
      ? drawText(draft, values, input)
      : drawImage(draft, values, input.replaceAll('@@', '/'));
  if (!isDrawn) return;
  const place = values.get('lfo') ?? 'center';
  if (!Object.hasOwn(PLACES, place)) draft.note('lfo', 'unmappable', REASONS.detection);
  readOthers(draft, pairs, kind === 'text' ? [...READ, ...OF_TEXTS] : READ);
}
