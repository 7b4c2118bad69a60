import { type Declaration, readUrls } from './read-styles.ts';
import type { SvgDrawing, SvgElement } from './read-svg.ts';
import { refuseSvg } from './svg-faults.ts';
import { readNumbers } from './svg-size.ts';

/** The work of a drawing once every reference is replaced by its target. */
export interface SvgWork {
  readonly elements: number;
  /** Bitmaps of the canvas's size at most: of opacity, clips, masks and filters. */
  readonly layers: number;
  /** The sum of squares of the radii of `feMorphology`, in pixels of the drawing. */
  readonly morphology: number;
  /** Of embedded images, as often as they are drawn. */
  readonly pixels: number;
}

const MAX_DEPTH = 200;
/** Selectors of a style sheet times elements, each of which a renderer compares. */
const MAX_MATCHES = 5_000_000;
const NOTHING: SvgWork = { elements: 0, layers: 0, morphology: 0, pixels: 0 };
const LAYERED = ['clip-path', 'mask', 'filter', 'mix-blend-mode', 'isolation'];
/** Each octave of noise took as long as three layers. */
const LAYERS_PER_OCTAVE = 3;

function add(a: SvgWork, b: SvgWork, times = 1): SvgWork {
  return {
    elements: a.elements + b.elements * times,
    layers: a.layers + b.layers * times,
    morphology: a.morphology + b.morphology * times,
    pixels: a.pixels + b.pixels * times,
  };
}

function isLayer({ property, value }: Declaration): boolean {
  if (property === 'opacity') return Number.parseFloat(value) < 1;
  return LAYERED.includes(property) && value !== 'none';
}

/** The layers of a filter's step; a matrix reads that many pixels for each. */
function layersOf({ name, attributes }: SvgElement): number {
  if (!name.startsWith('fe')) return 0;
  if (name === 'feTurbulence') return LAYERS_PER_OCTAVE * Number(attributes.get('numOctaves') ?? 1);
  const order = Math.max(...readNumbers(attributes.get('order') ?? '3'));
  return name === 'feConvolveMatrix' ? 1 + (order * order) / 8 : 1;
}

function radiusOf({ name, attributes }: SvgElement): number {
  if (name !== 'feMorphology') return 0;
  return Math.max(0, ...readNumbers(attributes.get('radius') ?? '0'));
}

class Measure {
  private readonly byId = new Map<string, SvgElement>();
  private readonly byKey: ReadonlyMap<string, readonly Declaration[]>;
  private readonly known = new Map<SvgElement, SvgWork>();
  private readonly open = new Set<SvgElement>();

  constructor({ root, rules }: SvgDrawing) {
    this.keepIds(root);
    const entries = rules.flatMap(({ keys, declarations }) => {
      const costly = declarations.filter((one) => isLayer(one) || readUrls(one.value).length > 0);
      return keys.flatMap((key) => costly.map((declaration) => [key, declaration] as const));
    });
    const byKey = Map.groupBy(entries, ([key]) => key);
    this.byKey = new Map([...byKey].map(([key, all]) => [key, all.map(([, one]) => one)]));
  }

  private keepIds(element: SvgElement): void {
    const id = element.attributes.get('id');
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, element);
    for (const child of element.children) this.keepIds(child);
  }

  /** All declarations that may apply: its own, and of the rules that may match it. */
  private declarationsOf({ name, attributes, declarations }: SvgElement): readonly Declaration[] {
    if (this.byKey.size === 0) return declarations;
    const classes = (attributes.get('class') ?? '').split(/\s+/).map((one) => `.${one}`);
    const keys = ['*', name, `#${attributes.get('id') ?? ''}`, ...classes];
    return [...declarations, ...keys.flatMap((key) => this.byKey.get(key) ?? [])];
  }

  /** How often a declaration's targets are drawn: a marker at each point of the path. */
  private timesOf({ attributes }: SvgElement, { property }: Declaration): number {
    if (!property.startsWith('marker')) return 1;
    const points = attributes.get('d') ?? attributes.get('points') ?? '';
    return 2 + Math.ceil(points.length / 2);
  }

  of(element: SvgElement, depth: number): SvgWork {
    const before = this.known.get(element);
    if (before) return before;
    if (this.open.has(element)) return refuseSvg('cycle');
    if (depth > MAX_DEPTH) return refuseSvg('complex');
    this.open.add(element);
    const declarations = this.declarationsOf(element);
    const radius = radiusOf(element);
    let work: SvgWork = {
      elements: 1,
      layers: layersOf(element) + (declarations.some(isLayer) ? 1 : 0),
      morphology: radius * radius,
      pixels: element.pixels,
    };
    for (const child of element.children) work = add(work, this.of(child, depth + 1));
    for (const declaration of declarations) {
      for (const id of idsOf(declaration)) {
        const target = this.byId.get(id);
        const cost = target ? this.of(target, depth + 1) : NOTHING;
        work = add(work, cost, this.timesOf(element, declaration));
      }
    }
    this.open.delete(element);
    this.known.set(element, work);
    // NaN is no number of anything
    return Object.values(work).every((count) => count < Number.MAX_SAFE_INTEGER)
      ? work
      : refuseSvg('complex');
  }
}

function idsOf({ property, value }: Declaration): string[] {
  if (property === 'href') return value.startsWith('#') ? [value.slice(1)] : [];
  return readUrls(value);
}

function countElements({ children }: SvgElement): number {
  return children.reduce((sum, child) => sum + countElements(child), 1);
}

/**
 * The work of a drawing. Each element is measured once, however often it is referred to. An
 * ImageFileFault if a part refers to itself, or through more than 200 others.
 */
export function measureSvg(drawing: SvgDrawing): SvgWork {
  const elements = countElements(drawing.root);
  const selectors = drawing.rules.reduce((sum, { keys }) => sum + keys.length, 0);
  if (selectors * elements > MAX_MATCHES) return refuseSvg('complex');
  return new Measure(drawing).of(drawing.root, 0);
}
