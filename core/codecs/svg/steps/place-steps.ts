import { formatNumber } from '../styles/read-lengths.ts';
import type { SvgDrawing, SvgElement } from '../svg-element.ts';

type Attributes = SvgElement['attributes'];
/** The left, top, width and height of a step's result, in units of the drawing. */
type Place = readonly [x: number, y: number, width: number, height: number];

const SIDES = ['x', 'y', 'width', 'height'] as const;
/** Steps that read nothing: their result has the whole region of the filter. */
const SOURCES = ['feFlood', 'feTurbulence', 'feImage'];
const STANDARD = /^(?:Source(?:Graphic|Alpha)|Background(?:Image|Alpha)|(?:Fill|Stroke)Paint)$/;

const hasSide = ({ attributes }: SvgElement) => SIDES.some((side) => attributes.has(side));
const numberOf = (attributes: Attributes, side: string) => Number(attributes.get(side) ?? 0);
const hasNumbers = ({ attributes }: SvgElement) =>
  SIDES.every((side) => Number.isFinite(numberOf(attributes, side)));

/** The least place around others; undefined if one of them is the whole region. */
function unionOf(places: readonly (Place | undefined)[]): Place | undefined {
  const [first, ...others] = places;
  if (!first) return undefined;
  return others.reduce<Place | undefined>((all, one) => {
    if (!all || !one) return undefined;
    const [left, top] = [Math.min(all[0], one[0]), Math.min(all[1], one[1])];
    const right = Math.max(all[0] + all[2], one[0] + one[2]);
    const bottom = Math.max(all[1] + all[3], one[1] + one[3]);
    return [left, top, right - left, bottom - top];
  }, first);
}

const sidesOf = (place: Place) =>
  SIDES.map((side, at): [string, string] => [side, formatNumber(place[at] ?? 0)]);

/** Follows the places of the results of one filter. */
class StepPlacer {
  private readonly results = new Map<string, Place | undefined>();
  private readonly placed: SvgElement[] = [];
  private last: Place | undefined;

  private inputOf(name: string | undefined): Place | undefined {
    if (name !== undefined && STANDARD.test(name)) return undefined;
    return name !== undefined && this.results.has(name) ? this.results.get(name) : this.last;
  }

  private inputsOf({ name, attributes, children }: SvgElement): readonly (Place | undefined)[] {
    if (name === 'feMerge') return children.map((one) => this.inputOf(one.attributes.get('in')));
    const first = this.inputOf(attributes.get('in'));
    return attributes.has('in2') ? [first, this.inputOf(attributes.get('in2'))] : [first];
  }

  /** The place of a step: its own sides, and those of its inputs. */
  private placeOf(step: SvgElement): Place | undefined {
    const { attributes } = step;
    const around = SOURCES.includes(step.name) ? undefined : unionOf(this.inputsOf(step));
    if (!around && !SIDES.every((side) => attributes.has(side))) return undefined;
    const [x = 0, y = 0, width = 0, height = 0] = SIDES.map((side, at) =>
      attributes.has(side) ? numberOf(attributes, side) : (around?.[at] ?? 0),
    );
    return [x, y, width, height];
  }

  add(step: SvgElement): void {
    const place = this.placeOf(step);
    const result = step.attributes.get('result');
    if (result !== undefined) this.results.set(result, place);
    this.last = place;
    if (!place) this.placed.push(step);
    else if (step.name === 'feOffset') this.addOffset(step, place);
    else {
      this.placed.push({ ...step, attributes: new Map([...step.attributes, ...sidesOf(place)]) });
    }
  }

  /** The renderer never cuts a moved result, so a merge of it alone is cut. */
  private addOffset(step: SvgElement, place: Place): void {
    const id = `imagewell-moved-${this.placed.length}`;
    const moved = new Map([...step.attributes, ['result', id]]);
    for (const side of SIDES) moved.delete(side);
    const node = {
      name: 'feMergeNode',
      attributes: new Map([['in', id]]),
      children: [],
      pixels: 0,
    };
    const attributes = new Map(sidesOf(place));
    const result = step.attributes.get('result');
    if (result !== undefined) attributes.set('result', result);
    this.placed.push({ ...step, attributes: moved });
    this.placed.push({ name: 'feMerge', attributes, children: [node], pixels: 0 });
  }

  list(): readonly SvgElement[] {
    return this.placed;
  }
}

function withPlaces(filter: SvgElement): SvgElement {
  const isOfBox = filter.attributes.get('primitiveUnits') === 'objectBoundingBox';
  const isPlaced = filter.children.some(hasSide) && filter.children.every(hasNumbers);
  if (isOfBox || !isPlaced) return filter;
  const placer = new StepPlacer();
  for (const step of filter.children) placer.add(step);
  return { ...filter, children: placer.list() };
}

function read(element: SvgElement): SvgElement {
  if (element.name === 'filter') return withPlaces(element);
  if (element.children.length === 0) return element;
  const children = element.children.map(read);
  const isSame = children.every((child, at) => child === element.children[at]);
  return isSame ? element : { ...element, children };
}

/**
 * The drawing with the place of each step of its filters. A step without one has the place of its
 * inputs in browsers, and the whole region in the renderer. Each step becomes two at most.
 */
export function placeSteps({ root }: SvgDrawing): SvgDrawing {
  return { root: read(root) };
}
