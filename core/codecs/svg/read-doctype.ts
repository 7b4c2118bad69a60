import { ImageFileFault } from '../image-file.ts';

/** The texts that a document type declares, by their names. */
export type Entities = ReadonlyMap<string, string>;

/** The attributes that elements have where they aren't written, by the tags of the elements. */
export type Defaults = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A document type, and the place behind it. */
interface Doctype {
  readonly entities: Entities;
  readonly defaults: Defaults;
  readonly end: number;
}

/** Illustrator declares about ten, each of a namespace. */
const MAX_ENTITIES = 100;
/** Characters of one; a namespace has some forty. */
const MAX_ENTITY_LENGTH = 2_000;
/** Of attributes, over all elements; a document type of SVG 1.0 in a file has one. */
const MAX_DEFAULTS = 100;

const DECLARATIONS =
  'The document type of the SVG has more than texts and attributes: save it as plain SVG.';

const START = '<!DOCTYPE';
const TOKEN = /[ \w:.-]+|"[^"]*"|'[^']*'/y;
const SPACES = / */y;
const ENTITY = /<!ENTITY +([A-Za-z_][\w.:-]{0,99}) +(?:"([^"]*)"|'([^']*)') *>/y;
/** A text in another file, which no browser loads; or a parameter, which must not be used. */
const FOREIGN_ENTITY =
  /<!ENTITY +(?:% +)?[A-Za-z_][\w.:-]{0,99} +(?:SYSTEM|PUBLIC)(?: +(?:"[^"]*"|'[^']*'|[\w.:-]{1,100}))+ *>/y;
const PARAMETER = /<!ENTITY +% +[A-Za-z_][\w.:-]{0,99} +(?:"[^"]*"|'[^']*') *>/y;
const ATTRIBUTES = /<!ATTLIST +([A-Za-z_][\w.:-]{0,99})/y;
const ATTRIBUTE =
  / +([A-Za-z_][\w.:-]{0,99}) +(?:[A-Z]+|(?:NOTATION +)?\([^()]*\)) +(?:#REQUIRED|#IMPLIED|(?:#FIXED +)?(?:"([^"]*)"|'([^']*)'))/y;
/** Parts of an internal subset that declare nothing which is drawn. */
const SKIPPED: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!ELEMENT', '>'],
  ['<!NOTATION', '>'],
];

function refuse(): never {
  throw new ImageFileFault(DECLARATIONS);
}

/** A document type at one place of a text. */
class DoctypeReader {
  private readonly entities = new Map<string, string>();
  private readonly defaults = new Map<string, Map<string, string>>();
  private defaultCount = 0;
  private readonly text: string;
  private readonly decode: (text: string, entities: Entities) => string;
  private at: number;

  constructor(text: string, at: number, decode: DoctypeReader['decode']) {
    this.text = text;
    this.at = at;
    this.decode = decode;
  }

  read(): Doctype {
    this.at += START.length;
    while (this.match(TOKEN));
    if (this.text[this.at] === '[') {
      this.at += 1;
      while (this.readDeclaration());
      this.match(SPACES);
    }
    if (this.text[this.at] !== '>') refuse();
    return { entities: this.entities, defaults: this.defaults, end: this.at + 1 };
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  /** False at the end of the subset. */
  private readDeclaration(): boolean {
    this.match(SPACES);
    if (this.text[this.at] === ']') {
      this.at += 1;
      return false;
    }
    const skipped = SKIPPED.find(([start]) => this.text.startsWith(start, this.at));
    if (skipped) {
      const end = this.text.indexOf(skipped[1], this.at + skipped[0].length);
      if (end < 0) refuse();
      this.at = end + skipped[1].length;
      return true;
    }
    const list = this.match(ATTRIBUTES);
    if (list) this.readDefaults(list[1] ?? '');
    else if (!this.match(FOREIGN_ENTITY) && !this.match(PARAMETER)) this.readEntity();
    return true;
  }

  private readEntity(): void {
    const [, name = '', quoted, single = ''] = this.match(ENTITY) ?? refuse();
    this.addEntity(name, quoted ?? single);
  }

  /** The attributes of one tag; the first declaration of each counts (XML 1.0, 3.3). */
  private readDefaults(tag: string): void {
    const known = this.defaults.get(tag) ?? new Map<string, string>();
    for (let found = this.match(ATTRIBUTE); found; found = this.match(ATTRIBUTE)) {
      const [, name = '', quoted, single] = found;
      const written = quoted ?? single;
      if (written === undefined || known.has(name)) continue;
      this.defaultCount += 1;
      if (this.defaultCount > MAX_DEFAULTS || written.length > MAX_ENTITY_LENGTH) refuse();
      const value = this.decode(written, this.entities);
      if (value.length > MAX_ENTITY_LENGTH || written.includes('<')) refuse();
      known.set(name, value);
    }
    this.match(SPACES);
    if (this.text[this.at] !== '>') refuse();
    this.at += 1;
    this.defaults.set(tag, known);
  }

  /** The first declaration of a name counts (XML 1.0, 4.2). */
  private addEntity(name: string, value: string): void {
    if (this.entities.size >= MAX_ENTITIES || value.length > MAX_ENTITY_LENGTH) refuse();
    const text = this.decode(value, this.entities);
    // elements in a text would be read nowhere, and a percent sign starts a parameter
    if (text.length > MAX_ENTITY_LENGTH || /[<%]/.test(text)) refuse();
    if (!this.entities.has(name)) this.entities.set(name, text);
  }
}

/**
 * Reads a document type; nothing that it names is loaded. Its internal subset may declare texts and
 * attributes. Texts in other files are left out, and so are parameters. The decoder replaces
 * references in texts by those before. An ImageFileFault for elements in a text, and where a
 * parameter is used.
 */
export function readDoctype(
  text: string,
  at: number,
  decode: (text: string, entities: Entities) => string,
): Doctype {
  return new DoctypeReader(text, at, decode).read();
}
