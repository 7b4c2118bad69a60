import { localId } from '../arrange-references.ts';
import type { SvgDrawing, SvgElement } from '../read-svg.ts';
import { refuseSvg, refuseUndrawn } from '../svg-faults.ts';

type Attributes = SvgElement['attributes'];

const PAINTS = ['fill', 'stroke'] as const;
const MARKERS = ['marker-start', 'marker-mid', 'marker-end'] as const;
/** The values that a shape inherits, and that a marker on it can show. */
const INHERITED = [...PAINTS, ...MARKERS, 'color'];
type Values = ReadonlyMap<string, string>;

const CONTEXT = /^context-(fill|stroke)$/;
const INITIAL: Values = new Map([
  ['fill', '#000000'],
  ['stroke', 'none'],
  ['color', '#000000'],
]);
/** Shapes that browsers draw markers on. */
const MARKED = ['path', 'line', 'polyline', 'polygon'];
/** Elements of all markers that are painted for a shape. */
const MAX_COPIED = 20_000;

const contextOf = (attributes: Attributes, paint: string) =>
  CONTEXT.exec(attributes.get(paint) ?? '')?.[1];

const hasContext = ({ attributes }: SvgElement) =>
  PAINTS.some((paint) => contextOf(attributes, paint) !== undefined);

/** Writes markers for each pair of paints of the shapes that have them. */
class MarkerPainter {
  private readonly byId = new Map<string, SvgElement>();
  /** Markers that take a paint of their shape. */
  private readonly dependent = new Set<SvgElement>();
  private readonly painted = new Map<string, SvgElement>();
  private hasUses = false;
  private copied = 0;

  constructor(root: SvgElement) {
    this.keep(root, undefined);
  }

  private keep(element: SvgElement, marker: SvgElement | undefined): void {
    const { name, attributes, children } = element;
    const id = attributes.get('id');
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, element);
    if (name === 'use') this.hasUses = true;
    const inside = name === 'marker' ? element : marker;
    if (hasContext(element)) {
      if (!inside) refuseUndrawn('context-fill or context-stroke outside of a marker');
      this.dependent.add(inside);
    }
    for (const child of children) this.keep(child, inside);
  }

  hasDependent(): boolean {
    return this.dependent.size > 0;
  }

  /** Recurses as deep as the elements are nested, which the reader of XML bounds. */
  read(element: SvgElement, around: Values, isInMarker: boolean): SvgElement {
    const { name, attributes } = element;
    const own = INHERITED.filter((key) => attributes.has(key));
    const values =
      own.length === 0
        ? around
        : new Map([...around, ...own.map((key) => [key, attributes.get(key) ?? ''] as const)]);
    const isMarker = name === 'marker';
    const changes = MARKED.includes(name) ? this.markersOf(values, isInMarker) : [];
    const children = element.children.map((child) =>
      this.read(child, values, isInMarker || isMarker),
    );
    const kept = { ...element, attributes: new Map([...attributes, ...changes]), children };
    // nothing is drawn with the marker itself
    return isMarker && this.dependent.has(element) ? painted(kept, () => 'none') : kept;
  }

  private markersOf(values: Values, isInMarker: boolean): readonly [string, string][] {
    return MARKERS.flatMap((key): [string, string][] => {
      const marker = this.byId.get(localId(values.get(key)) ?? '');
      if (!marker || !this.dependent.has(marker)) return [];
      if (isInMarker) refuseUndrawn('context-fill or context-stroke in a marker of a marker');
      return [[key, `url(#${this.markerFor(marker, values)})`]];
    });
  }

  /** The id of a marker with the paints of a shape. */
  private markerFor(marker: SvgElement, values: Values): string {
    const paints = new Map(PAINTS.map((paint) => [paint as string, this.paintOf(paint, values)]));
    const key = [marker.attributes.get('id'), ...paints.values()].join(' ');
    const known = this.painted.get(key)?.attributes.get('id');
    if (known !== undefined) return known;
    const copy = painted(marker, (paint) => {
      const value = paints.get(paint);
      return value === undefined
        ? refuseUndrawn(`context-${paint} of a gradient, or of a use`)
        : value;
    });
    this.count(copy);
    let id = `imagewell-marker-${this.painted.size}`;
    while (this.byId.has(id)) id += '-';
    this.painted.set(key, { ...copy, attributes: new Map([...copy.attributes, ['id', id]]) });
    return id;
  }

  /** The colour of a shape; undefined for a gradient, and for what a use may give to it. */
  private paintOf(paint: string, values: Values): string | undefined {
    const value = values.get(paint);
    if (value === undefined) return this.hasUses ? undefined : INITIAL.get(paint);
    if (value === 'currentColor') return values.get('color') ?? INITIAL.get('color');
    return value.startsWith('url') ? undefined : value;
  }

  private count({ children }: SvgElement): void {
    this.copied += 1;
    if (this.copied > MAX_COPIED) refuseSvg('complex');
    for (const child of children) this.count(child);
  }

  listPainted(): readonly SvgElement[] {
    return [...this.painted.values()];
  }
}

/** An element and those in it with colours in place of the paints of a shape. */
function painted(element: SvgElement, colourOf: (paint: string) => string): SvgElement {
  const changes = PAINTS.flatMap((key): [string, string][] => {
    const paint = contextOf(element.attributes, key);
    return paint === undefined ? [] : [[key, colourOf(paint)]];
  });
  const attributes = new Map([...element.attributes, ...changes]);
  return {
    ...element,
    attributes,
    children: element.children.map((one) => painted(one, colourOf)),
  };
}

/**
 * The drawing with a marker for each pair of paints that markers take of their shapes. An
 * ImageFileFault where such a paint is no colour, or stands outside of a marker. Copies have 20,000
 * elements at most.
 */
export function paintMarkers(drawing: SvgDrawing): SvgDrawing {
  const painter = new MarkerPainter(drawing.root);
  if (!painter.hasDependent()) return drawing;
  const read = painter.read(drawing.root, new Map(), false);
  // behind the others: of elements with one id the first is meant
  return { root: { ...read, children: [...read.children, ...painter.listPainted()] } };
}
