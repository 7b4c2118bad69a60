import { createDraft, type Draft, translationOf } from '../draft.ts';
import { base64Text, decoded, REASONS, setFormat, splitAddress } from '../read-values.ts';
import { applyRule } from '../rule.ts';
import { readFilters } from '../thumbor/translate-thumbor.ts';
import { AddressError, type Translation } from '../translation.ts';
import { isObject, type Json, type JsonObject } from './dit-json.ts';
import { applyRoundCrop } from './dit-overlay.ts';
import {
  DIT_FILTER_RULES,
  DIT_QUERY_RULES,
  DIT_RESIZE_RULES,
  DIT_RULES,
  type Edits,
} from './dit-rules.ts';

const textOf = (json: Json): string => (typeof json === 'string' ? json : JSON.stringify(json));

function applyResize(draft: Draft, resize: JsonObject): void {
  for (const [key, value] of Object.entries(resize)) {
    applyRule(DIT_RESIZE_RULES, key, [draft, textOf(value), {}], `resize.${key}`);
  }
  const { width, height, fit } = draft.values;
  if (width === undefined && height === undefined) return;
  if (resize.withoutEnlargement !== true) draft.set('resize', 'enlarge', true);
  else if ((fit ?? 'cover') === 'cover' && width !== undefined && height !== undefined) {
    const reason = REASONS.keepsRatio;
    draft.note('resize.withoutEnlargement', 'approximate', reason);
  }
}

function applyEdits(draft: Draft, edits: Edits): void {
  for (const [name, value] of Object.entries(edits)) {
    applyRule(DIT_RULES, name, [draft, textOf(value), edits]);
  }
  if (isObject(edits.resize)) applyResize(draft, edits.resize);
  else if (edits.resize !== undefined) {
    draft.note('resize', 'unmappable', 'It must have keys such as width and height.');
  }
  applyRoundCrop(draft, edits.roundCrop);
}

/** A JSON request in base64, as the whole path; undefined if the path is none. */
function readRequest(path: string): JsonObject | undefined {
  const text = base64Text(decoded(path));
  if (text === undefined || !text.trimStart().startsWith('{')) return undefined;
  try {
    const json: Json = JSON.parse(text);
    return isObject(json) ? json : undefined;
  } catch {
    throw new AddressError('The request in base64 is no JSON.');
  }
}

function applyRequest(draft: Draft, request: JsonObject): string {
  const { key, edits, outputFormat, ...others } = request;
  if (typeof key !== 'string' || key === '') throw new AddressError('The request has no key.');
  if (isObject(edits)) applyEdits(draft, { ...edits });
  if (typeof outputFormat === 'string') {
    draft.format = undefined;
    setFormat(draft, 'outputFormat', outputFormat);
  }
  for (const name of Object.keys(others)) {
    if (name === 'bucket') draft.note(name, 'dropped', 'The image is imported from its bucket.');
    else if (name === 'effort') draft.note(name, 'unmappable', REASONS.encoder);
    else if (name === 'headers') draft.note(name, 'unmappable', REASONS.headers);
    else draft.note(name, 'unmappable', REASONS.unknown);
  }
  return key;
}

/** The parts of a path in thumbor's style as edits; returns the key behind them. */
function readThumborPath(draft: Draft, path: string, edits: Edits): string {
  const segments = path.split('/');
  let at = 0;
  let resize: JsonObject = {};
  for (; at < segments.length - 1; at += 1) {
    const segment = segments[at] ?? '';
    const [, width, height] = /^(\d+)x(\d+)$/.exec(segment) ?? [];
    const [, left, top, right, bottom] = /^(\d+)x(\d+):(\d+)x(\d+)$/.exec(segment) ?? [];
    if (segment === 'fit-in') resize = { ...resize, fit: 'inside' };
    else if (width !== undefined && height !== undefined) {
      const isProportional = Number(width) === 0 || Number(height) === 0;
      const sides = { width: Number(width), height: Number(height) };
      resize = { ...resize, ...sides, ...(isProportional ? { fit: 'inside' } : {}) };
    } else if (left !== undefined) {
      edits.crop = [Number(left), Number(top), Number(right), Number(bottom)];
    } else if (!segment.startsWith('filters:')) break;
    else {
      if (Object.keys(resize).length > 0) edits.resize = resize;
      for (const [name, value] of readFilters(decoded(segment))) {
        applyRule(DIT_FILTER_RULES, name, [draft, value, edits], `filters:${name}`);
      }
      resize = isObject(edits.resize) ? edits.resize : resize;
    }
  }
  if (Object.keys(resize).length > 0) edits.resize = resize;
  return segments.slice(at).join('/');
}

const PLAIN = { configurable: true, enumerable: true, writable: true };

function readQuery(
  draft: Draft,
  pairs: readonly (readonly [string, string])[],
  edits: Edits,
): void {
  for (const [sent, value] of pairs) {
    const [name = '', key] = sent.split('.', 2);
    if (key === undefined) applyRule(DIT_QUERY_RULES, name, [draft, value, edits], sent);
    else if (Object.hasOwn(DIT_QUERY_RULES, name)) {
      // grows in place: a copy for each key would be the square of their number
      const known = isObject(edits[name]) ? edits[name] : {};
      const number = Number(value);
      const typed =
        value === 'true' || (value !== 'false' && (Number.isNaN(number) ? value : number));
      // an assignment would not keep a key such as __proto__
      Object.defineProperty(known, key, { value: typed, ...PLAIN });
      edits[name] = known;
    } else draft.note(sent, 'unmappable', REASONS.unknown);
  }
}

/** Reads an address of DIT in any of its three forms. Throws an AddressError without a key. */
export function translateDit(address: string): Translation {
  const { path, pairs } = splitAddress(address);
  const draft = createDraft();
  const request = readRequest(path);
  const edits: Edits = {};
  let name: string;
  if (request) {
    name = applyRequest(draft, request);
    for (const [parameter] of pairs) {
      const isSigned = parameter === 'signature' || parameter === 'expires';
      draft.note(parameter, 'dropped', isSigned ? REASONS.signature : REASONS.cacheBuster);
    }
  } else {
    name = decoded(readThumborPath(draft, path, edits));
    readQuery(draft, pairs, edits);
    applyEdits(draft, edits);
  }
  if (name === '') throw new AddressError('The address has no key of an image.');
  return translationOf(draft, name);
}
