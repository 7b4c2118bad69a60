/** A text of at most `maxLength` code points: a longer one is cut and ends with an ellipsis. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // a code point has at most two units, so a long text is never scanned completely
  const begun = [...text.slice(0, 2 * maxLength + 2)];
  return begun.length <= maxLength ? text : `${begun.slice(0, maxLength).join('')}…`;
}
