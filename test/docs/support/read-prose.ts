/** Texts with their lines, from 1. */
export type Prose = readonly (readonly [line: number, text: string])[];

/** Headings, tables, HTML comments and indented code: labels, or not prose. */
const NO_PROSE = /^(#|\||<!--| {4})/;
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*\/|\*(?=\s|\/|$))\s?(.*?)\s*(?:\*\/)?\s*$/;
/** Behind code, and not in a text such as `'http://…'`. */
const COMMENT_BEHIND_CODE = /^[^'"`]*\S\s+\/\/ (.*)$/;

/** The paragraphs and list items of a Markdown page: a line each, without marks and addresses. */
export function proseOfPage(page: string): Prose {
  let isCode = false;
  return page.split('\n').flatMap((line, at): Prose => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || NO_PROSE.test(line) || line.trim() === '') return [];
    const text = line
      .replace(/^\s*(?:[-*]|\d+\.) /, '')
      .replaceAll('**', '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .trim();
    return [[at + 1, text]];
  });
}

/** The comments of a TypeScript file: the lines of one joined, its paragraphs apart, no tables. */
export function proseOfComments(code: string): Prose {
  const found: [line: number, text: string][] = [];
  let isOpen = false;
  for (const [at, line] of code.split('\n').entries()) {
    const text = COMMENT.exec(line)?.[1] ?? '';
    const last = found.at(-1);
    if (text === '' || text.startsWith('|')) isOpen = false;
    else if (isOpen && last) last[1] += ` ${text}`;
    else found.push([at + 1, text]);
    if (text !== '' && !text.startsWith('|')) isOpen = !line.trimEnd().endsWith('*/');
    const behind = text === '' ? COMMENT_BEHIND_CODE.exec(line)?.[1] : undefined;
    if (behind) found.push([at + 1, behind]);
  }
  return found;
}
