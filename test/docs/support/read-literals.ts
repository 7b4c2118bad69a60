/** A quoted text in code, with its line; each value in a template is `${}`. */
export type Literal = readonly [line: number, text: string];

/** As a template has it, without its code. */
const VALUE = `$\{}`;
const QUOTES = `'"\``;

/** Skips a comment that starts at `at`; `at` where none does. */
function skipComment(code: string, at: number): number {
  const end = { '//': '\n', '/*': '*/' }[code.slice(at, at + 2)];
  if (end === undefined) return at;
  const found = code.indexOf(end, at + 2);
  return found < 0 ? code.length : found + end.length;
}

/**
 * Every quoted text in code, those in the values of templates among them. A regular expression with
 * a quote would start one: texts have none.
 */
export function literalsOf(code: string): Literal[] {
  const found: Literal[] = [];
  const lineAt = (at: number) => code.slice(0, at).split('\n').length;
  /** Reads code up to `until`, or to its end; returns the place after it. */
  const readCode = (start: number, until: string): number => {
    let at = start;
    let depth = 0;
    while (at < code.length) {
      const next = skipComment(code, at);
      const char = code[at] ?? '';
      if (next > at) at = next;
      else if (QUOTES.includes(char)) at = readText(at);
      else if (char === until && depth === 0) return at + 1;
      else {
        depth += char === '{' ? 1 : char === '}' ? -1 : 0;
        at += 1;
      }
    }
    return at;
  };
  const readText = (start: number): number => {
    const quote = code[start];
    let text = '';
    let at = start + 1;
    while (at < code.length && code[at] !== quote) {
      if (quote === '`' && code.startsWith('${', at)) {
        text += VALUE;
        at = readCode(at + 2, '}');
      } else {
        if (code[at] === '\\') at += 1;
        text += code[at];
        at += 1;
      }
    }
    found.push([lineAt(start), text]);
    return at + 1;
  };
  readCode(0, '');
  return found;
}
