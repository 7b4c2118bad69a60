import { freeId, keepId, localId } from '../references.ts';
import type { SvgDrawing, SvgElement } from '../svg-element.ts';
import { refuseSvg, refuseUndrawn } from '../svg-faults.ts';
import { inherit, isMarked, MARKERS } from './markers.ts';

type Attributes = SvgElement['attributes'];
type Values = ReadonlyMap<string, string>;

const PAINTS = ['fill', 'stroke'] as const;
/** The values that an element inherits, and that a marker or a use can show. */
const INHERITED = [...PAINTS, ...MARKERS, 'color'];

const CONTEXT = /^context-(fill|stroke)$/;
const INITIAL: Values = new Map([
  ['fill', '#000000'],
  ['stroke', 'none'],
  ['color', '#000000'],
]);
/** Paints of an element outside of markers and uses (SVG 2, 13.2). */
const NO_CONTEXT: Values = new Map();
/** Elements of all markers and targets that are painted for an element. */
const MAX_COPIED = 20_000;
/** Copies that stand within another one, by the elements that refer to them. */
const MAX_DEPTH = 16;

const contextOf = (attributes: Attributes, paint: string) =>
  CONTEXT.exec(attributes.get(paint) ?? '')?.[1];

const hasContext = ({ attributes }: SvgElement) =>
  PAINTS.some((paint) => contextOf(attributes, paint) !== undefined);

/** The colour of a paint as it is inherited; another kind of paint as it is written. */
function paintOf(paint: string, values: Values): string {
  const value = values.get(paint) ?? INITIAL.get(paint) ?? '';
  return value === 'currentColor' ? (values.get('color') ?? INITIAL.get('color') ?? '') : value;
}

/** Paints copies of markers, and of the targets of uses, for each pair of paints around them. */
class ContextPainter {
  private readonly byId = new Map<string, SvgElement>();
  /** Elements with a paint of a context, in them or in another one that they refer to. */
  private readonly dependent = new Set<SvgElement>();
  private readonly ids = new Map<string, string>();
  private readonly copies: SvgElement[] = [];
  private copied = 0;
  private depth = 0;

  constructor(root: SvgElement) {
    const parents = new Map<SvgElement, SvgElement | undefined>();
    this.keep(root, undefined, parents);
    const referrers = new Map<SvgElement, SvgElement[]>();
    for (const element of parents.keys()) this.keepReferrer(element, referrers);
    for (const element of parents.keys()) {
      if (hasContext(element)) this.mark(element, parents, referrers);
    }
  }

  private keep(
    element: SvgElement,
    parent: SvgElement | undefined,
    parents: Map<SvgElement, SvgElement | undefined>,
  ): void {
    parents.set(element, parent);
    keepId(element, this.byId);
    for (const child of element.children) this.keep(child, element, parents);
  }

  /** An element refers to its markers, and a use to its target. */
  private keepReferrer(element: SvgElement, referrers: Map<SvgElement, SvgElement[]>): void {
    const { name, attributes } = element;
    const ids = MARKERS.map((key) => localId(attributes.get(key)));
    if (name === 'use') ids.push(attributes.get('href')?.slice(1));
    for (const id of ids) {
      const referred = this.byId.get(id ?? '');
      if (!referred) continue;
      const known = referrers.get(referred);
      if (known) known.push(element);
      else referrers.set(referred, [element]);
    }
  }

  /** Marks an element with all that show it, each once. */
  private mark(
    element: SvgElement,
    parents: ReadonlyMap<SvgElement, SvgElement | undefined>,
    referrers: ReadonlyMap<SvgElement, readonly SvgElement[]>,
  ): void {
    const left: (SvgElement | undefined)[] = [element];
    for (const one of left) {
      if (!one || this.dependent.has(one)) continue;
      this.dependent.add(one);
      left.push(parents.get(one));
      for (const referrer of referrers.get(one) ?? []) left.push(referrer);
    }
  }

  isDependent(element: SvgElement): boolean {
    return this.dependent.has(element);
  }

  private hasDependentMarker(values: Values): boolean {
    const markers = MARKERS.map((key) => this.byId.get(localId(values.get(key)) ?? ''));
    return markers.some((marker) => marker !== undefined && this.isDependent(marker));
  }

  /** The element as it is drawn with inherited values, and within a context. */
  read(element: SvgElement, around: Values, context: Values): SvgElement {
    if (!this.isDependent(element) && !this.hasDependentMarker(around)) return element;
    const attributes = new Map(element.attributes);
    for (const paint of PAINTS) {
      const from = contextOf(attributes, paint);
      if (from !== undefined) attributes.set(paint, paintIn(from, context));
    }
    const values = inherit(around, { attributes }, INHERITED);
    this.refer(element.name, attributes, values);
    const children = element.children.map((child) => this.read(child, values, context));
    return { ...element, attributes, children };
  }

  /** Leads an element to copies that are painted for it. */
  private refer(name: string, attributes: Map<string, string>, values: Values): void {
    const context = new Map(PAINTS.map((paint) => [paint, paintOf(paint, values)]));
    if (isMarked(name)) {
      for (const key of MARKERS) {
        const marker = this.byId.get(localId(values.get(key)) ?? '');
        if (!marker || !this.isDependent(marker)) continue;
        attributes.set(key, `url(#${this.copyFor(marker, NO_CONTEXT, context)})`);
      }
    }
    const target =
      name === 'use' ? this.byId.get(attributes.get('href')?.slice(1) ?? '') : undefined;
    if (!target) return;
    if (!this.isDependent(target) && !this.hasDependentMarker(values)) return;
    attributes.set('href', `#${this.copyFor(target, values, context)}`);
  }

  /** The id of a copy with these values around it. */
  private copyFor(element: SvgElement, around: Values, context: Values): string {
    const given = [...INHERITED.map((key) => around.get(key)), ...context.values()];
    const key = [element.attributes.get('id'), ...given].join(' ');
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = freeId(`context-${this.ids.size}`, this.byId);
    this.ids.set(key, id);
    this.depth += 1;
    if (this.depth > MAX_DEPTH) refuseSvg('complex');
    const copy = this.read(element, around, context);
    this.depth -= 1;
    this.count(copy);
    this.copies.push({ ...copy, attributes: new Map([...copy.attributes, ['id', id]]) });
    return id;
  }

  private count({ children }: SvgElement): void {
    this.copied += 1;
    if (this.copied > MAX_COPIED) refuseSvg('complex');
    for (const child of children) this.count(child);
  }

  listCopies(): readonly SvgElement[] {
    return this.copies;
  }
}

function paintIn(paint: string, context: Values): string {
  const value = context.get(paint) ?? 'none';
  return value.startsWith('url') ? refuseUndrawn(`context-${paint} of a gradient`) : value;
}

/**
 * The drawing with copies of markers, and of the targets of uses, one for each pair of paints that
 * they take. An ImageFileFault where such a paint is no colour. Copies have at most 20,000
 * elements.
 */
export function paintContexts(drawing: SvgDrawing): SvgDrawing {
  const painter = new ContextPainter(drawing.root);
  if (!painter.isDependent(drawing.root)) return drawing;
  const read = painter.read(drawing.root, NO_CONTEXT, NO_CONTEXT);
  // behind the others: of elements with one id the first is meant
  const children = painter.listCopies();
  const copies: SvgElement = { name: 'defs', attributes: new Map(), children, pixels: 0 };
  return { root: { ...read, children: [...read.children, copies] } };
}
