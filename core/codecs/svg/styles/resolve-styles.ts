import type { XmlAttribute, XmlElement } from '../read-xml.ts';
import { StyleWork } from '../style-work.ts';
import { refuseSvg, refuseUndrawn } from '../svg-faults.ts';
import { readSvgSize, type SvgSize, viewportOf } from '../svg-size.ts';
import { checkUrls } from './check-urls.ts';
import {
  type Candidates,
  isIgnored,
  propertyOfAttribute,
  ranked,
  StyleCollector,
  TIERS,
} from './collect-styles.ts';
import { firstFrame } from './first-frame.ts';
import { makeFilter, needsElement } from './make-filter.ts';
import { type Contexts, type Picked, READABLES, ValuePicker } from './pick-value.ts';
import { placeElement } from './place-element.ts';
import {
  type DrawnProperty,
  isHarmless,
  propertyOf,
  readFontSize,
  readRootBackground,
} from './properties.ts';
import type { ReadValue } from './read-effects.ts';
import { readSheets, type StyleSheets, sheetsOf } from './read-sheets.ts';
import type { Matrix } from './read-transform.ts';
import { unscaleStroke } from './scale-stroke.ts';
import { attributeOf, attributesOf, type StyledNode, styledTreeOf } from './styled-node.ts';
import { UsedVariables } from './used-variables.ts';
import { hrefOf, type Ids, idsOf, UserSpace } from './user-space.ts';
import { CustomProperties, type Expansion } from './variables.ts';
import { wrapRoot } from './wrap-root.ts';

/** The values that an element has of its parent. */
interface Inherited {
  readonly custom: CustomProperties;
  readonly contexts: Contexts;
  /** Attributes of the parent, as they are written. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Paints and lengths of strokes, of all ancestors. */
  readonly lines: ReadonlyMap<string, string>;
  readonly space: UserSpace;
}

const PAINTS = ['fill', 'stroke'];
const LINES = [...PAINTS, 'stroke-width', 'stroke-dasharray', 'stroke-dashoffset'];
const PLAIN_NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;
/** Filters that are made; a drawing of a square with 600 elements that are filtered is refused. */
const MAX_FILTERS = 2_000;
const NO_VALUES: ReadonlyMap<string, string> = new Map();
const NOTHING: readonly XmlElement[] = [];

class StyleResolver {
  private readonly collector: StyleCollector;
  private readonly frames: StyleSheets['keyframes'];
  private readonly picker: ValuePicker;
  private readonly contexts = new Map<string, Contexts>();
  private readonly expansion: Expansion;
  private readonly image: SvgSize;
  private readonly namespace: string;
  private readonly ids: Ids;
  private readonly variables: UsedVariables;
  /** Of functions that the renderer would cut. */
  private readonly filters: XmlElement[] = [];
  private readonly filterIds = new Map<string, string>();
  private background: string | undefined;
  private rootMatrix: string | undefined;

  constructor(sheets: StyleSheets, image: SvgSize, root: StyledNode, work: StyleWork) {
    this.collector = new StyleCollector(sheets, work);
    this.picker = new ValuePicker(work);
    this.expansion = { characters: 0, work };
    this.frames = sheets.keyframes;
    this.image = image;
    this.namespace = root.element.namespace;
    this.ids = idsOf(root);
    this.variables = new UsedVariables(this.ids.used);
  }

  resolveRoot(root: StyledNode): XmlElement {
    const custom = new CustomProperties(undefined, new Map(), this.expansion);
    const contexts = this.contextsOf(16, 16, this.image, '#000000');
    const space = UserSpace.ofRoot(attributesOf(root.element), this.image, this.expansion.work);
    const inherited = { custom, contexts, attributes: NO_VALUES, lines: NO_VALUES, space };
    const drawn = this.resolve(root, inherited);
    this.variables.check();
    const resolved = { ...drawn, children: this.filters.concat(drawn.children as XmlElement[]) };
    const { background, rootMatrix, image } = this;
    return wrapRoot(resolved, { background, matrix: rootMatrix, size: image });
  }

  /** The same context for the same values, by which readings are known. */
  private contextsOf(
    fontSize: number,
    rootFontSize: number,
    viewport: SvgSize,
    colour: string,
  ): Contexts {
    const key = [fontSize, rootFontSize, viewport.width, viewport.height, colour].join(' ');
    const known = this.contexts.get(key);
    if (known) return known;
    const { image } = this;
    const style = { fontSize, rootFontSize, viewport, image, colour, isAttribute: false };
    const made = { style, attribute: { ...style, isAttribute: true } };
    this.contexts.set(key, made);
    return made;
  }

  /** Recurses as deep as the elements are nested, which the reader of XML bounds. */
  private resolve(node: StyledNode, inherited: Inherited): XmlElement {
    const { element } = node;
    if (element.namespace !== this.namespace) return element;
    for (const { value } of element.attributes) readUrlsOf(value);
    const isRoot = node.parent === undefined;
    const found = this.collector.collect(node);
    const custom = this.customOf(found, inherited.custom);
    if (this.frames.size > 0) {
      this.collector.animate(found, firstFrame(found, custom, this.frames));
    }
    const contexts = this.contextsIn(found, custom, inherited.contexts, isRoot);
    const written = this.writeAll(node, found, custom, contexts, inherited);
    redeclarePaints(written, inherited.lines);
    const id = attributeOf(element, 'id') ?? '';
    const isUsed = this.ids.used.has(id);
    const { space: around } = inherited;
    const matrix = written.get('transform');
    const space = isRoot ? around : around.in(element.name, matrix, isUsed);
    this.finish(written, inherited.lines, contexts, space);
    if (isRoot) {
      this.rootMatrix = written.get('transform');
      written.delete('transform');
      written.delete('display');
    }
    const attributes = mergeAttributes(node, written);
    const nextOf = (): Inherited => ({
      custom,
      contexts: this.contextsBelow(element.name, contexts, attributes),
      attributes: written,
      lines: linesOf(written, inherited.lines),
      space,
    });
    if (element.name === 'use') this.variables.noteUse(hrefOf(element).slice(1), custom);
    const children = this.variables.within(id, inherited.custom, found, () =>
      node.children.length === 0 ? NOTHING : this.childrenOf(node, nextOf()),
    );
    const isSame = attributes === element.attributes && hasSameItems(children, element.children);
    return isSame ? element : { ...element, attributes, children };
  }

  private childrenOf(node: StyledNode, inherited: Inherited): XmlElement[] {
    const children: XmlElement[] = [];
    for (const child of node.children) {
      if (child.element.name === 'style' && child.element.namespace === this.namespace) continue;
      // a text isn't drawn, and is refused by its content
      children.push(child.element.name === 'text' ? child.element : this.resolve(child, inherited));
    }
    return children;
  }

  private customOf(found: Candidates, parent: CustomProperties): CustomProperties {
    let own: Map<string, string | undefined> | undefined;
    for (const [name, candidates] of found) {
      if (!name.startsWith('--')) continue;
      const [best] = ranked(candidates);
      const value = best?.value ?? '';
      const word = value.toLowerCase();
      if (word === 'inherit' || word === 'unset' || word === 'revert') continue;
      own ??= new Map();
      own.set(name, word === 'initial' ? undefined : value);
    }
    return own ? new CustomProperties(parent, own, this.expansion) : parent;
  }

  /** With the size of fonts and the colour of this element. */
  private contextsIn(
    found: Candidates,
    custom: CustomProperties,
    around: Contexts,
    isRoot: boolean,
  ): Contexts {
    const [sizes, colours] = [found.get('font-size'), found.get('color')];
    if (!sizes && !colours && !isRoot) return around;
    const { viewport, rootFontSize, ...before } = around.style;
    const size = sizes && this.picker.pick(FONT_SIZE, sizes, custom, around);
    const fontSize = size && 'value' in size ? Number(size.value) : before.fontSize;
    const row = propertyOf('color') as DrawnProperty;
    const picked = colours && this.picker.pick({ name: 'color', ...row }, colours, custom, around);
    const value = picked && 'value' in picked ? picked.value : undefined;
    const colour = value === undefined || value === 'currentColor' ? before.colour : value;
    return this.contextsOf(fontSize, isRoot ? fontSize : rootFontSize, viewport, colour);
  }

  private contextsBelow(
    name: string,
    contexts: Contexts,
    attributes: readonly XmlAttribute[],
  ): Contexts {
    if (name !== 'svg' && name !== 'symbol') return contexts;
    const { fontSize, rootFontSize, colour, viewport } = contexts.style;
    const values = new Map(attributes.map(({ name: key, value }) => [key, value]));
    return this.contextsOf(fontSize, rootFontSize, viewportOf(values, viewport), colour);
  }

  private writeAll(
    node: StyledNode,
    found: Candidates,
    custom: CustomProperties,
    contexts: Contexts,
    inherited: Inherited,
  ): Map<string, string> {
    const { element, parent } = node;
    const isRoot = parent === undefined;
    const written = new Map<string, string>();
    for (const [name, candidates] of found) {
      const row = propertyOf(name);
      if (row?.kind === 'refused') this.checkRefused(name, row, found, custom, contexts, isRoot);
      if (row?.kind === 'special' && isRoot) this.readSpecial(name, found, custom, contexts);
      if (row?.kind !== 'drawn') continue;
      if (row.on && (isRoot || !row.on.includes(element.name))) continue;
      const quick = candidates.length === 1 ? candidates[0] : undefined;
      if (quick?.tier === TIERS.attribute && row.on && PLAIN_NUMBER.test(quick.value)) {
        written.set(name, quick.value);
        continue;
      }
      const picked = this.picker.pick(
        READABLES.get(name) ?? { name, ...row },
        candidates,
        custom,
        contexts,
      );
      const value = picked && writtenOf(name, row, picked, inherited.attributes);
      if (value !== undefined) written.set(name, value);
    }
    if (written.get('display') === 'contents') refuseUndrawn('display: contents');
    const rootBox = isRoot ? this.image : undefined;
    const placed = { name: element.name, found, custom, contexts, attributes: written };
    const matrix = placeElement(this.picker, rootBox ? { ...placed, rootBox } : placed);
    if (matrix !== undefined) written.set(transformNameOf(element.name), matrix);
    return written;
  }

  /** Writes the values that depend on the place of an element in the image. */
  private finish(
    written: Map<string, string>,
    lines: ReadonlyMap<string, string>,
    contexts: Contexts,
    space: UserSpace,
  ): void {
    if (written.has('vector-effect')) unscaleStroke(written, lines, space.matrix());
    const filter = written.get('filter') ?? '';
    if (!needsElement(filter)) return;
    const functions = filter.replaceAll('currentColor', contexts.style.colour);
    written.set('filter', `url(#${this.filterOf(functions, space.matrix())})`);
  }

  /** The id of the element for these functions, which all elements in the same units share. */
  private filterOf(functions: string, matrix: Matrix | undefined): string {
    const key = `${functions} ${matrix?.join(' ')}`;
    const known = this.filterIds.get(key);
    if (known !== undefined) return known;
    if (this.filters.length >= MAX_FILTERS) refuseSvg('complex');
    let id = `imagewell-filter-${this.filters.length}`;
    while (this.ids.all.has(id)) id += '-';
    const { namespace, image } = this;
    this.filters.push(makeFilter({ id, namespace, functions, matrix, image }));
    this.filterIds.set(key, id);
    return id;
  }

  private checkRefused(
    name: string,
    row: { readonly harmless: readonly string[]; readonly isOfRoot: boolean },
    found: Candidates,
    custom: CustomProperties,
    contexts: Contexts,
    isRoot: boolean,
  ): void {
    if (row.isOfRoot && !isRoot) return;
    for (const { value } of found.get(name) ?? []) {
      const replaced = custom.replace(value);
      if (replaced === undefined) continue;
      const words = name === 'all' ? [] : [...row.harmless, ...WIDE];
      const read: ReadValue = (values) => (isHarmless(values, words) ? 'harmless' : undefined);
      if (!this.picker.read({ name, read }, replaced, contexts.style)) refuseUndrawn(name);
    }
  }

  private readSpecial(
    name: string,
    found: Candidates,
    custom: CustomProperties,
    contexts: Contexts,
  ): void {
    if (!name.startsWith('background')) return;
    const readable = { name, read: readRootBackground };
    const picked = this.picker.pick(readable, found.get(name) ?? [], custom, contexts);
    if (!picked || !('value' in picked)) return;
    const { value } = picked;
    this.background = value === 'currentColor' ? contexts.style.colour : value;
  }
}

const FONT_SIZE = { name: 'font-size', read: readFontSize, isQuirky: true };
const WIDE = ['inherit', 'initial', 'unset', 'revert', 'revert-layer'];
/** A reference of an element to another one, or an embedded image, isn't of CSS. */
function readUrlsOf(value: string): void {
  if (value.includes('(')) checkUrls(value);
}

function transformNameOf(element: string): string {
  if (element === 'pattern') return 'patternTransform';
  return element.endsWith('Gradient') ? 'gradientTransform' : 'transform';
}

function writtenOf(
  name: string,
  { isInherited, initial }: DrawnProperty,
  picked: Picked,
  parent: ReadonlyMap<string, string>,
): string | undefined {
  if ('value' in picked) {
    return !isInherited && picked.value === initial ? undefined : picked.value;
  }
  // absent: the renderer takes the value of the parent
  if (isInherited) return picked.keyword === 'initial' ? initial : undefined;
  return picked.keyword === 'inherit' ? parent.get(name) : undefined;
}

/** A paint of the current colour is declared once more where that colour changes. */
function redeclarePaints(written: Map<string, string>, lines: ReadonlyMap<string, string>): void {
  if (!written.has('color')) return;
  for (const paint of PAINTS) {
    if (!written.has(paint) && lines.get(paint) === 'currentColor') {
      written.set(paint, 'currentColor');
    }
  }
}

function linesOf(written: ReadonlyMap<string, string>, around: ReadonlyMap<string, string>) {
  const own = LINES.filter((name) => written.has(name));
  if (own.length === 0) return around;
  const lines = new Map(around);
  for (const name of own) lines.set(name, written.get(name) ?? '');
  return lines;
}

/**
 * The attributes of an element with the values that its styles give them, in their order. The list
 * of the element where they are the same.
 */
function mergeAttributes({ element, parent }: StyledNode, written: ReadonlyMap<string, string>) {
  if (isAnimation(element)) return element.attributes; // its `fill` is no paint
  const merged: XmlAttribute[] = [];
  const used: string[] = [];
  for (const attribute of element.attributes) {
    const { name, namespace } = attribute;
    if (namespace !== '') merged.push(attribute);
    else if (name === 'style' || name === 'class' || isIgnored(name)) continue;
    else if (propertyOfAttribute(name, element.name, parent === undefined) === undefined)
      merged.push(attribute);
    else {
      const value = used.includes(name) ? undefined : written.get(name);
      if (value !== undefined)
        merged.push(value === attribute.value ? attribute : { ...attribute, value });
      used.push(name);
    }
  }
  for (const [name, value] of written) {
    if (!used.includes(name)) merged.push({ name, namespace: '', value });
  }
  return hasSameItems(merged, element.attributes) ? element.attributes : merged.slice();
}

const hasSameItems = (list: readonly unknown[], other: readonly unknown[]) =>
  list.length === other.length && list.every((one, at) => one === other[at]);

/**
 * The same document with plain attributes alone, as CSS gives them to each element, and without its
 * style sheets. An ImageFileFault for a style that names data outside of it. The same, with its
 * name, for a style that would change the drawing and isn't drawn.
 */
export function resolveStyles(root: XmlElement): XmlElement {
  const tree = styledTreeOf(root);
  const image = readSvgSize(attributesOf(root));
  const work = new StyleWork();
  const sheets = readSheets(sheetsOf(tree, image), image, work);
  return new StyleResolver(sheets, image, tree, work).resolveRoot(tree);
}

import { isAnimation } from '../first-frame.ts';
