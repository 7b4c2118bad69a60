import { LIMITS } from '../../foundation/limits.ts';
import type { ImageHeader } from '../image-file.ts';
import { readHeader } from '../read-header.ts';
import { CONDITIONS, chooseChild, isChosen } from './conditions.ts';
import { countSvg } from './count-svg.ts';
import { firstFrame, isAnimation, targetOf } from './first-frame.ts';
import { readXml, textOf, XML_NAMESPACE, type XmlAttribute, type XmlElement } from './read-xml.ts';
import { writeSaturation } from './saturate.ts';
import { writeExponent } from './steps/light-exponents.ts';
import { writeMorphology } from './steps/morphology.ts';
import { StyleWork } from './style-work.ts';
import { readUrls } from './styles/check-urls.ts';
import { resolveStyles } from './styles/resolve-styles.ts';
import { checkSvgCounts } from './svg-budget.ts';
import type { SvgDrawing, SvgElement } from './svg-element.ts';
import { refuseImage, refuseReference, refuseSvg } from './svg-faults.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** Elements that draw; any other is left out. SVG 1.1 and 2, without text. */
const DRAWN = new Set(
  `svg g a defs symbol use switch path rect circle ellipse line polyline polygon image
  linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix
  feComponentTransfer feFuncR feFuncG feFuncB feFuncA feComposite feConvolveMatrix
  feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feGaussianBlur feImage
  feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
  feTurbulence`.split(/\s+/),
);
/** Elements that no renderer of ours draws, and the reason to refuse them where they show. */
export const UNDRAWN = { text: 'text', foreignObject: 'html' } as const;

/** Whether an element stands for something that can't be drawn. */
export function isUndrawn(name: string): name is keyof typeof UNDRAWN {
  return Object.hasOwn(UNDRAWN, name);
}

/** Elements whose reference loads a file. */
const LOADERS = ['image', 'feImage', 'use'];
const IMAGES = ['image', 'feImage'];
const LOCAL = /^#\S+$/;
const HANDLER = /^on/i;
/** Parameters of the type, such as a charset, change nothing. */
const DATA_URL =
  /^data:image\/(?:png|jpe?g|gif)(?:;[\w-]{1,40}=[\w-]{1,40}){0,4};base64,([A-Za-z0-9+/]+={0,2})$/i;
const DATA_TYPE = /^data:([\w.+-]{1,40}\/[\w.+-]{1,40})/i;
const SPACES = /\s+/g;
const LENGTH = /^[\d.]{1,20}$/;
/** Detail beyond it can't be seen. */
const MAX_OCTAVES = 8;

/** The value of a reference, and the sides of an embedded image. */
interface Reference {
  readonly value: string;
  readonly width: number;
  readonly height: number;
}

const NO_REFERENCE: Reference = { value: '', width: 0, height: 0 };
/** Attributes of a filter that browsers ignore, with the value that they ignore. */
const IGNORED: Readonly<Record<string, (name: string, value: string) => boolean>> = {
  filter: (name) => name === 'href',
  feConvolveMatrix: (name, value) => name === 'divisor' && Number(value) === 0,
  feSpotLight: (name, value) => name === 'limitingConeAngle' && Number(value) === 0,
};

/** An image without a side has the ratio of its own, and one without both has its own. */
function addImageSides(attributes: Map<string, string>, { width, height }: Reference): void {
  if (width === 0 || height === 0) return;
  const [across, down] = ['width', 'height'].map((side) => attributes.get(side) ?? 'auto');
  const lengthOf = (text: string | undefined) =>
    LENGTH.test(text ?? '') ? Number(text) : undefined;
  if (across === 'auto') {
    if (down === 'auto') attributes.set('height', String(height));
    const own = down === 'auto' ? height : lengthOf(down);
    if (own !== undefined) attributes.set('width', String((own * width) / height));
  } else if (down === 'auto') {
    const own = lengthOf(across);
    if (own !== undefined) attributes.set('height', String((own * height) / width));
  }
}
const GROUPS = ['a', 'switch'];
const CONTAINERS = ['g', 'defs'];
const NO_CHILDREN: readonly SvgElement[] = [];
const NO_ANIMATIONS: readonly XmlElement[] = [];
/** Names, and attributes whose values have functions: references, filters and transforms. */
const WITH_BRACKETS: ReadonlySet<string> = new Set(
  `id href fill stroke filter mask clip-path marker marker-start marker-mid marker-end transform
  gradientTransform patternTransform`.split(/\s+/),
);
const SPECIAL = /[(\\:]/;

class Reader {
  private readonly namespace: string;
  /** Animations that name the element which they change, by its id. */
  private readonly animations = new Map<string, XmlElement[]>();
  private hasAnimations = false;
  private readonly work = new StyleWork();

  constructor(document: XmlElement) {
    this.namespace = document.namespace;
    this.keepAnimations(document);
  }

  private keepAnimations(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child !== 'string') this.keepAnimations(child);
    }
    if (!isAnimation(element)) return;
    this.hasAnimations = true;
    const target = targetOf(element);
    if (target === '') return;
    const known = this.animations.get(target);
    if (known) known.push(element);
    else this.animations.set(target, [element]);
  }

  private animationsOf({ children }: XmlElement, id: string | undefined): readonly XmlElement[] {
    if (!this.hasAnimations) return NO_ANIMATIONS;
    const own = children.filter(
      (child) => typeof child !== 'string' && isAnimation(child) && targetOf(child) === '',
    ) as XmlElement[];
    const others = this.animations.get(id ?? '') ?? [];
    // of elements with one id the first is meant
    this.animations.delete(id ?? '');
    return own.concat(others);
  }

  read(element: XmlElement): SvgElement | undefined {
    const { name, namespace } = element;
    if (namespace !== this.namespace) return undefined;
    if (name === 'script') refuseSvg('script');
    if (!isChosen(element)) return CONTAINERS.includes(name) ? this.readHidden(element) : undefined;
    if (isUndrawn(name)) return this.readUndrawn(element);
    return DRAWN.has(name) ? this.readDrawn(element) : this.readHidden(element);
  }

  /** The content of an element that isn't drawn: a use still draws its shapes. */
  private readHidden(element: XmlElement): SvgElement | undefined {
    const children = this.readChildren(element);
    if (children.length === 0) return undefined;
    return { name: 'defs', attributes: new Map([['display', 'none']]), children, pixels: 0 };
  }

  /** Text and HTML with nothing in it are left out; whether others show is known at the end. */
  private readUndrawn(element: XmlElement): SvgElement | undefined {
    const isEmpty =
      textOf(element).trim() === '' &&
      (element.name === 'text' || element.children.every((child) => typeof child === 'string'));
    return isEmpty ? undefined : { ...this.readDrawn(element), children: NO_CHILDREN };
  }

  private readAttributes(element: XmlElement): { attributes: Map<string, string>; pixels: number } {
    const { name } = element;
    const attributes = new Map<string, string>();
    let reference = NO_REFERENCE;
    for (const attribute of element.attributes) {
      const kept = keptName(attribute);
      if (kept !== undefined && IGNORED[name]?.(kept, attribute.value)) continue;
      if (kept === 'id' && attribute.value === '') continue; // nothing can refer to it
      if (kept === 'href') {
        reference = readReference(name, attribute.value) ?? NO_REFERENCE;
        if (reference.value !== '') attributes.set(kept, reference.value);
      } else if (kept !== undefined && mayBeRead(kept, attribute.value)) {
        readUrls(attribute.value);
        attributes.set(kept, attribute.value);
      }
    }
    if (Number(attributes.get('numOctaves') ?? 0) > MAX_OCTAVES) {
      attributes.set('numOctaves', String(MAX_OCTAVES));
    }
    if (name === 'feColorMatrix') writeSaturation(attributes);
    writeExponent(name, attributes);
    if (name === 'image') addImageSides(attributes, reference);
    return { attributes, pixels: reference.width * reference.height };
  }

  private readDrawn(element: XmlElement): SvgElement {
    const { name } = element;
    const { attributes, pixels } = this.readAttributes(element);
    const animations = this.animationsOf(element, attributes.get('id'));
    const frame = firstFrame(animations, attributes, this.work);
    for (const [property, value] of frame) {
      readUrls(value);
      attributes.set(property, value);
    }
    // a link draws as a group, and so does the one child of a switch
    const drawnName = GROUPS.includes(name) ? 'g' : stepName(name, attributes);
    const children = this.readChildren(element);
    return { name: drawnName, attributes, children, pixels };
  }

  /** Recurses as deep as the elements are nested, which the reader of XML bounds. */
  private readChildren(element: XmlElement): readonly SvgElement[] {
    if (element.children.length === 0) return NO_CHILDREN;
    const drawn: SvgElement[] = [];
    const children = element.name === 'switch' ? chooseChild(element) : element.children;
    for (const child of children) {
      const read = typeof child === 'string' ? undefined : this.read(child);
      if (read) drawn.push(read);
    }
    return drawn;
  }
}

const stepName = (name: string, attributes: Map<string, string>) =>
  name === 'feMorphology' ? writeMorphology(attributes) : name;

function keptName({ name, namespace }: XmlAttribute): string | undefined {
  if (namespace === XLINK && name === 'href') return name;
  if (namespace === XML_NAMESPACE && name === 'space') return 'xml:space';
  if (namespace !== '' || CONDITIONS.includes(name)) return undefined;
  return HANDLER.test(name) ? refuseSvg('script') : name;
}

/** No other attribute that draws has a bracket, an escape or a colon, as addresses have. */
function mayBeRead(name: string, value: string): boolean {
  return WITH_BRACKETS.has(name) || !SPECIAL.test(value);
}

/**
 * A reference within the drawing, or an embedded image within the bounds, and its pixels. Undefined
 * for one that loads nothing, such as the target of a link.
 */
function readReference(name: string, written: string): Reference | undefined {
  const value = written.trim();
  if (LOCAL.test(value)) return name === 'a' ? undefined : { ...NO_REFERENCE, value };
  if (value === '' || !LOADERS.includes(name)) return undefined;
  if (!IMAGES.includes(name) || !/^data:/i.test(value)) return refuseReference(name);
  const url = value.replaceAll(SPACES, '');
  const [, base64] = DATA_URL.exec(url) ?? [];
  if (!base64) {
    const type = DATA_TYPE.exec(url)?.[1]?.toLowerCase();
    return type === undefined ? refuseSvg('image') : refuseImage(type);
  }
  const bytes = Buffer.from(base64, 'base64');
  const { format, width, height } = readEmbedded(bytes);
  const type = format === 'jpg' ? 'jpeg' : format;
  // the type of the bytes, so that the renderer reads them as our reader did
  const embedded = `data:image/${type};base64,${bytes.toString('base64')}`;
  return { value: embedded, width, height };
}

function readEmbedded(bytes: Uint8Array) {
  const header = headerOf(bytes);
  if (!header) return refuseSvg('image');
  if (header.format === 'webp') return refuseImage('image/webp');
  if (Math.max(header.width, header.height) > LIMITS.maxInputSide) return refuseSvg('complex');
  return header;
}

function headerOf(bytes: Uint8Array): ImageHeader | undefined {
  try {
    return readHeader(bytes);
  } catch {
    return undefined;
  }
}

/** Browsers read no condition of the root. */
const unconditioned = (root: XmlElement): XmlElement => ({
  ...root,
  attributes: root.attributes.filter(({ name }) => !CONDITIONS.includes(name)),
});

/**
 * The drawing of an SVG, by a list of permitted elements, in the first frame of its animations.
 * Text and HTML that aren't empty are in it by their names. An ImageFileFault if it has a script,
 * or loads anything outside of it.
 */
export function readSvg(bytes: Uint8Array): SvgDrawing {
  const { root: document, totals } = readXml(bytes);
  const isSvg = document.name === 'svg' && ['', SVG].includes(document.namespace);
  if (!isSvg) return refuseSvg('notSvg');
  checkSvgCounts(countSvg(document, totals));
  const reader = new Reader(document);
  const root = reader.read(unconditioned(resolveStyles(document)));
  return root ? { root } : refuseSvg('notSvg');
}
