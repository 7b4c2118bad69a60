import type { ComponentValue } from '@csstools/css-parser-algorithms';
import { refuseUndrawn } from '../svg-faults.ts';
import { readNumbers } from '../svg-size.ts';
import type { Candidates } from './collect-styles.ts';
import type { Contexts, Readable, ValuePicker } from './pick-value.ts';
import { keywordOf, partsOf, type ValueContext } from './read-lengths.ts';
import {
  IDENTITY,
  readOrigin,
  readTransform,
  SINGLE_TRANSFORMS,
  SPATIAL,
  writeMatrix,
} from './read-transform.ts';
import type { CustomProperties } from './variables.ts';

const IN_SPACE = 'a transform in three dimensions';
const SINGLE = ['translate', 'rotate', 'scale'] as const;
const BOXES = ['fill-box', 'content-box', 'stroke-box', 'border-box'];
const NO_PLACE = { x: 0, y: 0 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const matrixOf = (matrix: ReturnType<typeof readTransform>) => {
  if (matrix === SPATIAL) return refuseUndrawn(IN_SPACE);
  return matrix && writeMatrix(matrix);
};
const TRANSFORM: Readable = {
  name: 'transform',
  read: (values, context) => matrixOf(readTransform(values, context)),
  isPlainAttribute: true,
};
const ORIGIN: Readable = {
  name: 'transform-origin',
  read: (values, context) => readOrigin(values, context)?.join(' '),
};
const BOX: Readable = {
  name: 'transform-box',
  read: (values: readonly ComponentValue[]) => {
    const word = keywordOf(partsOf(values)[0]) ?? '';
    return BOXES.includes(word) || word === 'view-box' ? word : undefined;
  },
};
const singleOf = (name: (typeof SINGLE)[number]): Readable => ({
  name,
  read: (values, context) => matrixOf(SINGLE_TRANSFORMS[name](partsOf(values), context)),
});

const MATRICES = [...SINGLE.map(singleOf), TRANSFORM];
const NO_CHANGE = writeMatrix(IDENTITY);

/** The box of a basic shape by its attributes, whose units are the user's; else undefined. */
export function boxOf(name: string, attributes: ReadonlyMap<string, string>): Box | undefined {
  const number = (key: string) => Number(attributes.get(key) ?? 0);
  const made = (x: number, y: number, width: number, height: number) =>
    [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined;
  if (name === 'rect' || name === 'image') {
    return made(number('x'), number('y'), number('width'), number('height'));
  }
  if (name === 'circle' || name === 'ellipse') {
    const [rx, ry] = name === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')];
    return made(number('cx') - rx, number('cy') - ry, 2 * rx, 2 * ry);
  }
  if (name !== 'line') return undefined;
  const [x1, y1, x2, y2] = [number('x1'), number('y1'), number('x2'), number('y2')];
  return made(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x1 - x2), Math.abs(y1 - y2));
}

/** An element whose matrix is written. */
export interface Placed {
  readonly name: string;
  readonly found: Candidates;
  readonly custom: CustomProperties;
  readonly contexts: Contexts;
  /** With its geometry. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The box that CSS places it in, if it is the root. */
  readonly rootBox?: Pick<Box, 'width' | 'height'>;
}

const withViewport = ({ style, attribute }: Contexts, box: ValueContext['viewport']): Contexts => ({
  style: { ...style, viewport: box },
  attribute: { ...attribute, viewport: box },
});

/**
 * The attribute `transform` of an element by its five properties of CSS; undefined without any. An
 * ImageFileFault for one in space, or around a box that isn't known here.
 */
export function placeElement(picker: ValuePicker, placed: Placed): string | undefined {
  const { found, custom, rootBox } = placed;
  if (!MATRICES.some(({ name }) => found.has(name))) return undefined;
  const pick = (property: Readable, contexts: Contexts) => {
    const picked = picker.pick(property, found.get(property.name) ?? [], custom, contexts);
    return picked && 'value' in picked ? picked : undefined;
  };
  const box = pick(BOX, placed.contexts)?.value;
  const isBoxed = !rootBox && box !== undefined && BOXES.includes(box);
  const shape = isBoxed && box !== 'stroke-box' ? boxOf(placed.name, placed.attributes) : undefined;
  const contexts =
    (shape ?? rootBox)
      ? withViewport(placed.contexts, shape ?? rootBox ?? { width: 0, height: 0 })
      : placed.contexts;
  const parts = MATRICES.map((one) => pick(one, contexts)?.value);
  const own = parts.filter((one) => one !== undefined && one !== NO_CHANGE);
  if (own.length === 0) return undefined;
  if (isBoxed && !shape) return refuseUndrawn('transform-box');
  const { x, y } = shape ?? NO_PLACE;
  const centre = rootBox ? `${rootBox.width / 2} ${rootBox.height / 2}` : '0 0';
  const [left = 0, top = 0] = readNumbers(pick(ORIGIN, contexts)?.value ?? centre);
  const [atX, atY] = [left + x, top + y];
  if (atX === 0 && atY === 0) return own.join(' ');
  return `translate(${atX} ${atY}) ${own.join(' ')} translate(${-atX} ${-atY})`;
}
