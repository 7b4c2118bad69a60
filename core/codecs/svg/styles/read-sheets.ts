import type { CssDeclaration } from '../plain-declarations.ts';
import { textOf } from '../read-xml.ts';
import type { StyleWork } from '../style-work.ts';
import { refuseUndrawn } from '../svg-faults.ts';
import type { SvgSize } from '../svg-size.ts';
import { checkUrls, withoutData } from './check-urls.ts';
import { type CssItem, MAX_VALUE_TOKENS, readComponents, readSheet } from './css-syntax.ts';
import { checkEscapes, propertyOf } from './properties.ts';
import { matchesMedia, matchesSupports } from './read-conditions.ts';
import type { ValueContext } from './read-lengths.ts';
import {
  type ParentSelectors,
  parentOf,
  readSelectors,
  type StyleSelector,
} from './read-selectors.ts';
import { attributeOf, type StyledNode } from './styled-node.ts';

/** A rule whose conditions are true. */
export interface StyleRule {
  readonly selectors: readonly StyleSelector[];
  readonly declarations: readonly CssDeclaration[];
  readonly layer: Layer;
  /** Its place among all rules. */
  readonly order: number;
}

/** The declarations of an animation's first and last frame. */
export interface Keyframes {
  readonly from: readonly CssDeclaration[];
  readonly to: readonly CssDeclaration[];
}

/** A cascade layer; rules in none have the last place of all. */
export interface Layer {
  readonly parent: Layer | undefined;
  readonly children: Map<string, Layer>;
  /** Its place among all layers, after all are known. */
  place: number;
}

/** All style sheets of a document. */
export interface StyleSheets {
  readonly rules: readonly StyleRule[];
  readonly keyframes: ReadonlyMap<string, Keyframes>;
}

/** Names of layers in each other, with dots between them. */
const MAX_LAYERS = 20;
const KEYFRAMES = ['keyframes', '-webkit-keyframes'];
const FIRST = ['from', '0%'];
const LAST = ['to', '100%'];

const layerOf = (parent: Layer | undefined): Layer => ({ parent, children: new Map(), place: 0 });

/** Where rules stand: in which layer, and in which rule. */
interface Place {
  readonly layer: Layer;
  readonly selectors: readonly StyleSelector[] | undefined;
  readonly parent: ParentSelectors | undefined;
}

const PLAIN: ValueContext = {
  fontSize: 16,
  rootFontSize: 16,
  viewport: { width: 100, height: 100 },
  image: { width: 100, height: 100 },
  colour: '#000000',
  isAttribute: false,
};

function supports(property: string, value: string, work: StyleWork): boolean {
  if (property.startsWith('--')) return true;
  const row = propertyOf(property);
  if (row?.kind !== 'drawn') return row !== undefined;
  return row.read(readComponents(value, work, MAX_VALUE_TOKENS), PLAIN) !== undefined;
}

class SheetReader {
  readonly rules: StyleRule[] = [];
  readonly keyframes = new Map<string, Keyframes>();
  readonly root = layerOf(undefined);
  private anonymous = 0;
  private readonly image: SvgSize;
  private readonly work: StyleWork;

  constructor(image: SvgSize, work: StyleWork) {
    this.image = image;
    this.work = work;
  }

  /** Recurses by blocks, whose depth is bounded. */
  read(items: readonly CssItem[], place: Place): void {
    let run: CssDeclaration[] = [];
    const endRun = () => {
      if (run.length > 0) this.add(run, place);
      run = [];
    };
    for (const item of items) {
      if (item.kind === 'declaration') {
        run.push(item);
        continue;
      }
      endRun();
      if (item.kind === 'rule') this.readRule(item.prelude, item.items, place);
      else this.readAtRule(item.name, item.prelude, item.items, place);
    }
    endRun();
  }

  private add(declarations: readonly CssDeclaration[], { selectors, layer }: Place): void {
    if (!selectors) return;
    checkEscapes(declarations);
    this.rules.push({ selectors, declarations, layer, order: this.rules.length });
  }

  private readRule(prelude: string, items: readonly CssItem[], place: Place): void {
    const selectors = readSelectors(prelude, place.parent, this.work);
    if (!selectors) return;
    this.read(items, { ...place, selectors, parent: parentOf(selectors) });
  }

  private readAtRule(
    name: string,
    prelude: string,
    items: readonly CssItem[] | undefined,
    place: Place,
  ): void {
    if (name === 'layer') this.readLayers(prelude, items, place);
    else if (!items) return;
    else if (KEYFRAMES.includes(name)) this.keyframes.set(nameOf(prelude), framesOf(items));
    else if (name === 'media') {
      if (matchesMedia(prelude, this.image)) this.read(items, place);
    } else if (name === 'supports') {
      const { work } = this;
      const selector = (text: string) => readSelectors(text, undefined, work) !== undefined;
      const declaration = (property: string, value: string) => supports(property, value, work);
      const isTrue = matchesSupports(prelude, { declaration, selector });
      if (isTrue) this.read(items, place);
    } else if (name === 'scope' || name === 'property') refuseUndrawn(`@${name}`);
  }

  private readLayers(prelude: string, items: readonly CssItem[] | undefined, place: Place): void {
    const names = prelude.split(',').map((one) => one.trim());
    if (!items) {
      for (const name of names) this.layer(place.layer, name);
      return;
    }
    // brackets stand in no name that a sheet can write
    const name = names[0] === '' ? `(${this.nextAnonymous()})` : (names[0] ?? '');
    this.read(items, { ...place, layer: this.layer(place.layer, name) });
  }

  private nextAnonymous(): number {
    this.anonymous += 1;
    return this.anonymous;
  }

  private layer(from: Layer, name: string): Layer {
    let layer = from;
    for (const part of name.split('.', MAX_LAYERS)) {
      const next = layer.children.get(part) ?? layerOf(layer);
      layer.children.set(part, next);
      layer = next;
    }
    return layer;
  }

  /** Layers come in their order, those in a layer before the rest of it. */
  numberLayers(): void {
    const open = [this.root];
    const backwards: Layer[] = [];
    for (let layer = open.pop(); layer; layer = open.pop()) {
      backwards.push(layer);
      for (const child of layer.children.values()) open.push(child);
    }
    backwards.forEach((layer, at) => {
      layer.place = backwards.length - at;
    });
  }
}

const nameOf = (prelude: string) => prelude.replace(/^["']|["']$/g, '');

function framesOf(items: readonly CssItem[]): Keyframes {
  const frames: Record<'from' | 'to', CssDeclaration[]> = { from: [], to: [] };
  for (const item of items) {
    if (item.kind !== 'rule') continue;
    const places = item.prelude
      .toLowerCase()
      .split(',')
      .map((one) => one.trim());
    const declarations = item.items.filter((one) => one.kind === 'declaration');
    for (const one of declarations) {
      if (one.isImportant) continue;
      if (places.some((place) => FIRST.includes(place))) frames.from.push(one);
      if (places.some((place) => LAST.includes(place))) frames.to.push(one);
    }
  }
  checkEscapes(frames.from.concat(frames.to));
  return frames;
}

/** The rules of these style sheets that apply to an image of this size in pixels. */
export function readSheets(texts: readonly string[], image: SvgSize, work: StyleWork): StyleSheets {
  const reader = new SheetReader(image, work);
  const place: Place = { layer: reader.root, selectors: undefined, parent: undefined };
  for (const text of texts) reader.read(readSheet(text, work), place);
  reader.numberLayers();
  return reader;
}

const SHEET_TYPES = ['', 'text/css'];

/** The texts of a document's style sheets, but for those of other media. */
export function sheetsOf(root: StyledNode, image: SvgSize): string[] {
  const sheets: string[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const { element, children } = node;
    if (element.name === 'style' && element.namespace === root.element.namespace) {
      const text = textOf(element);
      checkUrls(text);
      const type = (attributeOf(element, 'type') ?? '').trim().toLowerCase();
      const isRead = SHEET_TYPES.includes(type);
      if (isRead && matchesMedia(attributeOf(element, 'media') ?? '', image)) {
        sheets.push(withoutData(text));
      }
    } else {
      for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at] as StyledNode);
    }
  }
  return sheets;
}
