import {
  type CompassPosition,
  LINE_HEIGHT,
  type Parameters,
  type PointPosition,
  type TextAlign,
} from '../parameters.ts';

/** How a text in several lines is set. */
export interface TextLines {
  readonly align: TextAlign;
  /** From one line to the next, in font sizes. */
  readonly lineHeight: number;
  /**
   * The font size in per cent of the area's width: lines break within the box. Undefined if the box
   * is stretched to its width, where lines end at line breaks alone.
   */
  readonly fontPercent: number | undefined;
}

/** The parameters of lines. */
type LineParameters = Pick<
  Parameters,
  'overlay-align' | 'overlay-font-size' | 'overlay-line-height'
>;

/**
 * A text whose lines begin and end without spaces, and which has no empty line at its ends. Runs of
 * spaces are one, since each may be the end of a line; a no-break space stays.
 */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) =>
    line
      .split(' ')
      .filter((word) => word !== '')
      .join(' '),
  );
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(first, last + 1).join('\n');
}

/** The side at which a box in this position stands; a point is in a third of the width. */
function sideOf(position: CompassPosition | PointPosition): TextAlign {
  const x = Number.parseFloat(position);
  if (x < 1 / 3 || position.includes('left')) return 'left';
  if (x > 2 / 3 || position.includes('right')) return 'right';
  return 'center';
}

/** A text as it is set: in one line as it is, or in several. */
export interface SetText {
  readonly text: string;
  readonly lines: TextLines | undefined;
}

/** The lines of a text; the side of its position aligns them unless it is requested. */
export function setText(
  text: string,
  parameters: LineParameters,
  position: CompassPosition | PointPosition,
): SetText {
  const fontPercent = parameters['overlay-font-size'];
  const tidied = tidy(text);
  if (fontPercent === undefined && !tidied.includes('\n')) {
    return { text: text.includes('\n') ? tidied : text, lines: undefined };
  }
  const align = parameters['overlay-align'] ?? sideOf(position);
  const lineHeight = parameters['overlay-line-height'] ?? LINE_HEIGHT;
  return { text: tidied, lines: { align, lineHeight, fontPercent } };
}
