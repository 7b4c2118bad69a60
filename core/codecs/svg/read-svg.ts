import { LIMITS } from '../../foundation/limits.ts';
import type { ImageHeader } from '../image-file.ts';
import { readHeader } from '../read-header.ts';
import { countSvg } from './count-svg.ts';
import { readXml, textOf, XML_NAMESPACE, type XmlAttribute, type XmlElement } from './read-xml.ts';
import { readUrls } from './styles/check-urls.ts';
import { resolveStyles } from './styles/resolve-styles.ts';
import { checkSvgCounts } from './svg-budget.ts';
import { refuseSvg } from './svg-faults.ts';

/** A permitted element, whose references are known. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgElement[];
  /** Of an embedded image. */
  readonly pixels: number;
}

/** A drawing of permitted elements, which names nothing outside of it. */
export interface SvgDrawing {
  readonly root: SvgElement;
}

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
const MEDIA = ['foreignObject', 'iframe', 'audio', 'video', 'canvas', 'embed', 'object'];
const IMAGES = ['image', 'feImage'];
const LOCAL = /^#\S+$/;
const HANDLER = /^on/i;
const DATA_URL = /^data:image\/(?:png|jpe?g|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const SPACES = /\s+/g;
/** Detail beyond it can't be seen. */
const MAX_OCTAVES = 8;

const NO_CHILDREN: readonly SvgElement[] = [];

class Reader {
  private readonly namespace: string;

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  read(element: XmlElement): SvgElement | undefined {
    const { name, namespace } = element;
    if (namespace !== this.namespace) return undefined;
    if (name === 'script') refuseSvg('script');
    if (MEDIA.includes(name)) {
      // an extension of an editor, which no browser draws
      const isExtension = element.attributes.some((one) => one.name === 'requiredExtensions');
      return isExtension ? undefined : refuseSvg('html');
    }
    if (name === 'text' && textOf(element).trim() !== '') refuseSvg('text');
    return DRAWN.has(name) ? this.readDrawn(element) : undefined;
  }

  private readDrawn(element: XmlElement): SvgElement {
    const { name } = element;
    const attributes = new Map<string, string>();
    let pixels = 0;
    for (const attribute of element.attributes) {
      const kept = keptName(attribute);
      if (kept === 'href') {
        const { value, size } = readReference(name, attribute.value);
        pixels += size;
        attributes.set(kept, value);
      } else if (kept !== undefined) {
        readUrls(attribute.value);
        attributes.set(kept, attribute.value);
      }
    }
    if (Number(attributes.get('numOctaves') ?? 0) > MAX_OCTAVES) {
      attributes.set('numOctaves', String(MAX_OCTAVES));
    }
    // a link draws as a group
    const drawnName = name === 'a' ? 'g' : name;
    const children = this.readChildren(element);
    return { name: drawnName, attributes, children, pixels };
  }

  /** Recurses as deep as the elements are nested, which the reader of XML bounds. */
  private readChildren({ children }: XmlElement): readonly SvgElement[] {
    if (children.length === 0) return NO_CHILDREN;
    const drawn: SvgElement[] = [];
    for (const child of children) {
      const read = typeof child === 'string' ? undefined : this.read(child);
      if (read) drawn.push(read);
    }
    return drawn;
  }
}

function keptName({ name, namespace }: XmlAttribute): string | undefined {
  if (namespace === XLINK && name === 'href') return name;
  if (namespace === XML_NAMESPACE && name === 'space') return 'xml:space';
  if (namespace !== '') return undefined;
  return HANDLER.test(name) ? refuseSvg('script') : name;
}

/** A reference within the drawing, or an embedded image within the bounds, and its pixels. */
function readReference(name: string, value: string): { value: string; size: number } {
  const wanted = value.trim();
  if (LOCAL.test(wanted)) return { value: wanted, size: 0 };
  if (!IMAGES.includes(name) || !wanted.startsWith('data:')) return refuseSvg('foreign');
  const [, base64] = DATA_URL.exec(wanted.replaceAll(SPACES, '')) ?? [];
  if (!base64) return refuseSvg('image');
  const bytes = Buffer.from(base64, 'base64');
  const { format, width, height } = readEmbedded(bytes);
  const type = format === 'jpg' ? 'jpeg' : format;
  // the type of the bytes, so that the renderer reads them as our reader did
  const url = `data:image/${type};base64,${bytes.toString('base64')}`;
  return { value: url, size: width * height };
}

function readEmbedded(bytes: Uint8Array) {
  const header = headerOf(bytes);
  if (!header || header.format === 'webp') return refuseSvg('image');
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

/**
 * The drawing of an SVG, by a list of permitted elements. An ImageFileFault if it has a script,
 * HTML or text, or names anything outside of it.
 */
export function readSvg(bytes: Uint8Array): SvgDrawing {
  const { root: document, totals } = readXml(bytes);
  const isSvg = document.name === 'svg' && ['', SVG].includes(document.namespace);
  if (!isSvg) return refuseSvg('notSvg');
  checkSvgCounts(countSvg(document, totals));
  const reader = new Reader(document.namespace);
  const root = reader.read(resolveStyles(document));
  return root ? { root } : refuseSvg('notSvg');
}
