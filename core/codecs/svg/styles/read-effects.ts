import {
  type ComponentValue,
  type FunctionNode,
  isFunctionNode,
} from '@csstools/css-parser-algorithms';
import { isTokenDelim, isTokenString, isTokenURL } from '@csstools/css-tokenizer';
import { refuseSvg, refuseUndrawn } from '../svg-faults.ts';
import { readColour } from './read-colour.ts';
import {
  formatNumber,
  keywordOf,
  partsOf,
  readLength,
  readPixels,
  readQuantity,
  readShare,
  splitAtCommas,
  tokenOf,
  type ValueContext,
} from './read-lengths.ts';

/**
 * A value as a plain attribute has it; undefined if it is none. An ImageFileFault if it refers to
 * data outside of the drawing, or can't be drawn.
 */
export type ReadValue = (
  values: readonly ComponentValue[],
  context: ValueContext,
) => string | undefined;

const LOCAL = /^#[^"'()\\\s]+$/;

function urlOf(value: ComponentValue | undefined): string | undefined {
  const token = tokenOf(value);
  if (isTokenURL(token)) return token[4].value;
  if (!isFunctionNode(value) || value.getName().toLowerCase() !== 'url') return undefined;
  const text = tokenOf(partsOf(value.value)[0]);
  return isTokenString(text) ? text[4].value : undefined;
}

/** `url(#id)`; undefined for anything else. */
export function readReference(value: ComponentValue | undefined): string | undefined {
  const url = urlOf(value)?.trim();
  if (url === undefined) return undefined;
  return LOCAL.test(url) ? `url(${url})` : refuseSvg('foreign');
}

/** One of these words. */
export function oneOf(words: readonly string[]): ReadValue {
  return (values) => {
    const parts = partsOf(values);
    const word = parts.length === 1 ? keywordOf(parts[0]) : undefined;
    return words.find((one) => one.toLowerCase() === word);
  };
}

/** A keyword and the words that it is written as. */
export function asWord(words: Readonly<Record<string, string>>): ReadValue {
  return (values) => {
    const word = keywordOf(partsOf(values)[0]) ?? '';
    return Object.hasOwn(words, word) ? words[word] : undefined;
  };
}

export const readPlainColour: ReadValue = (values, context) => {
  const parts = partsOf(values);
  return parts.length === 1 ? readColour(parts[0], context) : undefined;
};

export const readPaint: ReadValue = (values, context) => {
  const [first, second, ...more] = partsOf(values);
  if (more.length > 0) return undefined;
  const keyword = keywordOf(first);
  if (keyword === 'context-fill' || keyword === 'context-stroke')
    return second ? undefined : keyword;
  const reference = readReference(first);
  const plain = (value: ComponentValue | undefined) =>
    keywordOf(value) === 'none' ? 'none' : readColour(value, context);
  if (reference === undefined) return second ? undefined : plain(first);
  if (!second) return reference;
  const instead = plain(second);
  return instead && `${reference} ${instead}`;
};

/** Opacity: a share of one, cut to it. */
export const readOpacity: ReadValue = (values, context) => {
  const parts = partsOf(values);
  const share = parts.length === 1 ? readShare(parts[0], context) : undefined;
  return share === undefined ? undefined : formatNumber(Math.max(0, Math.min(1, share)));
};

/** A number from one on. */
export const readLimit: ReadValue = (values, context) => {
  const quantity = readQuantity(partsOf(values)[0], context);
  if (quantity?.unit !== '' || quantity.number < 1) return undefined;
  return formatNumber(quantity.number);
};

/** None, or a reference to a part of the drawing. */
export const readPart: ReadValue = (values) => {
  const parts = partsOf(values);
  if (parts.length !== 1) return undefined;
  return keywordOf(parts[0]) === 'none' ? 'none' : readReference(parts[0]);
};

function nameOf(property: string, parts: readonly ComponentValue[]): string {
  const named = parts.find((part) => isFunctionNode(part));
  return isFunctionNode(named) ? `${property}: ${named.getName().toLowerCase()}()` : property;
}

/** A reference, or anything else by which a browser cuts: that isn't drawn. */
function cutBy(property: string, words: RegExp): ReadValue {
  return (values, context) => {
    const part = readPart(values, context);
    const parts = partsOf(values);
    if (part !== undefined || parts.length === 0) return part;
    const isKnown = parts.some((one) => isFunctionNode(one) || words.test(keywordOf(one) ?? ''));
    return isKnown ? refuseUndrawn(nameOf(property, parts)) : undefined;
  };
}

export const readClipPath = cutBy('clip-path', /-box$/);
export const readMask = cutBy('mask', /^(alpha|luminance|match-source|add|subtract)$|-box$/);

export const readDashes: ReadValue = (values, context) => {
  const parts = partsOf(values);
  if (parts.length === 1 && keywordOf(parts[0]) === 'none') return 'none';
  const lists = splitAtCommas(values);
  const lengths = lists.flat().map((one) => readLength(one, context, 'diagonal', true));
  const isList = lists.every(({ length }) => length > 0);
  const isValid = isList && lengths.every((one) => one !== undefined && !one.startsWith('-'));
  return isValid ? lengths.join(' ') : undefined;
};

const ORDERED = ['fill', 'stroke', 'markers'];

export const readPaintOrder: ReadValue = (values) => {
  const words = partsOf(values).map((value) => keywordOf(value) ?? '');
  if (words.length === 1 && words[0] === 'normal') return 'normal';
  const isOrder = words.every((word) => ORDERED.includes(word));
  if (words.length === 0 || !isOrder || new Set(words).size < words.length) return undefined;
  return words.join(' ');
};

const SHARED = ['brightness', 'contrast', 'grayscale', 'invert', 'opacity', 'saturate', 'sepia'];
/** These have a most of one. */
const CUT = ['grayscale', 'invert', 'opacity', 'sepia'];

/** Pixels of a length that has no percentages. */
function readPlainPixels(
  value: ComponentValue | undefined,
  context: ValueContext,
  mayBeNumber: boolean,
): number | undefined {
  const isShare = readQuantity(value, context)?.unit === '%';
  return isShare ? undefined : readPixels(value, context, 'diagonal', mayBeNumber);
}

/** The colour stands first or last; in an attribute the lengths may be numbers. */
function readShadow(parts: readonly ComponentValue[], context: ValueContext): string | undefined {
  const colours = parts.map((part) => readColour(part, context));
  const at = colours.findIndex((one) => one !== undefined);
  if (at > 0 && at < parts.length - 1) return undefined;
  const lengths = parts
    .filter((_, place) => place !== at)
    .map((part) => readPlainPixels(part, context, context.isAttribute));
  const isValid = lengths.length >= 2 && lengths.length <= 3;
  if (!isValid || lengths.some((one) => one === undefined)) return undefined;
  const [x = 0, y = 0, blur = 0] = lengths;
  if (blur < 0) return undefined;
  const colour = colours[at] ?? 'currentColor';
  return `drop-shadow(${[colour, ...[x, y, blur].map(formatNumber)].join(' ')})`;
}

function readFilterFunction(node: FunctionNode, context: ValueContext): string | undefined {
  const name = node.getName().toLowerCase();
  const parts = partsOf(node.value);
  const [argument] = parts;
  if (name === 'drop-shadow') return readShadow(parts, context);
  if (parts.length > 1) return undefined;
  if (name === 'blur') {
    const radius = argument ? readPlainPixels(argument, context, false) : 0;
    return radius === undefined || radius < 0 ? undefined : `blur(${formatNumber(radius)})`;
  }
  if (name === 'hue-rotate') {
    const angle = argument ? readQuantity(argument, context) : undefined;
    if (argument && angle?.unit !== 'deg' && angle?.number !== 0) return undefined;
    return `hue-rotate(${formatNumber(angle?.number ?? 0)}deg)`;
  }
  if (!SHARED.includes(name)) return undefined;
  const share = argument ? readShare(argument, context) : 1;
  if (share === undefined || share < 0) return undefined;
  return `${name}(${formatNumber(CUT.includes(name) ? Math.min(1, share) : share)})`;
}

export const readFilter: ReadValue = (values, context) => {
  const parts = partsOf(values);
  if (parts.length === 1 && keywordOf(parts[0]) === 'none') return 'none';
  const written = parts.map((part) => {
    const reference = readReference(part);
    if (reference !== undefined) return reference;
    return isFunctionNode(part) ? readFilterFunction(part, context) : undefined;
  });
  return written.length > 0 && !written.includes(undefined) ? written.join(' ') : undefined;
};

/** `path("…")` of CSS as the data of a path. */
export const readPathData: ReadValue = (values) => {
  const [value] = partsOf(values);
  if (keywordOf(value) === 'none') return 'none';
  if (!isFunctionNode(value) || value.getName().toLowerCase() !== 'path') return undefined;
  const data = tokenOf(partsOf(value.value).at(-1));
  return isTokenString(data) ? data[4].value : undefined;
};

/** The colour behind the root; an ImageFileFault for an image behind it. */
export const readBackground: ReadValue = (values, context) => {
  const layers = splitAtCommas(values);
  const parts = layers.flat();
  const image = parts.find(
    (part) => isFunctionNode(part) && /gradient|image|url|cross-fade|element/i.test(part.getName()),
  );
  if (image || parts.some((part) => isTokenURL(tokenOf(part)))) {
    return refuseUndrawn(nameOf('background', image ? [image] : []));
  }
  const colours = parts.map((part) => readColour(part, context)).filter((one) => one !== undefined);
  const hasWords = parts.every(
    (part) =>
      keywordOf(part) !== undefined ||
      isTokenDelim(tokenOf(part)) ||
      readQuantity(part, context) ||
      readColour(part, context),
  );
  if (layers.length > 1 || colours.length > 1 || !hasWords) return undefined;
  return colours[0] ?? '#00000000';
};
