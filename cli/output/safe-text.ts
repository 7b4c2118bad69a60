// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A text that others chose, on one line: nothing in it moves the cursor, sets a colour or turns the
 * direction of what follows.
 */
export function safeText(text: string): string {
  return text.replace(CONTROLS, '\ufffd');
}
