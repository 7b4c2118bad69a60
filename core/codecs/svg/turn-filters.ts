import { freeId, keepId, localId } from './references.ts';
import { heightened, isLit } from './steps/scale-lights.ts';
import { StyleWork } from './style-work.ts';
import { formatNumber } from './styles/read-lengths.ts';
import { IDENTITY, type Matrix, multiply } from './styles/read-transform.ts';
import { matrixOfAttribute } from './styles/user-space.ts';
import type { SvgDrawing, SvgElement } from './svg-element.ts';
import { refuseSvg, refuseUndrawn } from './svg-faults.ts';
import { readNumbers } from './svg-size.ts';

type Attributes = SvgElement['attributes'];

/** How a filtered element stands on the page; the renderer keeps the scale of both axes alone. */
type Turn = 'upright' | 'quarter' | 'rotated' | 'skewed';

/** Steps that change each pixel alone: no turn changes their result. */
const OF_PIXELS = new Set(
  'feColorMatrix feComponentTransfer feBlend feComposite feMerge feFlood'.split(' '),
);
const SPREADING = ['feGaussianBlur', 'feDropShadow', 'feOffset', 'feMorphology'];
const REGION = ['x', 'y', 'width', 'height'];
/** Visits of elements, each by the uses that draw it. */
const MAX_VISITS = 200_000;
/** Steps of all filters that are made. */
const MAX_STEPS = 20_000;
/** Content that is drawn where something else stands. */
const OWN_SPACES = ['pattern', 'marker', 'mask'];
/** Content that a use alone draws. */
const UNSHOWN = ['defs', 'symbol'];
const NEAR = 1e-6;

function turnOf([a, b, c, d]: Matrix): Turn {
  const size = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  const isZero = (value: number) => Math.abs(value) <= NEAR * size;
  if (isZero(b) && isZero(c)) return a > 0 && d > 0 ? 'upright' : 'quarter';
  if (isZero(a) && isZero(d)) return 'quarter';
  const isEven =
    isZero(a * b + c * d) && Math.abs(a * a + c * c - b * b - d * d) <= NEAR * size * size;
  return isEven ? 'rotated' : 'skewed';
}

/** How much larger an element is drawn, of both axes. */
const sizeOf = ([a, b, c, d]: Matrix) => Math.sqrt(Math.abs(a * d - b * c));

/** The pair of a list of one number or two. */
function pairOf(text: string | undefined, otherwise: number): readonly [number, number] {
  const [first = otherwise, second = first] = text ? readNumbers(text) : [];
  return [first, second];
}

/** The two numbers of a blur or a radius, by the axes of the page. */
function turnedPair([x, y]: readonly [number, number], [a]: Matrix): string {
  const isSwapped = Math.abs(a) <= NEAR;
  return (isSwapped ? [y, x] : [x, y]).map(formatNumber).join(' ');
}

/** An offset in the units of the renderer, which scales it by both axes of the page. */
function turnedOffset(attributes: Attributes, otherwise: number, [a, b, c, d]: Matrix) {
  const [dx, dy] = ['dx', 'dy'].map((name) => Number(attributes.get(name) ?? otherwise));
  const [x = 0, y = 0] = [dx, dy];
  return {
    dx: formatNumber((a * x + c * y) / Math.hypot(a, c)),
    dy: formatNumber((b * x + d * y) / Math.hypot(b, d)),
  };
}

/** A step of a filter on an element that stands so; undefined where none of its values say it. */
function turnedStep(
  step: SvgElement,
  matrix: Matrix,
  turn: Turn,
): Record<string, string> | undefined {
  const { name, attributes } = step;
  if (OF_PIXELS.has(name)) return {};
  if (turn === 'skewed') return undefined;
  if (name === 'feOffset') return turnedOffset(attributes, 0, matrix);
  const isDropShadow = name === 'feDropShadow';
  if (isDropShadow || name === 'feGaussianBlur') {
    const [x, y] = pairOf(attributes.get('stdDeviation'), isDropShadow ? 2 : 0);
    if (turn === 'rotated' && x !== y) return undefined;
    const blur = { stdDeviation: turnedPair([x, y], matrix) };
    return isDropShadow ? { ...blur, ...turnedOffset(attributes, 2, matrix) } : blur;
  }
  if (name === 'feMorphology' && turn === 'quarter') {
    return { radius: turnedPair(pairOf(attributes.get('radius'), 0), matrix) };
  }
  return undefined;
}

const withAttributes = (element: SvgElement, changes: Readonly<Record<string, string>>) => {
  return { ...element, attributes: new Map([...element.attributes, ...Object.entries(changes)]) };
};

/** The same filter for an element that stands so. An ImageFileFault where the renderer has none. */
function turnedFilter(filter: SvgElement, id: string, matrix: Matrix, turn: Turn): SvgElement {
  const region = cutsBox(filter) ? widerRegion(filter) : {};
  if (turn === 'upright') {
    const lit = filter.children.map((step) => heightened(step, sizeOf(matrix)));
    return withAttributes({ ...filter, children: lit }, { ...region, id });
  }
  const isOfBox = filter.attributes.get('primitiveUnits') === 'objectBoundingBox';
  const children = filter.children.map((step) => {
    const changes = hasPlace(step) || isOfBox ? undefined : turnedStep(step, matrix, turn);
    if (!changes) return refuseUndrawn(`${step.name} on an element that is turned or mirrored`);
    return withAttributes(step, changes);
  });
  return withAttributes({ ...filter, children }, { ...region, id });
}

const REGION_OF_BOX: Readonly<Record<string, string>> = {
  x: '-10%',
  y: '-10%',
  width: '120%',
  height: '120%',
};

const hasPlace = ({ attributes }: SvgElement) => REGION.some((name) => attributes.has(name));

/** The region of a filter in shares of the element's box; undefined in other units. */
function regionOfBox({ attributes }: SvgElement): readonly number[] | undefined {
  if (attributes.get('filterUnits') === 'userSpaceOnUse') return undefined;
  return REGION.map((name) => {
    const value = attributes.get(name) ?? REGION_OF_BOX[name] ?? '';
    return Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
  });
}

/** Whether the region cuts a part of the box: browsers cut the result, and not what goes in. */
function cutsBox(filter: SvgElement): boolean {
  const [x = 0, y = 0, width = 1, height = 1] = regionOfBox(filter) ?? [];
  const cuts = x > 0 || y > 0 || x + width < 1 || y + height < 1;
  const isPlaced = filter.children.some(hasPlace);
  return cuts && !isPlaced && filter.children.some(({ name }) => SPREADING.includes(name));
}

/** A region with half of the box around it. */
function widerRegion(filter: SvgElement): Record<string, string> {
  const [x = 0, y = 0, width = 1, height = 1] = regionOfBox(filter) ?? [];
  const sides = [x - 0.5, y - 0.5, width + 1, height + 1].map(formatNumber);
  return Object.fromEntries(REGION.map((name, at) => [name, sides[at] ?? '']));
}

/** A clip of the filter's region. The renderer has the upright box around it. */
function clipOfRegion(filter: SvgElement, id: string, clip: string | undefined): SvgElement {
  const shares = regionOfBox(filter);
  const isOfBox = shares !== undefined;
  const region = REGION.map((name, at): [string, string] => {
    const share = shares?.[at];
    return [name, share === undefined ? (filter.attributes.get(name) ?? '') : formatNumber(share)];
  });
  const rect = { name: 'rect', attributes: new Map(region), children: [], pixels: 0 };
  const units = isOfBox ? 'objectBoundingBox' : 'userSpaceOnUse';
  const own = new Map([
    ['id', id],
    ['clipPathUnits', units],
  ]);
  if (clip !== undefined) own.set('clip-path', clip);
  return { name: 'clipPath', attributes: own, children: [rect], pixels: 0 };
}

/** The linear part of a matrix, by which filters are the same. */
const keyOf = (matrix: Matrix) =>
  matrix
    .slice(0, 4)
    .map((value) => value.toFixed(6))
    .join(' ');

/** The place of an element, whose matrix is computed for the few that need it. */
class Place {
  private readonly around: Place | undefined;
  private readonly element: SvgElement;
  private readonly work: StyleWork;
  private known: Matrix | undefined;

  constructor(around: Place | undefined, element: SvgElement, work: StyleWork) {
    this.around = around;
    this.element = element;
    this.work = work;
  }

  /** Recurses as deep as elements are nested: the place of each use is known before. */
  matrix(): Matrix {
    if (this.known) return this.known;
    const { name, attributes } = this.element;
    const text = attributes.get(name === 'pattern' ? 'patternTransform' : 'transform');
    const own = text === undefined ? undefined : matrixOfAttribute(text, this.work);
    const around = this.around?.matrix() ?? IDENTITY;
    this.known = own ? multiply(around, own) : around;
    return this.known;
  }
}

class FilterTurner {
  private readonly byId = new Map<string, SvgElement>();
  private readonly work = new StyleWork();
  /** The stand of each filtered element, which is one alone. */
  private readonly stands = new Map<SvgElement, Matrix>();
  /** Elements with a filter or a use in them. */
  private readonly filtered = new Set<SvgElement>();
  private readonly visited = new Set<string>();
  private readonly turned = new Map<string, SvgElement>();
  private visits = 0;
  private steps = 0;
  private ids = 0;
  private readonly regions = new Map<string, SvgElement>();
  hasFilters = false;

  constructor(root: SvgElement) {
    this.keep(root);
  }

  private keep(element: SvgElement): boolean {
    const { name, attributes, children } = element;
    keepId(element, this.byId);
    let has = name === 'use';
    if (localId(attributes.get('filter')) !== undefined) {
      this.hasFilters = true;
      has = true;
    }
    for (const child of children) has = this.keep(child) || has;
    if (has) this.filtered.add(element);
    return has;
  }

  /** Finds how each filtered element stands, in the page and by the uses that draw it. */
  visitAll(root: SvgElement): void {
    const open = [{ element: root, place: new Place(undefined, root, this.work), isDrawn: true }];
    for (let next = open.pop(); next; next = open.pop()) {
      this.visits += 1;
      if (this.visits > MAX_VISITS) refuseSvg('complex');
      const { element, place, isDrawn } = next;
      const isFiltered = localId(element.attributes.get('filter')) !== undefined;
      if (isDrawn && isFiltered) this.note(element, place.matrix());
      for (const child of element.children) {
        // a filter changes nothing of what clips
        if (child.name === 'clipPath') continue;
        const isOwn = OWN_SPACES.includes(child.name);
        const inner = new Place(isOwn ? undefined : place, child, this.work);
        const isShown = isOwn || (isDrawn && !UNSHOWN.includes(child.name));
        open.push({ element: child, place: inner, isDrawn: isShown });
      }
      const target = isDrawn ? this.targetOf(element, place) : undefined;
      if (target) {
        open.push({ element: target, place: new Place(place, target, this.work), isDrawn: true });
      }
    }
  }

  /** The element that a use draws; undefined where it has been seen in such a place. */
  private targetOf({ name, attributes }: SvgElement, place: Place): SvgElement | undefined {
    const href = name === 'use' ? attributes.get('href') : undefined;
    const target = href === undefined ? undefined : this.byId.get(href.slice(1));
    if (!target || !this.filtered.has(target)) return undefined;
    const key = `${href} ${keyOf(place.matrix())}`;
    if (this.visited.has(key)) return undefined;
    this.visited.add(key);
    return target;
  }

  private note(element: SvgElement, matrix: Matrix): void {
    const known = this.stands.get(element);
    if (
      known &&
      keyOf(known) !== keyOf(matrix) &&
      [known, matrix].some((one) => turnOf(one) !== 'upright')
    ) {
      refuseUndrawn('a filter on an element that is turned in one place and not in another');
    }
    this.stands.set(element, matrix);
  }

  read(element: SvgElement): SvgElement {
    const children = element.children.map((child) => this.read(child));
    const same = children.every((child, at) => child === element.children[at]);
    const kept = same ? element : { ...element, children };
    const matrix = this.stands.get(element);
    const turn = matrix && turnOf(matrix);
    const filter = this.byId.get(localId(element.attributes.get('filter')) ?? '');
    if (!matrix || !turn || filter?.name !== 'filter') return kept;
    const isCut = cutsBox(filter);
    const isScaled = filter.children.some(isLit) && sizeOf(matrix) !== 1;
    if (turn === 'upright' && !isCut && !isScaled) return kept;
    const id = this.twinOf(filter, matrix, turn);
    const turned = withAttributes(kept, { filter: `url(#${id})` });
    const isPlain = turn === 'quarter' || turn === 'upright';
    return isPlain && !isCut ? turned : this.withRegion(turned, filter);
  }

  private withRegion(element: SvgElement, filter: SvgElement): SvgElement {
    const clip = element.attributes.get('clip-path');
    const key = `${filter.attributes.get('id')} ${clip ?? ''}`;
    const known = this.regions.get(key) ?? clipOfRegion(filter, this.freeId('region'), clip);
    this.regions.set(key, known);
    return withAttributes(element, { 'clip-path': `url(#${known.attributes.get('id')})` });
  }

  private freeId(kind: string): string {
    this.ids += 1;
    return freeId(`${kind}-${this.ids}`, this.byId);
  }

  private twinOf(filter: SvgElement, matrix: Matrix, turn: Turn): string {
    const key = `${filter.attributes.get('id')} ${keyOf(matrix)}`;
    const known = this.turned.get(key)?.attributes.get('id');
    if (known !== undefined) return known;
    this.steps += filter.children.length;
    if (this.steps > MAX_STEPS) refuseSvg('complex');
    const id = this.freeId('turned');
    this.turned.set(key, turnedFilter(filter, id, matrix, turn));
    return id;
  }

  listTurned(): readonly SvgElement[] {
    return [...this.turned.values(), ...this.regions.values()];
  }
}

/**
 * The drawing with its own filter for each way in which filtered elements are turned or
 * mirrored. The renderer applies a filter along the axes of the page, browsers along those of the
 * element. An ImageFileFault that names a step for which no such filter is the same.
 */
export function turnFilters({ root }: SvgDrawing): SvgDrawing {
  const turner = new FilterTurner(root);
  if (!turner.hasFilters) return { root };
  turner.visitAll(root);
  const read = turner.read(root);
  return { root: { ...read, children: [...turner.listTurned(), ...read.children] } };
}
