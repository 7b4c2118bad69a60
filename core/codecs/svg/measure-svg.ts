import { countCharacter } from './count-character.ts';
import { countUrls } from './count-sheet.ts';
import { keepIds } from './references.ts';
import { readUrls } from './styles/check-urls.ts';
import type { SvgDrawing, SvgElement } from './svg-element.ts';
import { refuseSvg } from './svg-faults.ts';
import { readNumbers } from './svg-size.ts';

/** The work of a drawing once every reference is replaced by its target. */
export interface SvgWork {
  readonly elements: number;
  /** Bitmaps of the canvas's size at most: of opacity, clips, masks and filters. */
  readonly layers: number;
  /** Steps and functions of filters, as often as they are drawn. */
  readonly filterSteps: number;
  /** The sum of squares of the radii of `feMorphology`, in pixels of the drawing. */
  readonly morphology: number;
  /** Of embedded images, as often as they are drawn. */
  readonly pixels: number;
}

type Sum = { -readonly [Name in keyof SvgWork]: SvgWork[Name] };

const MAX_DEPTH = 200;
const LAYERED: ReadonlySet<string> = new Set([
  'clip-path',
  'mask',
  'filter',
  'mix-blend-mode',
  'isolation',
]);
/** Each octave of noise took as long as three layers. */
const LAYERS_PER_OCTAVE = 3;
/** Elements that draw nothing where they stand, but where others refer to them. */
const KEPT_FOR_OTHERS: ReadonlySet<string> = new Set([
  'defs',
  'symbol',
  'filter',
  'marker',
  'mask',
  'clipPath',
  'pattern',
]);
/** Parts of a filter's step, which are no steps. */
const PARTS_OF_STEPS = /^fe(?:Func.|MergeNode|\w+Light)$/;

function addTo(sum: Sum, added: SvgWork, times = 1): void {
  const { elements, layers, filterSteps, morphology, pixels } = added;
  sum.elements += elements * times;
  sum.layers += layers * times;
  sum.filterSteps += filterSteps * times;
  sum.morphology += morphology * times;
  sum.pixels += pixels * times;
}

// NaN is no number of anything
const isCounted = ({ elements, layers, filterSteps, morphology, pixels }: SvgWork) =>
  elements + layers + filterSteps + morphology + pixels < Number.MAX_SAFE_INTEGER;

function isLayer(property: string, value: string): boolean {
  if (property === 'opacity') return Number.parseFloat(value) < 1;
  return LAYERED.has(property) && value !== 'none';
}

/** The larger of an attribute's one or two numbers; the renderer reads no more. */
function largest(list: string): number {
  const [first = 0, second = first] = readNumbers(list);
  return Math.max(first, second);
}

/** The layers of a filter's step; a matrix reads that many pixels for each. */
function layersOf({ name, attributes }: SvgElement): number {
  if (!name.startsWith('fe')) return 0;
  if (name === 'feTurbulence') return LAYERS_PER_OCTAVE * Number(attributes.get('numOctaves') ?? 1);
  if (name !== 'feConvolveMatrix') return 1;
  const order = largest(attributes.get('order') ?? '3');
  return 1 + (order * order) / 8;
}

/** One for a step of a filter; of any other element the functions in its own filter. */
function filterStepsOf({ name, attributes }: SvgElement): number {
  if (name.startsWith('fe')) return PARTS_OF_STEPS.test(name) ? 0 : 1;
  const filter = attributes.get('filter') ?? '';
  return countCharacter(filter, '(') - countUrls(filter);
}

function radiusOf({ name, attributes }: SvgElement): number {
  return name === 'feMorphology' ? Math.max(0, largest(attributes.get('radius') ?? '0')) : 0;
}

/** The cost of attributes: whether one is a layer, and which parts they draw. */
interface Drawn {
  isLayer: boolean;
  ids: string[] | undefined;
  /** Of the parts that are drawn at each point of a path. */
  markerIds: string[] | undefined;
}

const NO_IDS: readonly string[] = [];

function addDeclaration(drawn: Drawn, property: string, value: string): void {
  if (isLayer(property, value)) drawn.isLayer = true;
  if (property === 'href') {
    drawn.ids ??= [];
    if (value.startsWith('#')) drawn.ids.push(value.slice(1));
  } else if (value.includes('(')) {
    const list = property.startsWith('marker') ? 'markerIds' : 'ids';
    drawn[list] ??= [];
    for (const id of readUrls(value)) drawn[list].push(id);
  }
}

function drawnBy({ attributes }: SvgElement): Drawn {
  const drawn: Drawn = { isLayer: false, ids: undefined, markerIds: undefined };
  for (const [property, value] of attributes) addDeclaration(drawn, property, value);
  return drawn;
}

class Measure {
  private readonly byId: ReadonlyMap<string, SvgElement>;
  /** Of elements with an id: any other is reached once from the one around it. */
  private readonly known = new Map<SvgElement, SvgWork>();
  private readonly open = new Set<SvgElement>();

  constructor({ root }: SvgDrawing) {
    this.byId = keepIds(root, new Map());
  }

  private addTargets(work: Sum, ids: readonly string[], depth: number, times: number): void {
    for (const id of ids) {
      const target = this.byId.get(id);
      if (target) addTo(work, this.of(target, depth + 1), times);
    }
  }

  of(element: SvgElement, depth: number): SvgWork {
    const isTarget = element.attributes.has('id');
    const before = isTarget ? this.known.get(element) : undefined;
    if (before) return before;
    if (isTarget && this.open.has(element)) return refuseSvg('cycle');
    if (depth > MAX_DEPTH) return refuseSvg('complex');
    if (isTarget) this.open.add(element);
    const drawn = drawnBy(element);
    const radius = radiusOf(element);
    const work: Sum = {
      elements: 1,
      layers: layersOf(element) + (drawn.isLayer ? 1 : 0),
      filterSteps: filterStepsOf(element),
      morphology: radius * radius,
      pixels: element.pixels,
    };
    for (const child of element.children) {
      const drawnThere = this.of(child, depth + 1);
      const isKept = KEPT_FOR_OTHERS.has(child.name);
      addTo(work, isKept ? { ...drawnThere, filterSteps: 0 } : drawnThere);
    }
    this.addTargets(work, drawn.ids ?? NO_IDS, depth, 1);
    if (drawn.markerIds) {
      this.addTargets(work, drawn.markerIds, depth, pointsOf(element));
    }
    if (isTarget) {
      this.open.delete(element);
      this.known.set(element, work);
    }
    return isCounted(work) ? work : refuseSvg('complex');
  }
}

/** How often a marker is drawn, at most: at each point of the path. */
function pointsOf({ attributes }: SvgElement): number {
  const points = attributes.get('d') ?? attributes.get('points') ?? '';
  return 2 + Math.ceil(points.length / 2);
}

/**
 * The work of a drawing. Each element is measured once, however often it is referred to. An
 * ImageFileFault if a part refers to itself, or through more than 200 others.
 */
export function measureSvg(drawing: SvgDrawing): SvgWork {
  return new Measure(drawing).of(drawing.root, 0);
}
