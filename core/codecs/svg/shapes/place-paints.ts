import { freeId, keepIds, localId } from '../references.ts';
import { StyleWork } from '../style-work.ts';
import { formatNumber } from '../styles/read-lengths.ts';
import type { SvgDrawing, SvgElement } from '../svg-element.ts';
import type { Box } from './box.ts';
import { readPathBoxes } from './path-boxes.ts';

type Attributes = SvgElement['attributes'];
const PAINTS = ['fill', 'stroke'] as const;
type Paints = Readonly<Record<(typeof PAINTS)[number], string>>;

/** Lengths of a paint in shares of a box, with their defaults. */
const LENGTHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  linearGradient: { x1: '0', y1: '0', x2: '1', y2: '0' },
  radialGradient: { cx: '0.5', cy: '0.5', r: '0.5' },
  pattern: { x: '0', y: '0', width: '0', height: '0' },
};
const FOCUS: Readonly<Record<string, string>> = { fx: 'cx', fy: 'cy' };
/** Templates that one paint follows. */
const MAX_TEMPLATES = 100;
/** Boxes that differ by less of their size make no difference that shows. */
const MOST_DISTANCE = 0.002;

/** A number, or a percentage as a share of one. */
function shareOf(text: string): number {
  const number = Number.parseFloat(text);
  return text.trim().endsWith('%') ? number / 100 : number;
}

/** Whether the renderer measures a path by control points far outside of its line. */
function isWider(line: Box, controls: Box): boolean {
  const [width, height] = [line.right - line.left, line.bottom - line.top];
  const across = Math.max(line.left - controls.left, controls.right - line.right);
  const down = Math.max(line.top - controls.top, controls.bottom - line.bottom);
  return across > MOST_DISTANCE * width || down > MOST_DISTANCE * height;
}

class PaintPlacer {
  private readonly byId: ReadonlyMap<string, SvgElement>;
  private readonly placed: SvgElement[] = [];
  private readonly work = new StyleWork();

  constructor(root: SvgElement) {
    this.byId = keepIds(root, new Map());
  }

  /** Whether a shape can refer to a gradient or a pattern. */
  hasPaints(): boolean {
    return [...this.byId.values()].some(({ name }) => Object.hasOwn(LENGTHS, name));
  }

  /** Recurses as deep as the elements are nested, which the reader of XML bounds. */
  read(element: SvgElement, around: Paints): SvgElement {
    const { attributes } = element;
    const paints: Paints = {
      fill: attributes.get('fill') ?? around.fill,
      stroke: attributes.get('stroke') ?? around.stroke,
    };
    const children = element.children.map((child) => this.read(child, paints));
    const isSame = children.every((child, at) => child === element.children[at]);
    const changes = element.name === 'path' ? this.placedPaints(attributes, paints) : [];
    if (isSame && changes.length === 0) return element;
    return { ...element, attributes: new Map([...attributes, ...changes]), children };
  }

  private placedPaints(attributes: Attributes, paints: Paints): readonly [string, string][] {
    const shared = PAINTS.filter((key) => this.isOfBox(localId(urlOf(paints[key]))));
    if (shared.length === 0) return [];
    const data = attributes.get('d') ?? '';
    this.work.addText(data);
    const boxes = readPathBoxes(data);
    if (!boxes || !isWider(boxes.line, boxes.controls)) return [];
    return shared.map((key): [string, string] => {
      const url = urlOf(paints[key]);
      const placed = `url(#${this.place(localId(url) ?? '', boxes.line)})`;
      return [key, `${placed}${paints[key].slice(url.length)}`];
    });
  }

  /** The first value of an attribute in a paint and its templates, of its own kind or of any. */
  private valueOf(paint: SvgElement, name: string, isOfKind: boolean): string | undefined {
    let next: SvgElement | undefined = paint;
    for (let count = 0; next && count < MAX_TEMPLATES; count += 1) {
      const value = next.attributes.get(name);
      if (value !== undefined && (!isOfKind || next.name === paint.name)) return value;
      next = this.byId.get((next.attributes.get('href') ?? '').slice(1));
    }
    return undefined;
  }

  /** Whether a paint is placed in shares of the box of the painted shape. */
  private isOfBox(id: string | undefined): boolean {
    const paint = id === undefined ? undefined : this.byId.get(id);
    if (!paint || !Object.hasOwn(LENGTHS, paint.name)) return false;
    if (paint.name !== 'pattern') {
      return this.valueOf(paint, 'gradientUnits', false) !== 'userSpaceOnUse';
    }
    const isOfUser = this.valueOf(paint, 'patternUnits', false) === 'userSpaceOnUse';
    const content = this.valueOf(paint, 'patternContentUnits', false);
    return !isOfUser && content !== 'objectBoundingBox';
  }

  /** The same paint in the units of a path with this box; its id. */
  private place(id: string, box: Box): string {
    const paint = this.byId.get(id) as SvgElement;
    const own = freeId(`paint-${this.placed.length}`, this.byId);
    const attributes = new Map([['id', own]]);
    attributes.set('href', `#${id}`);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (paint.name === 'pattern') this.placePattern(paint, box, attributes);
    else {
      const matrix = [width, 0, 0, height, box.left, box.top].map(formatNumber).join(' ');
      const transform = this.valueOf(paint, 'gradientTransform', false) ?? '';
      attributes.set('gradientUnits', 'userSpaceOnUse');
      attributes.set('gradientTransform', `matrix(${matrix}) ${transform}`.trim());
      for (const [name, value] of this.lengthsOf(paint)) attributes.set(name, formatNumber(value));
    }
    this.placed.push({ name: paint.name, attributes, children: [], pixels: 0 });
    return own;
  }

  private placePattern(pattern: SvgElement, box: Box, attributes: Map<string, string>): void {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const shares = this.lengthsOf(pattern);
    const set = (name: string, value: number) => attributes.set(name, formatNumber(value));
    attributes.set('patternUnits', 'userSpaceOnUse');
    set('x', box.left + (shares.get('x') ?? 0) * width);
    set('y', box.top + (shares.get('y') ?? 0) * height);
    set('width', (shares.get('width') ?? 0) * width);
    set('height', (shares.get('height') ?? 0) * height);
  }

  private lengthsOf(paint: SvgElement): ReadonlyMap<string, number> {
    const lengths = new Map<string, number>();
    for (const [name, initial] of Object.entries(LENGTHS[paint.name] ?? {})) {
      const share = shareOf(this.valueOf(paint, name, true) ?? initial);
      lengths.set(name, Number.isFinite(share) ? share : shareOf(initial));
    }
    if (paint.name !== 'radialGradient') return lengths;
    for (const [name, center] of Object.entries(FOCUS)) {
      const share = shareOf(this.valueOf(paint, name, true) ?? '');
      lengths.set(name, Number.isFinite(share) ? share : (lengths.get(center) ?? 0));
    }
    return lengths;
  }

  listPlaced(): readonly SvgElement[] {
    return this.placed;
  }
}

/** The reference of a paint, without what follows it for a paint that is missing. */
const urlOf = (paint: string) => paint.slice(0, paint.indexOf(')') + 1);

/**
 * The drawing with gradients and patterns placed by the lines of the paths that they paint, as in
 * browsers. The renderer measures the control points of curves too. It has at most two more paints
 * for each path.
 */
export function placePaints({ root }: SvgDrawing): SvgDrawing {
  const placer = new PaintPlacer(root);
  if (!placer.hasPaints()) return { root };
  const read = placer.read(root, { fill: '', stroke: '' });
  const placed = placer.listPlaced();
  if (placed.length === 0) return { root: read };
  return { root: { ...read, children: [...placed, ...read.children] } };
}
