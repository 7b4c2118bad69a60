import { ImageFileFault } from '../image-file.ts';
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

/** More than any drawing of a logo has; a tree of so many takes some 50 MB. */
const MAX_ELEMENTS = 50_000;
/** Editors nest some tens; renderers recurse by them. */
const MAX_NESTING = 100;
const MAX_ATTRIBUTES = 200;
/** Editors write about ten. */
const MAX_PREFIXES = 100;

const BROKEN = 'The SVG is not well-formed XML.';
const ENTITIES = 'The SVG defines entities: save it without them, as plain SVG.';

const NAME = /[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff:-]*/y;
const SPACE = /[\t\n\r ]*/y;
/** The document types of SVG 1.0 and 1.1, without an internal subset. */
const KNOWN_DOCTYPE =
  /<!DOCTYPE\s+svg(?:\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]{1,40}\/\/EN"(?:\s+"https?:\/\/www\.w3\.org\/[\w./-]{1,100}")?)?\s*>/y;
const DECLARATION = /<\?xml\s[^?>]{0,200}\?>/y;
const ENCODING = /encoding\s*=\s*["']([\w-]{1,40})["']/;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));|&/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
/** Characters that XML 1.0 does not permit (2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

type Scope = ReadonlyMap<string, string>;

interface Open {
  readonly tag: string;
  readonly element: XmlElement;
  readonly children: (XmlElement | string)[];
  readonly scope: Scope;
}

function broken(): never {
  throw new ImageFileFault(BROKEN);
}

function decodeReferences(text: string): string {
  return text.replace(REFERENCE, (whole, decimal, hexadecimal, name) => {
    if (name) return CHARACTERS[name] ?? broken();
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
    if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
      throw new ImageFileFault(whole === '&' ? ENTITIES : BROKEN);
    }
    return String.fromCodePoint(code);
  });
}

function decodeText(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImageFileFault('The SVG is not UTF-8: save it as UTF-8.');
  }
  if (NOT_XML.test(text)) broken();
  return text;
}

/** One walk over the text, from its start to its end. */
class Walk {
  private at = 0;
  private elements = 0;
  private readonly open: Open[] = [];
  private root: XmlElement | undefined;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): XmlElement {
    this.readDeclaration();
    while (this.at < this.text.length) this.readNext();
    if (!this.root || this.open.length > 0) broken();
    return this.root;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
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

  private readDeclaration(): void {
    const declaration = this.match(DECLARATION)?.[0] ?? '';
    const encoding = ENCODING.exec(declaration)?.[1] ?? 'utf-8';
    if (!/^(utf-?8|us-ascii)$/i.test(encoding)) {
      throw new ImageFileFault('The SVG is not UTF-8: save it as UTF-8.');
    }
  }

  private readNext(): void {
    if (this.startsWith('<!--')) {
      this.at += 4;
      this.until('-->');
    } else if (this.startsWith('<![CDATA[')) {
      this.at += 9;
      this.addText(this.until(']]>'));
    } else if (this.startsWith('<?')) {
      // of the instructions only a style sheet draws, and that is another file
      if (/^<\?xml-stylesheet/i.test(this.text.slice(this.at, this.at + 20))) {
        refuseSvg('foreign');
      }
      this.until('?>');
    } else if (this.startsWith('<!')) {
      if (this.root || this.open.length > 0 || !this.match(KNOWN_DOCTYPE)) {
        throw new ImageFileFault(ENTITIES);
      }
    } else if (this.startsWith('</')) {
      this.at += 2;
      this.close(this.until('>').trimEnd());
    } else if (this.startsWith('<')) {
      this.readElement();
    } else {
      const end = this.text.indexOf('<', this.at);
      const text = this.text.slice(this.at, end < 0 ? this.text.length : end);
      this.at += text.length;
      this.addText(decodeReferences(text));
    }
  }

  private addText(text: string): void {
    const parent = this.open.at(-1);
    if (parent) parent.children.push(text);
    else if (text.trim() !== '') broken();
  }

  private close(tag: string): void {
    const closed = this.open.pop();
    if (closed?.tag !== tag) broken();
  }

  private readElement(): void {
    this.elements += 1;
    if (this.elements > MAX_ELEMENTS || this.open.length >= MAX_NESTING) {
      throw new ImageFileFault(
        `The SVG has more than ${MAX_ELEMENTS} elements, or ${MAX_NESTING} in each other: simplify it.`,
      );
    }
    this.at += 1;
    const tag = this.match(NAME)?.[0] ?? broken();
    const raw = this.readAttributes();
    const parent = this.open.at(-1);
    const scope = scopeOf(raw, parent?.scope ?? NO_SCOPE);
    const children: (XmlElement | string)[] = [];
    const element = { ...resolve(tag, scope, true), attributes: resolveAll(raw, scope), children };
    if (parent) parent.children.push(element);
    else if (this.root) broken();
    else this.root = element;
    if (this.startsWith('/>')) this.at += 2;
    else if (this.startsWith('>')) {
      this.at += 1;
      this.open.push({ tag, element, children, scope });
    } else broken();
  }

  private readAttributes(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    while (true) {
      const hadSpace = (this.match(SPACE)?.[0] ?? '') !== '';
      const name = this.match(NAME)?.[0];
      if (name === undefined) return found;
      this.match(SPACE);
      if (!hadSpace || !this.startsWith('=')) broken();
      this.at += 1;
      this.match(SPACE);
      const quote = this.text[this.at];
      if (quote !== '"' && quote !== "'") broken();
      this.at += 1;
      const value = this.until(quote);
      if (value.includes('<') || found.has(name) || found.size >= MAX_ATTRIBUTES) broken();
      found.set(name, decodeReferences(value));
    }
  }
}

/** Of the prefix `xml`, which needs no declaration (Namespaces in XML 1.0, 3). */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const NO_SCOPE: Scope = new Map([
  ['', ''],
  ['xml', XML_NAMESPACE],
]);

function scopeOf(attributes: ReadonlyMap<string, string>, outer: Scope): Scope {
  const declared = [...attributes].filter(([name]) => name === 'xmlns' || /^xmlns:/.test(name));
  if (declared.length === 0) return outer;
  if (outer.size + declared.length > MAX_PREFIXES) broken();
  const named = declared.map(([name, value]) => [name.slice('xmlns:'.length), value] as const);
  return new Map([...outer, ...named]);
}

function resolve(name: string, scope: Scope, isElement: boolean) {
  const [prefix, local, more] = name.split(':');
  if (more !== undefined || prefix === undefined || local === '') broken();
  if (local === undefined) {
    return { name, namespace: isElement ? (scope.get('') ?? '') : '' };
  }
  return { name: local, namespace: scope.get(prefix) ?? broken() };
}

function resolveAll(attributes: ReadonlyMap<string, string>, scope: Scope): XmlAttribute[] {
  return [...attributes]
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => ({ ...resolve(name, scope, false), value }));
}

/**
 * The root element of an XML document in UTF-8, without comments and instructions. An
 * ImageFileFault if it isn't well-formed, if it defines entities or names a style sheet, or beyond
 * 50,000 elements or 100 in each other. The work is linear in the bytes.
 */
export function readXml(bytes: Uint8Array): XmlElement {
  return new Walk(decodeText(bytes)).read();
}
