import type { SvgDrawing, SvgElement } from '../svg-element.ts';
import { refuseUndrawn } from '../svg-faults.ts';
import { inherit, isMarked, MARKERS } from './markers.ts';

type Values = ReadonlyMap<string, string>;

const INHERITED = ['paint-order', ...MARKERS];
/** The order of those that aren't named (SVG 2, 13.8). */
const ORDER = ['fill', 'stroke', 'markers'];
const WORDS = /\bmarkers\b/;
/** Attributes of the whole shape, its markers included. */
const WHOLE = ['id', 'transform', 'opacity', 'mask', 'clip-path', 'display', 'style'];

function orderOf(values: Values): readonly string[] {
  const named = (values.get('paint-order') ?? '').split(' ').filter((word) => ORDER.includes(word));
  return [...named, ...ORDER.filter((word) => !named.includes(word))];
}

/** A shape with a part of its paints, in this order, or with its markers alone. */
function layerOf(shape: SvgElement, words: readonly string[], values: Values): SvgElement {
  const attributes = new Map(shape.attributes);
  for (const name of WHOLE) attributes.delete(name);
  const hasMarkers = words.includes('markers');
  for (const name of MARKERS)
    attributes.set(name, hasMarkers ? (values.get(name) ?? 'none') : 'none');
  for (const paint of ['fill', 'stroke']) if (!words.includes(paint)) attributes.set(paint, 'none');
  attributes.set('paint-order', words[0] === 'stroke' ? 'stroke' : 'normal');
  return { ...shape, attributes };
}

/** A group of the layers of a shape, of which the markers aren't the last. */
function splitShape(shape: SvgElement, order: readonly string[], values: Values): SvgElement {
  if (shape.attributes.has('filter')) refuseUndrawn('paint-order with markers first');
  const at = order.indexOf('markers');
  const parts = [order.slice(0, at), ['markers'], order.slice(at + 1)];
  const children = parts
    .filter((words) => words.length > 0)
    .map((words) => layerOf(shape, words, values));
  const whole = WHOLE.filter((name) => shape.attributes.has(name));
  const attributes = new Map(whole.map((name) => [name, shape.attributes.get(name) ?? '']));
  return { name: 'g', attributes, children, pixels: 0 };
}

/** Recurses as deep as the elements are nested, which the reader of XML bounds. */
function read(element: SvgElement, around: Values, isInClip: boolean): SvgElement {
  const { name } = element;
  const values = inherit(around, element, INHERITED);
  const hasMarkers = isMarked(name) && MARKERS.some((key) => values.has(key));
  if (hasMarkers && !isInClip) {
    const order = orderOf(values);
    return order.at(-1) === 'markers' ? element : splitShape(element, order, values);
  }
  const isClip = isInClip || name === 'clipPath';
  return { ...element, children: element.children.map((child) => read(child, values, isClip)) };
}

const hasOrder = ({ attributes, children }: SvgElement): boolean =>
  WORDS.test(attributes.get('paint-order') ?? '') || children.some(hasOrder);

/**
 * The drawing with a group of layers for each shape whose markers are painted before its fill or
 * its line, which the renderer paints last.
 */
export function orderMarkers(drawing: SvgDrawing): SvgDrawing {
  return hasOrder(drawing.root) ? { root: read(drawing.root, new Map(), false) } : drawing;
}
