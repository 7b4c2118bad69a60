import stringWidth from 'fast-string-width';

const INDENT = '    ';

/** A line as lines within a width, cut between words; all but the first are indented. */
export function wrapWords(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  const lines: string[] = [];
  const start = /^ */.exec(line)?.[0] ?? '';
  let current = start;
  for (const word of line.trimStart().split(' ')) {
    const isFull = current.trim() !== '' && stringWidth(`${current} ${word}`) > width;
    if (isFull) lines.push(current);
    if (isFull) current = INDENT + word;
    else current += current.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, current].join('\n');
}
