/** A result of thumbor that is compared with the one of its translation. */
export interface PixelCase {
  /** The parts between `unsafe` and the source. */
  readonly parts: string;
  /** The largest mean difference of a channel, of 255. */
  readonly most: number;
  /** The translation names a difference of transparent parts: only opaque sources are compared. */
  readonly isOpaque?: true;
}

/** Scaling, rounding, and a part that begins less than a pixel beside the other. */
const SAME = 3;

export const PIXEL_CASES: readonly PixelCase[] = [
  { parts: '300x200', most: SAME },
  { parts: '300x0', most: SAME },
  { parts: '0x200', most: SAME },
  { parts: '900x700', most: SAME },
  { parts: 'fit-in/300x200', most: SAME },
  { parts: 'full-fit-in/300x200', most: SAME },
  { parts: '-300x-200', most: SAME },
  { parts: '150x200/left/top', most: SAME },
  { parts: '150x200/right/bottom', most: SAME },
  { parts: '10x20:210x170/100x75', most: SAME },
  { parts: '300x200/filters:stretch()', most: SAME },
  { parts: '300x200/filters:proportion(0.5)', most: SAME },
  { parts: 'fit-in/300x300/filters:fill(ff8800)', most: SAME, isOpaque: true },
  { parts: '300x200/filters:background_color(ff8800)', most: SAME },
  { parts: '300x200/filters:rotate(180)', most: SAME },
  { parts: 'filters:rotate(90)', most: SAME },
  { parts: '300x200/filters:grayscale()', most: 6 },
  { parts: '300x200/filters:brightness(10)', most: 22 },
  { parts: '300x200/filters:contrast(20)', most: SAME },
  { parts: '300x200/filters:saturation(1.4)', most: SAME },
  { parts: '300x200/filters:saturation(0.4)', most: 4 },
  { parts: '300x200/filters:blur(12,3)', most: 4, isOpaque: true },
  { parts: '300x200/filters:round_corner(20,255,136,0)', most: SAME, isOpaque: true },
  { parts: '300x200/filters:watermark(logo.png,-0,-0,40,25)', most: SAME },
  { parts: '300x200/filters:watermark(logo.png,center,0,0,40)', most: SAME },
];
