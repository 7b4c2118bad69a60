import type { Bound } from '../pixels/compare-pixels.ts';
import type { Region } from '../pixels/pixels.ts';

/** An image as the page fetches it. */
export interface Sent {
  readonly url: string;
  readonly type: string;
}

/** The size of an image in a browser. */
export interface Shown {
  readonly width: number;
  readonly height: number;
  /** False: the browser shows a part, and reports an error. */
  readonly isWhole: boolean;
}

/** A delivered image, and how it is made of the original. */
export interface Delivered extends Sent {
  readonly name: string;
  /** Of the original, at the size of the stored image. */
  readonly region?: Region;
  /** Red, green and blue behind clear pixels. */
  readonly background?: readonly number[];
  /** Each pixel is clear or opaque, as in a GIF. */
  readonly hasBitAlpha?: boolean;
  readonly bound: Bound;
  /** Compared frame by frame. */
  readonly isAnimated: boolean;
  /** The expected size, within a pixel; undefined where any size of this ratio is right. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A difference between an original and a delivered image. */
export interface Finding {
  /** The delivered image and the aspect. */
  readonly what: string;
  readonly detail: string;
  /** The reason that the program itself has confirmed for this image. */
  readonly confirmed?: ConfirmedReason;
}

/** Reasons that a run confirms by a computation. */
export type ConfirmedReason =
  | 'apng-still'
  | 'avif-alpha'
  | 'avif-sequence'
  | 'gif-colours'
  | 'gif-palette'
  | 'half-chroma'
  | 'jpeg-quality'
  | 'stored-as-jpeg';

/** A comparison of an original with all that was made of it. */
export interface Job {
  readonly original: Sent;
  /** The size of the stored image, at which a drawing is compared. */
  readonly base: { readonly width: number; readonly height: number };
  readonly delivered: readonly Delivered[];
}

/** The calls of the page. */
export interface TruthPage {
  show(image: Sent): Promise<Shown | undefined>;
  compare(job: Job): Promise<readonly Finding[]>;
}

/** A call for a page that no driver reaches: the page asks for it, and posts the result. */
export interface AskedJob {
  readonly id: number;
  readonly call: keyof TruthPage;
  readonly argument: unknown;
}

/** The answer of that page; without a result where the call has none. */
export interface JobResult {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}
