import { createDraft, type Draft, translationOf } from '../draft.ts';
import { decoded, REASONS, setSide, splitAddress } from '../read-values.ts';
import { applyRule } from '../rule.ts';
import { AddressError, type Translation, type Values } from '../translation.ts';
import { THUMBOR_RULES, type ThumborBox } from './thumbor-rules.ts';

/** The parts of a path, in their order; each may be absent. */
const PARTS: readonly (readonly [
  RegExp,
  (found: string) => readonly (readonly [string, string])[],
])[] = [
  [/^debug$/, (text) => [['debug', text]]],
  [/^meta$/, (text) => [['meta', text]]],
  [/^trim(:.*)?$/, (text) => [['trim', text]]],
  [/^\d+x\d+:\d+x\d+$/, (text) => [['crop', text]]],
  [
    /^(adaptive-)?(full-)?fit-in$/,
    (text) => [
      ['fit-in', text],
      ...(text.includes('adaptive-') ? [['adaptive', text] as const] : []),
      ...(text.includes('full-') ? [['full', text] as const] : []),
    ],
  ],
  [/^-?(\d+|orig)?x-?(\d+|orig)?$/, (text) => [['size', text]]],
  [/^(left|center|right)$/, (text) => [['halign', text]]],
  [/^(top|middle|bottom)$/, (text) => [['valign', text]]],
  [/^smart$/, (text) => [['smart', text]]],
];

/** `filters:a(1):b()` in its names and values; a value may have brackets and colons. */
export function readFilters(text: string): readonly (readonly [string, string])[] {
  const filters: (readonly [string, string])[] = [];
  const filter = /:(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/y;
  filter.lastIndex = 'filters'.length;
  while (filter.lastIndex < text.length) {
    const at = filter.lastIndex;
    const found = filter.exec(text);
    if (!found) return [...filters, [text.slice(at), '']];
    filters.push([found[1] ?? '', found[2] ?? '']);
  }
  return filters;
}

function setSize(draft: Draft, size: string): void {
  const [, minusWidth, width = '', minusHeight, height = ''] =
    /^(-?)(\d+|orig)?x(-?)(\d+|orig)?$/.exec(size) ?? [];
  setSide(draft, 'size', 'width', width);
  setSide(draft, 'size', 'height', height);
  if (minusWidth) draft.set('size', 'flop', true);
  if (minusHeight) draft.set('size', 'flip', true);
}

function setPosition(draft: Draft, { horizontal, vertical, isSmart }: ThumborBox): void {
  const words = [vertical, horizontal].filter(
    (word) => word !== undefined && word !== 'center' && word !== 'middle',
  );
  const position = isSmart ? 'attention' : words.join('-');
  if (position !== '') {
    draft.set('halign', 'position', position as NonNullable<Values['position']>);
  }
}

/** Makes the sides smaller; without them the result depends on the image. */
function shrink(draft: Draft, proportion: number): void {
  const { values } = draft;
  if ((values.width ?? values.height) === undefined) {
    draft.note('proportion', 'unmappable', REASONS.factor);
  }
  for (const side of ['width', 'height'] as const) {
    const pixels = values[side];
    if (pixels !== undefined) values[side] = Math.max(1, Math.round(pixels * proportion));
  }
}

function setBox(draft: Draft, box: ThumborBox): void {
  if (box.size !== undefined) setSize(draft, box.size);
  if (box.proportion !== undefined) shrink(draft, box.proportion);
  setPosition(draft, box);
  if (draft.values.width === undefined && draft.values.height === undefined) return;
  draft.set('size', 'fit', box.fit ?? 'cover');
  if (box.mayEnlarge) draft.set('size', 'enlarge', true);
}

/** Reads an address of thumbor. Throws an AddressError if it has no image. */
export function translateThumbor(address: string): Translation {
  const { path, pairs } = splitAddress(address);
  const segments = path.split('/');
  const draft = createDraft();
  const box: ThumborBox = { mayEnlarge: true };
  let at = 0;
  if (segments[0] === 'unsafe' || /^[\w-]{27}=$|^[\w-]{28}$/.test(segments[0] ?? '')) {
    draft.note(segments[0] ?? '', 'dropped', REASONS.signature);
    at = 1;
  }
  for (const [form, named] of PARTS) {
    const segment = segments[at] ?? '';
    if (!form.test(segment)) continue;
    for (const [name, value] of named(segment)) applyRule(THUMBOR_RULES, name, [draft, value, box]);
    at += 1;
  }
  while (segments[at]?.startsWith('filters:') === true) {
    // a value may have a slash
    let text = segments[at] ?? '';
    while (!text.endsWith(')') && at + 1 < segments.length - 1) {
      at += 1;
      text = `${text}/${segments[at]}`;
    }
    for (const [name, value] of readFilters(decoded(text))) {
      applyRule(THUMBOR_RULES, name, [draft, value, box]);
    }
    at += 1;
  }
  for (const [name] of pairs) draft.note(`?${name}`, 'dropped', REASONS.cacheBuster);
  setBox(draft, box);
  const name = decoded(segments.slice(at).join('/'));
  if (name === '') throw new AddressError('The address has no image.');
  return translationOf(draft, name);
}
