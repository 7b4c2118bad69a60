import { createDraft, translationOf } from '../draft.ts';
import {
  decoded,
  firstPairs,
  REASONS,
  setAuto,
  setFormat,
  setQuality,
  setSide,
  splitAddress,
} from '../read-values.ts';
import { applyRule, boxed, type Rules } from '../rule.ts';
import { type Mode, modeOf, setMode } from '../set-size.ts';
import { AddressError, type Translation } from '../translation.ts';

interface SupabaseBox {
  width?: string;
  height?: string;
  resize?: string;
  format?: string;
}

const MODES: Readonly<Record<string, Mode>> = {
  cover: { fit: 'cover', mayEnlarge: false, but: REASONS.keepsRatio },
  contain: { fit: 'inside', mayEnlarge: false },
  fill: { fit: 'fill', mayEnlarge: false },
};

/** THE translation of the parameters of Supabase Storage. */
export const SUPABASE_RULES: Rules<SupabaseBox> = {
  width: boxed('width', 'width'),
  height: boxed('height', 'height'),
  resize: boxed('resize', 'fit'),
  format: {
    ...boxed('format', 'the stored format, if it is origin; else the extension; .auto without it'),
    about: REASONS.auto,
  },
  quality: {
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => setQuality(draft, 'quality', value),
  },
  download: {
    to: 'download',
    but: REASONS.fileName,
    read: (draft) => draft.set('download', 'download', 1),
  },
  token: { dropped: REASONS.signature },
};

const FORM = /^storage\/v1\/(render\/image|object)\/(?:public|sign|authenticated)\/(.+)$/;

/** Reads an address of Supabase Storage. Throws an AddressError if it has no image. */
export function translateSupabase(address: string): Translation {
  const { path, pairs } = splitAddress(address);
  const [, kind = '', name = ''] = FORM.exec(path) ?? [];
  if (name === '') throw new AddressError('The address has no bucket and no path of an image.');
  const draft = createDraft();
  const box: SupabaseBox = {};
  for (const [parameter, value] of firstPairs(draft, pairs)) {
    applyRule(SUPABASE_RULES, parameter, [draft, value, box]);
  }
  if (box.width !== undefined) setSide(draft, 'width', 'width', box.width);
  if (box.height !== undefined) setSide(draft, 'height', 'height', box.height);
  const { width, height } = draft.values;
  const mode = modeOf(draft, 'resize', MODES, box.resize ?? 'cover');
  if ((width ?? height) === undefined) {
    if (box.resize !== undefined) draft.note('resize', 'dropped', 'It needs a width or a height.');
  } else if (mode) {
    const isBoth = width !== undefined && height !== undefined;
    const { but, ...same } = mode;
    setMode(draft, 'resize', isBoth && but !== undefined ? mode : same);
  }
  // an object is served as it is stored
  if (kind === 'object' || box.format === 'origin') return translationOf(draft, decoded(name));
  if (box.format === undefined) setAuto(draft, 'format');
  else setFormat(draft, 'format', box.format);
  return translationOf(draft, decoded(name));
}
