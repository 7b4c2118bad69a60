import type { UploadFormat } from '../formats.ts';

/** The cost of opening a file. */
export interface DecoderPrice {
  /** CPU milliseconds a megapixel of the file. */
  readonly perMegapixel: number;
  /** The same for 16 bits a channel, beside it. */
  readonly whenDeep: number;
  /** The same where libvips would show another image than browsers. */
  readonly whenMisread: number;
  /** In place of `perMegapixel`, for the frames of an animation. */
  readonly ofFrames: number;
  /** The measured costs that the figures are rounded up from. */
  readonly source: string;
}

/** THE table of decoders: a format without its price doesn't compile. */
export const DECODER_PRICES: Readonly<Record<UploadFormat, DecoderPrice>> = {
  jpg: {
    perMegapixel: 18,
    whenDeep: 0,
    whenMisread: 0,
    ofFrames: 18,
    source: '16.8 of 50 progressive megapixels of noise in 13.9 MB; 4 of baseline ones',
  },
  png: {
    perMegapixel: 22,
    whenDeep: 40,
    whenMisread: 0,
    ofFrames: 22,
    source: '14 to 20 of 10 megapixels of noise, 43 of 16 bits a channel',
  },
  webp: {
    perMegapixel: 38,
    whenDeep: 0,
    whenMisread: 0,
    ofFrames: 90,
    source:
      '35 of 10 megapixels of noise with alpha at quality 50, 24 without loss; 84 of 100 frames at quality 79',
  },
  gif: {
    perMegapixel: 16,
    whenDeep: 0,
    whenMisread: 12,
    ofFrames: 18,
    source:
      '15 of 100 frames of noise, 12 of 10 megapixels of noise in 256 colours; 19 to 27 of our own decoder',
  },
};

/** CPU milliseconds a megapixel that the decoder hands on: its profile, and its reduction. */
export const OPENED_PRICE = {
  profile: 18,
  profileOfAlpha: 34,
  inks: 90,
  deep: 50,
  reduction: 8,
  reductionOfAlpha: 20,
  source:
    '14 to 18 for a profile of three colours, 23 to 34 with alpha, 79 for one of four inks, 7 to reduce, 18 with alpha; 92 in all of 16 bits',
} as const;
