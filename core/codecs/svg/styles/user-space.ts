import { type ComponentValue, isFunctionNode } from '@csstools/css-parser-algorithms';
import { isTokenNumber } from '@csstools/css-tokenizer';
import type { XmlElement } from '../read-xml.ts';
import type { StyleWork } from '../style-work.ts';
import { readNumbers, type SvgSize } from '../svg-size.ts';
import { readComponents } from './css-syntax.ts';
import { tokenOf } from './read-lengths.ts';
import { IDENTITY, type Matrix, multiply, translation } from './read-transform.ts';
import { attributeOf, type StyledNode } from './styled-node.ts';

/** Elements whose content is drawn elsewhere, and in other sizes. */
const ELSEWHERE = ['svg', 'symbol', 'pattern', 'marker', 'clipPath', 'mask'];

function rotation(degrees: number): Matrix {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cos, sin, -sin, cos, 0, 0];
}
const slope = (degrees: number) => Math.tan((degrees * Math.PI) / 180);

/** The functions of the attribute `transform` (SVG 1.1, 7.6), by their numbers. */
const FUNCTIONS: Readonly<Record<string, (numbers: readonly number[]) => Matrix>> = {
  matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f],
  translate: ([x = 0, y = 0]) => translation(x, y),
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  rotate: ([degrees = 0, x = 0, y = 0]) =>
    multiply(multiply(translation(x, y), rotation(degrees)), translation(-x, -y)),
  skewX: ([degrees = 0]) => [1, 0, slope(degrees), 1, 0, 0],
  skewY: ([degrees = 0]) => [1, slope(degrees), 0, 1, 0, 0],
};

function numbersIn(values: readonly ComponentValue[]): number[] {
  return values.flatMap((value) => {
    const token = tokenOf(value);
    return isTokenNumber(token) ? [token[4].value] : [];
  });
}

/** The matrix of the attribute `transform`; undefined where it is none. */
export function matrixOfAttribute(text: string, work: StyleWork): Matrix | undefined {
  let matrix: Matrix = IDENTITY;
  for (const value of readComponents(text, work)) {
    if (!isFunctionNode(value)) continue;
    const name = value.getName();
    const read = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!read) return undefined;
    matrix = multiply(matrix, read(numbersIn(value.value)));
  }
  return matrix;
}

/** From units of the root's content to pixels of the image (SVG 1.1, 7.8). */
function matrixOfRoot(attributes: ReadonlyMap<string, string>, image: SvgSize): Matrix {
  const [left = 0, top = 0, width = 0, height = 0] = readNumbers(attributes.get('viewBox') ?? '');
  if (!(width > 0 && height > 0)) return IDENTITY;
  const [x, y] = [image.width / width, image.height / height];
  const ratio = attributes.get('preserveAspectRatio') ?? '';
  if (ratio.includes('none')) return [x, 0, 0, y, -left * x, -top * y];
  const scale = ratio.includes('slice') ? Math.max(x, y) : Math.min(x, y);
  const shareOf = (axis: 'x' | 'Y') => {
    const place = ratio.toLowerCase();
    if (place.includes(`${axis.toLowerCase()}min`)) return 0;
    return place.includes(`${axis.toLowerCase()}max`) ? 1 : 0.5;
  };
  const [freeX, freeY] = [image.width - width * scale, image.height - height * scale];
  return [
    scale,
    0,
    0,
    scale,
    freeX * shareOf('x') - left * scale,
    freeY * shareOf('Y') - top * scale,
  ];
}

/** The units of an element, in pixels of the image; computed for the few that need them. */
export class UserSpace {
  private readonly parent: UserSpace | undefined;
  private readonly read: () => Matrix | undefined;
  private readonly work: StyleWork;
  private known: { readonly matrix: Matrix | undefined } | undefined;

  private constructor(
    parent: UserSpace | undefined,
    work: StyleWork,
    read: () => Matrix | undefined,
  ) {
    this.parent = parent;
    this.work = work;
    this.read = read;
  }

  /** Of the content of the root. */
  static ofRoot(
    attributes: ReadonlyMap<string, string>,
    image: SvgSize,
    work: StyleWork,
  ): UserSpace {
    return new UserSpace(undefined, work, () => matrixOfRoot(attributes, image));
  }

  /** Of an element with this attribute; unknown in a part that is drawn elsewhere. */
  in(name: string, transform: string | undefined, isUsed: boolean): UserSpace {
    const { work } = this;
    if (isUsed || ELSEWHERE.includes(name)) return new UserSpace(undefined, work, () => undefined);
    if (transform === undefined) return this;
    return new UserSpace(this, work, () => matrixOfAttribute(transform, work));
  }

  /** Undefined where an element is drawn in places that aren't known here. */
  matrix(): Matrix | undefined {
    if (this.known) return this.known.matrix;
    const own = this.read();
    const around = this.parent ? this.parent.matrix() : IDENTITY;
    const matrix = own && around && multiply(around, own);
    this.known = { matrix };
    return matrix;
  }
}

/** The ids of a document, and those that a `use` draws once more. */
export interface Ids {
  readonly all: ReadonlySet<string>;
  readonly used: ReadonlySet<string>;
}

/** Where an element refers to, in whatever namespace; empty for one that doesn't. */
export const hrefOf = ({ attributes }: XmlElement) =>
  attributes.find(({ name }) => name === 'href')?.value.trim() ?? '';

/** Of a document, in one walk. */
export function idsOf(root: StyledNode): Ids {
  const [all, used] = [new Set<string>(), new Set<string>()];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const id = attributeOf(node.element, 'id');
    if (id !== undefined) all.add(id);
    if (node.element.name === 'use') used.add(hrefOf(node.element).slice(1));
    for (const child of node.children) open.push(child);
  }
  return { all, used };
}
