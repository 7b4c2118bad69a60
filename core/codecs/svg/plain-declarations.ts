/** A declaration as it is written, without comments; properties but `--x` are in lower case. */
export interface CssDeclaration {
  readonly kind: 'declaration';
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** No text in quotes, escape, comment, block or mark of importance. */
const PLAIN = /^[\w #.,:;%()+-]*$/;
const NAME = /^-?[a-z][\w-]*$/i;
const CUSTOM_NAME = /^--[\w-]*$/;

/** Whether each bracket of a text ends in it. */
function isClosed(text: string): boolean {
  if (!text.includes('(') && !text.includes(')')) return true;
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * The declarations of a `style` attribute as editors write them: names, colons, plain values. It
 * makes no tokens, and takes a tenth of the time. Undefined for any other text, and for any fault.
 */
export function readPlainDeclarations(text: string): readonly CssDeclaration[] | undefined {
  if (!PLAIN.test(text)) return undefined;
  const declarations: CssDeclaration[] = [];
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(0, colon)).trim();
    if (colon < 0 && part.trim() === '') continue;
    const isCustom = CUSTOM_NAME.test(name);
    if (!(isCustom || NAME.test(name)) || !isClosed(part)) return undefined;
    const value = part.slice(colon + 1).trim();
    declarations.push({
      kind: 'declaration',
      property: isCustom ? name : name.toLowerCase(),
      value,
      isImportant: false,
    });
  }
  return declarations;
}
