import { keepId, localId } from './references.ts';
import { StyleWork } from './style-work.ts';
import { matrixOfAttribute } from './styles/user-space.ts';
import type { SvgDrawing, SvgElement } from './svg-element.ts';

const GRADIENTS = ['linearGradient', 'radialGradient'];
const PAINTS = [...GRADIENTS, 'pattern'];
/** Resources that browsers don't have where they aren't displayed. */
const DISPLAYED = [...PAINTS, 'mask', 'clipPath'];
/** A `g` hides none of them; `defs`, `svg` and `symbol` hide these. */
const HIDDEN = [...DISPLAYED, 'marker'];
const TRANSFORMS: Readonly<Record<string, string>> = {
  linearGradient: 'gradientTransform',
  radialGradient: 'gradientTransform',
  pattern: 'patternTransform',
};
/** Templates that one gradient follows. */
const MAX_TEMPLATES = 100;
const NOTHING: SvgElement = {
  name: 'stop',
  attributes: new Map([['stop-opacity', '0']]),
  children: [],
  pixels: 0,
};

/** A paint, and what follows it for a paint that is missing. */
function partsOfPaint(text: string): readonly [paint: string, otherwise: string] {
  const end = text.indexOf(')') + 1;
  return [text.slice(0, end), text.slice(end).trim()];
}

type Elements = Map<string, SvgElement>;

const isUndisplayed = ({ attributes }: SvgElement) => attributes.get('display') === 'none';
const hides = (element: SvgElement) => element.name !== 'g' && isUndisplayed(element);

/** Whether browsers don't have it, because it or an element around it isn't displayed. */
function isAbsent(element: SvgElement, isHidden: boolean): boolean {
  const isOwn = isUndisplayed(element) && DISPLAYED.includes(element.name);
  return isOwn || (isHidden && HIDDEN.includes(element.name));
}

/** The elements with an id that browsers have, the first of each. */
function keepResources(element: SvgElement, isHidden: boolean, byId: Elements): Elements {
  if (!isAbsent(element, isHidden)) keepId(element, byId);
  for (const child of element.children) keepResources(child, isHidden || hides(element), byId);
  return byId;
}

class ResourceArranger {
  private readonly byId: Elements;
  private readonly work = new StyleWork();

  constructor(root: SvgElement) {
    this.byId = keepResources(root, false, new Map());
  }

  /** Recurses as deep as the elements are nested, which the reader of XML bounds. */
  read(element: SvgElement, isHidden: boolean): SvgElement | undefined {
    const { name } = element;
    if (isAbsent(element, isHidden)) return undefined;
    if (PAINTS.includes(name) && this.isFlat(element)) return undefined;
    const isUndrawn = name === 'symbol' && isUndisplayed(element);
    const kept = this.readChildren(element, isHidden || hides(element));
    const children = isUndrawn ? kept.filter((child) => child.name === 'filter') : kept;
    const isEmpty = GRADIENTS.includes(name) && !this.hasStops(element);
    const attributes = this.attributesOf(element);
    return { ...element, attributes, children: isEmpty ? [NOTHING] : children };
  }

  private readChildren({ children }: SvgElement, isHidden: boolean): readonly SvgElement[] {
    return children.flatMap((child) => this.read(child, isHidden) ?? []);
  }

  private attributesOf({ name, attributes }: SvgElement): SvgElement['attributes'] {
    const changes = new Map<string, string>();
    for (const key of ['fill', 'stroke']) {
      const paint = attributes.get(key);
      if (!paint?.includes('(')) continue;
      const [url, otherwise] = partsOfPaint(paint);
      const target = this.byId.get(localId(url) ?? '');
      if (target && !PAINTS.includes(target.name)) changes.set(key, otherwise || 'none');
    }
    const isMasked = name === 'mask' && attributes.has('mask');
    if (changes.size === 0 && !isMasked) return attributes;
    const result = new Map([...attributes, ...changes]);
    if (name === 'mask') result.delete('mask');
    return result;
  }

  /** The templates of a paint, itself first. */
  private *templatesOf(element: SvgElement): Generator<SvgElement> {
    let next: SvgElement | undefined = element;
    for (let count = 0; next && count < MAX_TEMPLATES; count += 1) {
      yield next;
      next = this.byId.get((next.attributes.get('href') ?? '').slice(1));
    }
  }

  private hasStops(gradient: SvgElement): boolean {
    for (const { children } of this.templatesOf(gradient)) {
      if (children.some(({ name }) => name === 'stop')) return true;
    }
    return false;
  }

  /** Whether its transform leaves it no area; its templates may give it one. */
  private isFlat(paint: SvgElement): boolean {
    const name = TRANSFORMS[paint.name] ?? '';
    for (const { attributes } of this.templatesOf(paint)) {
      const text = attributes.get(name);
      if (text === undefined) continue;
      const [a = 1, b = 0, c = 0, d = 1] = matrixOfAttribute(text, this.work) ?? [];
      return a * d === b * c;
    }
    return false;
  }
}

/**
 * The drawing with the resources that browsers have. Gradients, masks and clips that aren't
 * displayed are missing, and so are paints whose transform leaves no area. A gradient without stops
 * paints nothing, a symbol that isn't displayed draws nothing, and a mask of a mask is none.
 */
export function arrangeResources({ root }: SvgDrawing): SvgDrawing {
  return { root: new ResourceArranger(root).read(root, false) ?? root };
}
