import { isUndrawn, UNDRAWN } from './read-svg.ts';
import { keepId } from './references.ts';
import { readUrls } from './styles/check-urls.ts';
import type { SvgDrawing, SvgElement } from './svg-element.ts';
import { refuseSvg } from './svg-faults.ts';

/** Elements that are drawn where others refer to them, and nowhere else. */
const TEMPLATES: ReadonlySet<string> = new Set([
  'defs',
  'symbol',
  'marker',
  'pattern',
  'mask',
  'clipPath',
  'filter',
]);
/** Values that hide an element and all below it. */
const HIDDEN: Readonly<Record<string, string>> = { display: 'none', opacity: '0' };

const ownValue = ({ attributes }: SvgElement, property: string) => attributes.get(property)?.trim();

const isHidden = (element: SvgElement) =>
  Object.entries(HIDDEN).some(([property, value]) => ownValue(element, property) === value);

/** The values that the text of an element inherits. */
interface Paint {
  readonly visibility: string;
  readonly fill: string;
  readonly stroke: string;
}

const INITIAL: Paint = { visibility: 'visible', fill: 'black', stroke: 'none' };

function paintOf(element: SvgElement, around: Paint): Paint {
  return {
    visibility: ownValue(element, 'visibility') ?? around.visibility,
    fill: ownValue(element, 'fill') ?? around.fill,
    stroke: ownValue(element, 'stroke') ?? around.stroke,
  };
}

const shows = ({ visibility, fill, stroke }: Paint) =>
  visibility === 'visible' && (fill !== 'none' || stroke !== 'none');

/** Finds the drawn elements, from the root and through references; each is seen once. */
class Finder {
  private readonly byId = new Map<string, SvgElement>();
  private readonly seen = new Set<SvgElement>();
  private readonly open: (readonly [SvgElement, Paint])[] = [];
  hasUndrawn = false;

  constructor({ root }: SvgDrawing) {
    this.keepIds(root);
  }

  private keepIds(element: SvgElement): void {
    keepId(element, this.byId);
    if (isUndrawn(element.name)) this.hasUndrawn = true;
    for (const child of element.children) this.keepIds(child);
  }

  /** Throws where something that can't be drawn shows. */
  check(root: SvgElement): void {
    this.open.push([root, INITIAL]);
    for (let next = this.open.pop(); next; next = this.open.pop()) {
      const [element, paint] = next;
      this.visit(element, paint);
    }
  }

  private follow(ids: readonly string[]): void {
    for (const id of ids) {
      const target = this.byId.get(id);
      if (target) this.enter(target, INITIAL);
    }
  }

  private enter(element: SvgElement, paint: Paint): void {
    if (this.seen.has(element) || isHidden(element)) return;
    this.seen.add(element);
    this.open.push([element, paint]);
  }

  private visit(element: SvgElement, around: Paint): void {
    const { name, attributes, children } = element;
    const paint = paintOf(element, around);
    if (isUndrawn(name) && shows(paint)) refuseSvg(UNDRAWN[name]);
    for (const [property, value] of attributes) {
      if (property !== 'href') this.follow(readUrls(value));
      else if (value.startsWith('#')) this.follow([value.slice(1)]);
    }
    for (const child of children) {
      if (!TEMPLATES.has(child.name)) this.enter(child, paint);
    }
  }
}

function withoutUndrawn(element: SvgElement): SvgElement {
  const children = element.children.filter(({ name }) => !isUndrawn(name)).map(withoutUndrawn);
  return { ...element, children };
}

/**
 * The drawing without text and HTML that doesn't show: empty, hidden, without paint, or never
 * referred to. An ImageFileFault where it does.
 */
export function leaveOutText(drawing: SvgDrawing): SvgDrawing {
  const finder = new Finder(drawing);
  if (!finder.hasUndrawn) return drawing;
  finder.check(drawing.root);
  return { root: withoutUndrawn(drawing.root) };
}
