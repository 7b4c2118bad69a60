/** A link or an image: its mark, text and target. */
export const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const FENCE = /^( {0,3})(```+|~~~+)/;

/** Changes every line of a page that is no code. */
export function mapProse(text: string, change: (line: string) => string): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[2];
      if (fence !== undefined) {
        if (mark?.startsWith(fence)) fence = undefined;
        return line;
      }
      if (mark !== undefined) {
        fence = mark;
        return line;
      }
      return change(line);
    })
    .join('\n');
}
