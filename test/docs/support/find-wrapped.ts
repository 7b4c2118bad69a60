/**
 * Lines that begin something of their own, and so go on no paragraph: lists, headings, tables,
 * HTML, quotes, a decision's date and status.
 */
const OWN = /^(\s*([-*+]|\d+[.)])\s|#{1,6}\s|\||>|\s*<|(Date|Status): )/;
/** Of these, the ones that a text on the next line doesn't go on. */
const ENDS_ITSELF = /^(#{1,6}\s|\||\s*<|(Date|Status): )/;

/**
 * The numbers of the lines of a page that go on the paragraph of the line above, from 1 on; code
 * blocks are left alone.
 */
export function findWrapped(text: string): number[] {
  let fence: string | undefined;
  let goesOn = false;
  return text.split('\n').flatMap((line, at) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark === fence && line.trim() === fence) fence = undefined;
      goesOn = false;
      return [];
    }
    if (mark !== undefined) {
      fence = mark;
      return [];
    }
    const isWrapped = goesOn && line.trim() !== '' && !OWN.test(line);
    goesOn = line.trim() !== '' && !ENDS_ITSELF.test(line);
    return isWrapped ? [at + 1] : [];
  });
}
