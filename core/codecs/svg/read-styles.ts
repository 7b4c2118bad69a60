import { withoutComments } from './count-sheet.ts';
import { refuseSvg } from './svg-faults.ts';

/** A declaration of CSS, or an attribute of the same name. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
}

/** A rule of a style sheet; the keys are a superset of the matched elements. */
export interface StyleRule {
  readonly selectors: string;
  /** `.class`, `#id`, a name, or `*`: of the last part of each selector. */
  readonly keys: readonly string[];
  readonly declarations: readonly Declaration[];
}

const URL_START = /url\s*\(/gi;
const LOCAL_URL = /url\s*\(\s*(["']?)#([^"'()\\\s]+)\1\s*\)/giy;
/** Of a selector's last part; its other conditions only narrow it. */
const KEY = /[.#][\w\u0080-\uffff-]+|^[\w-]+/;
const NONE: readonly string[] = [];

/** The ids that `url(#…)` names; an ImageFileFault for any other URL. */
export function readUrls(value: string): readonly string[] {
  // most values have none, and a search for one character is quick
  if (!value.includes('(')) return NONE;
  return [...value.matchAll(URL_START)].map(({ index }) => {
    LOCAL_URL.lastIndex = index;
    return LOCAL_URL.exec(value)?.[2] ?? refuseSvg('foreign');
  });
}

function readDeclaration(text: string): Declaration {
  const colon = text.indexOf(':');
  if (colon < 0) refuseSvg('style');
  const value = text.slice(colon + 1).trim();
  readUrls(value);
  return { property: text.slice(0, colon).trim().toLowerCase(), value };
}

/** The declarations of a style; an ImageFileFault for a URL to another file, and for escapes. */
export function readDeclarations(text: string): Declaration[] {
  if (text === '') return [];
  // escapes could hide a URL
  if (text.includes('\\')) refuseSvg('style');
  const found: Declaration[] = [];
  for (const part of withoutComments(text).split(';')) {
    const declaration = part.trim();
    if (declaration !== '') found.push(readDeclaration(declaration));
  }
  return found;
}

function keyOf(selector: string): string {
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  return KEY.exec(last)?.[0] ?? '*';
}

/** The end of a block that may have blocks in it. */
function endOfBlock(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return refuseSvg('style');
}

/**
 * The rules of a style sheet, without those that begin with `@`, which no logo needs. An
 * ImageFileFault if it imports another one, or can't be read.
 */
export function readStyleSheet(text: string): StyleRule[] {
  const sheet = withoutComments(text).replaceAll(/<!--|-->/g, '');
  if (/@import/i.test(sheet)) refuseSvg('foreign');
  if (sheet.includes('\\')) refuseSvg('style');
  const rules: StyleRule[] = [];
  const length = sheet.trimEnd().length;
  for (let at = 0; at < length; ) {
    const open = sheet.indexOf('{', at);
    if (open < 0) refuseSvg('style');
    const selectors = sheet.slice(at, open).trim();
    const end = endOfBlock(sheet, open);
    const body = sheet.slice(open + 1, end);
    at = end + 1;
    if (selectors.startsWith('@')) {
      readUrls(body);
      continue;
    }
    const keys = selectors.split(',').map(keyOf);
    rules.push({ selectors, keys, declarations: readDeclarations(body) });
  }
  return rules;
}
