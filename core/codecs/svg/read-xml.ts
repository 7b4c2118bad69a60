import { ImageFileFault } from '../image-file.ts';
import { countCharacter } from './count-character.ts';
import { decodeSvg } from './decode-svg.ts';
import { type Defaults, type Entities, readDoctype } from './read-doctype.ts';
import { SVG_MAXIMA, type SvgCounts } from './svg-budget.ts';
import { refuseSvg } from './svg-faults.ts';

/** An element of an XML document; prefixes are replaced by the namespaces that they stand for. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
}

export interface XmlAttribute {
  readonly name: string;
  /** Empty for an attribute without a prefix. */
  readonly namespace: string;
  readonly value: string;
}

/** The counts of a document that are known once it is read. */
export type XmlTotals = Pick<
  SvgCounts,
  'elements' | 'depth' | 'attributes' | 'characterReferences'
>;

/** A document, and how much it has. */
export interface XmlDocument {
  readonly root: XmlElement;
  readonly totals: XmlTotals;
}

/** More than any drawing of a logo has; a tree of so many takes some 50 MB. */
const MAX_ELEMENTS = SVG_MAXIMA.elements;
/** Editors nest some tens; renderers recurse by them. */
const MAX_NESTING = SVG_MAXIMA.depth;
/** Of one element. */
const MAX_ATTRIBUTES = 200;
/** Declared around one element; editors write about ten. */
const MAX_PREFIXES = 100;

const BROKEN = 'The SVG is not well-formed XML.';
const ENTITIES = 'The SVG uses an entity that it does not define: save it as plain SVG.';
/** Characters of all entities where they are used. */
const MAX_EXPANDED = 1_000_000;

const NAME = /[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff:-]*/y;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([A-Za-z_][\w.:-]{0,99}));|&/g;
const CHARACTERS: Entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
/** Characters that XML 1.0 does not permit (2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** A namespace that a prefix had outside of the element that declares it again. */
type Shadowed = readonly [prefix: string, namespace: string | undefined];

interface Open {
  readonly tag: string;
  readonly children: (XmlElement | string)[];
  readonly shadowed: readonly Shadowed[];
}

function broken(): never {
  throw new ImageFileFault(BROKEN);
}

function characterOf(decimal: string, hexadecimal: string): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal || '0', 16);
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) broken();
  return String.fromCodePoint(code);
}

function decodeText(bytes: Uint8Array): string {
  const text = decodeSvg(bytes);
  if (NOT_XML.test(text)) broken();
  return text;
}

/** Of the prefix `xml`, which needs no declaration (Namespaces in XML 1.0, 3). */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const DECLARES = 'xmlns';
const SPACE = 0x20;

/** One walk over the text, from its start to its end. */
class Walk {
  private at = 0;
  private elements = 0;
  private depth = 0;
  private attributes = 0;
  private characterReferences = 0;
  private expanded = 0;
  private entities: Entities = new Map();
  private defaults: Defaults = new Map();
  /** Names of attributes, each with the number of the last element that has it. */
  private readonly names = new Map<string, { readonly name: string; element: number }>();
  private readonly open: Open[] = [];
  /** The namespace of each prefix at this place. */
  private readonly scope = new Map([
    ['', ''],
    ['xml', XML_NAMESPACE],
  ]);
  private root: XmlElement | undefined;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): XmlDocument {
    while (this.at < this.text.length) this.readNext();
    if (!this.root || this.open.length > 0) broken();
    const { elements, depth, attributes, characterReferences } = this;
    return { root: this.root, totals: { elements, depth, attributes, characterReferences } };
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return undefined;
    const found = this.text.slice(this.at, pattern.lastIndex);
    this.at = pattern.lastIndex;
    return found;
  }

  /** One text for a name, however often the document has it; an element has it a single time. */
  private nameOfAttribute(written: string): string {
    const known = this.names.get(written);
    if (known?.element === this.elements) broken();
    if (known) known.element = this.elements;
    else this.names.set(written, { name: written, element: this.elements });
    return known?.name ?? written;
  }

  private skipSpace(): boolean {
    const from = this.at;
    while (this.text.charCodeAt(this.at) === SPACE) this.at += 1;
    return this.at > from;
  }

  private startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** The text up to a mark, which is skipped too. */
  private until(mark: string): string {
    const end = this.text.indexOf(mark, this.at);
    if (end < 0) broken();
    const found = this.text.slice(this.at, end);
    this.at = end + mark.length;
    return found;
  }

  private decodeReferences(text: string, entities = this.entities): string {
    if (!text.includes('&')) return text;
    // counted before, since a replacement keeps all that it found
    this.characterReferences += countCharacter(text, '&');
    if (this.characterReferences > SVG_MAXIMA.characterReferences) refuseSvg('complex');
    return text.replace(REFERENCE, (_, decimal, hexadecimal, name) =>
      name ? this.entity(name, entities) : characterOf(decimal, hexadecimal),
    );
  }

  private entity(name: string, entities: Entities): string {
    const text = CHARACTERS.get(name) ?? entities.get(name);
    if (text === undefined) throw new ImageFileFault(ENTITIES);
    this.expanded += text.length;
    return this.expanded > MAX_EXPANDED ? refuseSvg('complex') : text;
  }

  private readDoctype(): void {
    if (this.root || !this.startsWith('<!DOCTYPE ')) broken();
    const { entities, defaults, end } = readDoctype(this.text, this.at, (text, known) =>
      this.decodeReferences(text, known),
    );
    this.entities = entities;
    this.defaults = defaults;
    this.at = end;
  }

  private readNext(): void {
    if (!this.startsWith('<')) this.readText();
    else if (this.startsWith('</')) {
      this.at += 2;
      this.close(this.until('>').trimEnd());
    } else if (this.startsWith('<!--')) {
      this.at += 4;
      this.until('-->');
    } else if (this.startsWith('<![CDATA[')) {
      this.at += 9;
      this.addText(this.until(']]>'));
    } else if (this.startsWith('<!')) this.readDoctype();
    else if (this.startsWith('<?')) this.readInstruction();
    else this.readElement();
  }

  private readInstruction(): void {
    // of the instructions only a style sheet draws, and that is another file
    if (/^<\?xml-stylesheet/i.test(this.text.slice(this.at, this.at + 20))) refuseSvg('foreign');
    this.until('?>');
  }

  private readText(): void {
    const end = this.text.indexOf('<', this.at);
    const text = this.text.slice(this.at, end < 0 ? this.text.length : end);
    this.at += text.length;
    this.addText(this.decodeReferences(text));
  }

  private addText(text: string): void {
    const parent = this.open.at(-1);
    if (!parent) {
      if (text.trim() !== '') broken();
    } else if (text !== '') parent.children.push(text);
  }

  private close(tag: string): void {
    const closed = this.open.pop();
    if (closed?.tag !== tag) broken();
    this.restore(closed.shadowed);
  }

  private readElement(): void {
    this.elements += 1;
    this.depth = Math.max(this.depth, this.open.length + 1);
    if (this.elements > MAX_ELEMENTS || this.open.length >= MAX_NESTING) {
      throw new ImageFileFault(
        `The SVG has more than ${MAX_ELEMENTS} elements, or ${MAX_NESTING} in each other: simplify it.`,
      );
    }
    this.at += 1;
    const tag = this.match(NAME) ?? broken();
    const attributes = this.withDefaults(tag, this.readAttributes());
    const shadowed = this.enter(attributes);
    const isEmpty = this.startsWith('/>');
    const children: (XmlElement | string)[] = isEmpty ? NOTHING : [];
    const { name, namespace } = this.resolve(tag, this.scope.get('') ?? '');
    const element = { name, namespace, attributes: this.resolveAll(attributes), children };
    const parent = this.open.at(-1);
    if (parent) parent.children.push(element);
    else if (this.root) broken();
    else this.root = element;
    if (isEmpty) {
      this.at += 2;
      this.restore(shadowed);
    } else if (this.startsWith('>')) {
      this.at += 1;
      this.open.push({ tag, children, shadowed });
    } else broken();
  }

  private readAttributes(): readonly XmlAttribute[] {
    let found: XmlAttribute[] | undefined;
    while (true) {
      const hadSpace = this.skipSpace();
      const name = this.match(NAME);
      // a list that grew has room for more
      if (name === undefined) return found?.slice() ?? NONE;
      this.skipSpace();
      if (!hadSpace || this.text[this.at] !== '=') broken();
      this.at += 1;
      this.skipSpace();
      const quote = this.text[this.at];
      if (quote !== '"' && quote !== "'") broken();
      this.at += 1;
      const value = this.until(quote);
      found ??= [];
      if (value.includes('<') || found.length >= MAX_ATTRIBUTES) broken();
      this.attributes += 1;
      if (this.attributes > SVG_MAXIMA.attributes) refuseSvg('complex');
      const shared = this.nameOfAttribute(name);
      found.push({ name: shared, namespace: '', value: this.decodeReferences(value) });
    }
  }

  /** With the attributes that the document type declares for this tag, and that aren't written. */
  private withDefaults(tag: string, written: readonly XmlAttribute[]): readonly XmlAttribute[] {
    const defaults = this.defaults.get(tag);
    if (!defaults) return written;
    this.attributes += defaults.size;
    if (this.attributes > SVG_MAXIMA.attributes) refuseSvg('complex');
    const all = new Map(defaults);
    for (const { name, value } of written) all.set(name, value);
    return Array.from(all, ([name, value]) => ({ name, namespace: '', value }));
  }

  /** Declares the prefixes of an element; returns the namespaces that they had before. */
  private enter(attributes: readonly XmlAttribute[]): readonly Shadowed[] {
    let shadowed: Shadowed[] | undefined;
    for (const { name, value } of attributes) {
      if (!isDeclaration(name)) continue;
      const prefix = name.slice(DECLARES.length + 1);
      shadowed ??= [];
      shadowed.push([prefix, this.scope.get(prefix)]);
      this.scope.set(prefix, value);
      if (this.scope.size > MAX_PREFIXES) broken();
    }
    return shadowed ?? NO_SHADOWS;
  }

  private restore(shadowed: readonly Shadowed[]): void {
    for (const [prefix, namespace] of shadowed) {
      if (namespace === undefined) this.scope.delete(prefix);
      else this.scope.set(prefix, namespace);
    }
  }

  /** A name without its prefix; one without a prefix is in this namespace. */
  private resolve(name: string, unprefixed: string): { name: string; namespace: string } {
    const colon = name.indexOf(':');
    if (colon < 0) return { name, namespace: unprefixed };
    const local = name.slice(colon + 1);
    if (local === '' || local.includes(':')) broken();
    return { name: local, namespace: this.scope.get(name.slice(0, colon)) ?? broken() };
  }

  /** The same list where no name has a prefix, as in most elements. */
  private resolveAll(written: readonly XmlAttribute[]): readonly XmlAttribute[] {
    if (!written.some(({ name }) => name.includes(':') || isDeclaration(name))) return written;
    return written
      .filter(({ name }) => !isDeclaration(name))
      .map((one) => ({ ...one, ...this.resolve(one.name, '') }));
  }
}

const NO_SHADOWS: readonly Shadowed[] = [];
const NONE: readonly XmlAttribute[] = [];
/** The children of an element that ends where it begins: nothing is added to it. */
const NOTHING: XmlElement[] = [];

function isDeclaration(name: string): boolean {
  return name.startsWith(DECLARES) && (name.length === 5 || name[DECLARES.length] === ':');
}

/** The text of an element and all below it; the recursion is bounded by the nesting of XML. */
export function textOf({ children }: XmlElement): string {
  if (children.length === 0) return '';
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/**
 * An XML document, without comments and instructions. Its entities are replaced, and attributes of
 * its document type are added. An ImageFileFault if it isn't well-formed, or if its document type
 * declares elements. The same beyond the maxima of elements, nesting, attributes and references.
 * The work is linear in the bytes and in the length of the entities where they are used.
 */
export function readXml(bytes: Uint8Array): XmlDocument {
  return new Walk(decodeText(bytes)).read();
}
