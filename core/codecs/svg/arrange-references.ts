import { keepIds, localId } from './references.ts';
import { MARKERS } from './shapes/markers.ts';
import { hasFaultyPoints } from './shapes/read-points.ts';
import type { SvgDrawing, SvgElement } from './svg-element.ts';
import { refuseUndrawn } from './svg-faults.ts';
import { readBox, readNumbers } from './svg-size.ts';

const REVERSED = 'auto-start-reverse';
const EFFECTS = ['filter', 'mask'] as const;
const SIDES = ['width', 'height'];
/** Lengths that may be shares of a size. */
const LENGTHS = [...SIDES, ...'x y cx cy r rx ry x1 y1 x2 y2 stroke-width'.split(' ')];
/** Shapes on which the renderer draws markers, and browsers none. */
const UNMARKED = ['rect', 'circle', 'ellipse'];

/** A clip is of these, and of each `use` of one (SVG 1.1, 14.3.5). */
const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];

type Attributes = SvgElement['attributes'];
type Elements = ReadonlyMap<string, SvgElement>;

/** The renderer draws markers of visible paths alone, and browsers those of others too. */
function showMarkers(attributes: Attributes, changes: Map<string, string>): void {
  const isUnpainted =
    attributes.get('fill') === 'none' && (attributes.get('stroke') ?? 'none') === 'none';
  if (!isUnpainted || !MARKERS.some((name) => attributes.has(name))) return;
  changes.set('fill', '#000');
  changes.set('fill-opacity', '0');
}

/** A name for the twin of a marker, which no drawing has. */
const twinName = (id: string) => `${id}-reversed-at-start`;

/** A group that turns its children around a point by half a circle. */
function turned(children: readonly SvgElement[], x: number, y: number): SvgElement {
  const attributes = new Map([['transform', `rotate(180 ${x} ${y})`]]);
  return { name: 'g', attributes, children, pixels: 0 };
}

const numberOf = (text: string | undefined, otherwise = 0) => {
  const number = Number.parseFloat(text ?? '');
  return Number.isFinite(number) ? number : otherwise;
};

/** The viewBox of a marker; one without it has its size, which is three by default. */
function boxOf({ attributes }: SvgElement): readonly number[] {
  const box = readBox(attributes);
  if (box) return box;
  return [
    0,
    0,
    numberOf(attributes.get('markerWidth'), 3),
    numberOf(attributes.get('markerHeight'), 3),
  ];
}

/** A symbol's own transform stands within the place of its use (SVG 2, 5.5). */
function placeBySymbol(
  attributes: Attributes,
  transform: string | undefined,
  changes: Map<string, string>,
): void {
  if (transform === undefined) return;
  const [x, y] = ['x', 'y'].map((side) => Number(attributes.get(side) ?? 0));
  if (!Number.isFinite(x) || !Number.isFinite(y)) refuseUndrawn('a share as the place of a use');
  const around = attributes.get('transform') ?? '';
  changes.set('transform', `${around} translate(${x} ${y}) ${transform}`.trim());
  changes.set('x', '0');
  changes.set('y', '0');
}

/** Whether a use has a side of another length than the viewport around it. */
const isSized = (attributes: Attributes) =>
  SIDES.some((side) => (attributes.get(side) ?? '100%') !== '100%');

/** Whether an element of a symbol has a length in shares, which are those of the use's size. */
function hasShares(symbol: SvgElement): boolean {
  const left = [...symbol.children];
  for (const { name, attributes, children } of left) {
    const isDrawn = SHAPES.includes(name) || name === 'use' || name === 'image';
    if (isDrawn && LENGTHS.some((length) => attributes.get(length)?.includes('%'))) return true;
    for (const child of children) left.push(child);
  }
  return false;
}

/** Rewrites an element that the renderer reads otherwise than browsers do. */
class Arranger {
  private readonly byId: Elements;
  private readonly shares = new Map<SvgElement, boolean>();
  private readonly hasMarkers: boolean;

  constructor(root: SvgElement) {
    this.byId = keepIds(root, new Map());
    this.hasMarkers = [...this.byId.values()].some(({ name }) => name === 'marker');
  }

  read(element: SvgElement): SvgElement {
    const isClip = element.name === 'clipPath';
    const drawn = isClip ? element.children.filter((one) => this.mayClip(one)) : element.children;
    const children = drawn.flatMap((child) => this.readWithTwin(child));
    return { ...element, attributes: this.attributesOf(element), children };
  }

  /** False of a use of anything but a shape, by which browsers don't clip. */
  private mayClip({ name, attributes }: SvgElement): boolean {
    if (name !== 'use') return true;
    const target = this.byId.get((attributes.get('href') ?? '').slice(1));
    return target !== undefined && SHAPES.includes(target.name);
  }

  private readWithTwin(element: SvgElement): readonly SvgElement[] {
    if (element.name === 'svg') return this.readInner(element);
    const read = this.read(element);
    const id = element.attributes.get('id');
    if (element.name !== 'marker' || id === undefined || !this.isReversed(id)) return [read];
    return [read, this.twinOf(read, id)];
  }

  /** An `svg` in another one: browsers transform it, and draw nothing in one without a size. */
  private readInner(element: SvgElement): readonly SvgElement[] {
    const { attributes } = element;
    if (SIDES.some((side) => Number.parseFloat(attributes.get(side) ?? '') === 0)) return [];
    const [, , width = 1, height = 1] = readNumbers(attributes.get('viewBox') ?? '');
    if (width === 0 || height === 0) return [];
    const transform = attributes.get('transform');
    const read = this.read(element);
    if (transform === undefined) return [read];
    const own = new Map(read.attributes);
    own.delete('transform');
    const inner = { ...read, attributes: own };
    const around = new Map([['transform', transform]]);
    return [{ name: 'g', attributes: around, children: [inner], pixels: 0 }];
  }

  private isReversed(id: string): boolean {
    const marker = this.byId.get(id);
    return marker?.name === 'marker' && marker.attributes.get('orient') === REVERSED;
  }

  /** The same marker, turned with its box by half a circle around its point of reference. */
  private twinOf(marker: SvgElement, id: string): SvgElement {
    const [x = 0, y = 0] = ['refX', 'refY'].map((name) => numberOf(marker.attributes.get(name)));
    const [left = 0, top = 0, width = 0, height = 0] = boxOf(marker);
    const box = [2 * x - left - width, 2 * y - top - height, width, height].join(' ');
    const attributes = new Map([...marker.attributes, ['id', twinName(id)], ['viewBox', box]]);
    return { ...marker, attributes, children: [turned(marker.children, x, y)] };
  }

  private attributesOf({ name, attributes }: SvgElement): SvgElement['attributes'] {
    const changes = new Map<string, string>();
    if (name === 'marker' && attributes.get('orient') === REVERSED) changes.set('orient', 'auto');
    if (name === 'use') this.addSides(attributes, changes);
    if (this.hasMarkers && UNMARKED.includes(name)) {
      for (const marker of MARKERS) changes.set(marker, 'none');
    } else {
      this.addStartMarker(attributes, changes);
      showMarkers(attributes, changes);
    }
    const absent: string[] = EFFECTS.filter((effect) => this.isAbsent(attributes, effect));
    if (hasFaultyPoints(name, attributes)) absent.push('points');
    if (changes.size === 0 && absent.length === 0) return attributes;
    const result = new Map([...attributes, ...changes]);
    for (const one of absent) result.delete(one);
    return result;
  }

  /** Browsers draw without a filter or a mask that is missing, or another element. */
  private isAbsent(attributes: Attributes, effect: (typeof EFFECTS)[number]): boolean {
    const id = localId(attributes.get(effect));
    return id !== undefined && this.byId.get(id)?.name !== effect;
  }

  private addStartMarker(attributes: Attributes, changes: Map<string, string>): void {
    const start = localId(attributes.get('marker-start'));
    if (start === undefined || !this.isReversed(start)) return;
    changes.set('marker-start', `url(#${twinName(start)})`);
  }

  private hasShares(symbol: SvgElement): boolean {
    const known = this.shares.get(symbol) ?? hasShares(symbol);
    this.shares.set(symbol, known);
    return known;
  }

  /** A use without a size has the size of its symbol (SVG 2, 5.6). */
  private addSides(attributes: Attributes, changes: Map<string, string>): void {
    const target = this.byId.get((attributes.get('href') ?? '').slice(1));
    if (target?.name !== 'symbol') return;
    placeBySymbol(attributes, target.attributes.get('transform'), changes);
    if (isSized(attributes) && !readBox(target.attributes) && this.hasShares(target)) {
      refuseUndrawn('shares of a symbol without a viewBox');
    }
    for (const side of SIDES) {
      const own = target.attributes.get(side);
      if (own !== undefined && !attributes.has(side)) changes.set(side, own);
    }
  }
}

/**
 * The drawing as browsers read it, in words that the renderer knows. It mends markers that are
 * reversed at the start or stand on a rectangle, symbols with a size, and uses in clips. It mends
 * an `svg` in another one, and filters and masks that are missing. It has at most one more marker
 * for each marker.
 */
export function arrangeReferences({ root }: SvgDrawing): SvgDrawing {
  return { root: new Arranger(root).read(root) };
}
