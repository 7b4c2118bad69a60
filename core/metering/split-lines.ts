/** CloudFront's addresses have 8,192 bytes, three of them may be in a line, each byte as three. */
const MAX_LINE_LENGTH = 100_000;

/**
 * The lines of a text, without their ends. A line longer than any log's becomes an empty one, so
 * that it takes no memory.
 */
export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield isTooLong ? '' : line;
      isTooLong = false;
    }
    if (rest.length > MAX_LINE_LENGTH) isTooLong = true;
    if (isTooLong) rest = '';
  }
  rest += decoder.decode();
  if (isTooLong) yield '';
  else if (rest !== '') yield rest;
}
