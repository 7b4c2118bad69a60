const START = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** An SVG of about so many bytes, most of them in two things whose numbers multiply. */
export type MakeSvg = (bytes: number) => Buffer;

/** A part of an SVG that fills so many bytes; it is given its number. */
export type Piece = string | ((at: number) => string);

/** As many of a piece as fit into so many bytes, at most so many of them. */
export function fill(bytes: number, piece: Piece, most = Number.POSITIVE_INFINITY): string {
  if (typeof piece === 'string')
    return piece.repeat(Math.min(most, Math.floor(bytes / piece.length)));
  const parts: string[] = [];
  for (let length = 0, at = 0; at < most; at += 1) {
    const part = piece(at);
    length += part.length;
    if (length > bytes) break;
    parts.push(part);
  }
  return parts.join('');
}

/** A piece in itself, so deep, around this content. */
export function nest(depth: number, open: (at: number) => string, close: string, content: string) {
  const opened = Array.from({ length: depth }, (_, at) => open(at)).join('');
  return `${opened}${content}${close.repeat(depth)}`;
}

/** A square SVG of this content, 100 units wide. */
export function squareOf(content: string, attributes = 'viewBox="0 0 100 100"'): Buffer {
  return Buffer.from(`${START} ${attributes}>${content}</svg>`);
}

/** A style sheet. */
export const styled = (rules: string) => `<style>${rules}</style>`;

/** A rectangle as large as the canvas. */
export const CANVAS = '<rect width="100" height="100"/>';

/** A pseudo-random coordinate within the canvas. */
export const place = (at: number) => ((at * 7_919) % 1_000) / 10;

/** A path of as many lines as fit. */
export const longPath = (bytes: number) =>
  `M0 0${fill(bytes, (at) => `L${place(at)} ${place(at * 3 + 1)}`)}`;
