import {
  drawAlpineDusk,
  drawAurora,
  drawCity,
  drawDunes,
  drawLighthouse,
  drawMoonBay,
} from './landscapes.ts';
import {
  drawBalloons,
  drawCitrus,
  drawLeaves,
  drawMosaic,
  drawRibbons,
  drawVase,
} from './still-lifes.ts';

/** The formats that sample images are uploaded in. */
export type SampleFormat = 'jpeg' | 'png' | 'webp';

/** An image that the project draws itself. */
export interface SampleImage {
  /** Its name in the metadata key `sample`, by which it is added once. */
  readonly name: string;
  readonly format: SampleFormat;
  readonly alt: string;
  readonly category: 'landscape' | 'still-life' | 'pattern';
  /** The whole image in SVG. */
  draw(): string;
}

/** THE sample images, twelve of several sizes, formats and shapes. */
export const SAMPLE_IMAGES: readonly SampleImage[] = [
  {
    name: 'alpine-dusk',
    format: 'jpeg',
    alt: 'Mountain ridges at dusk',
    category: 'landscape',
    draw: drawAlpineDusk,
  },
  {
    name: 'dunes-noon',
    format: 'jpeg',
    alt: 'Sand dunes under a pale sky',
    category: 'landscape',
    draw: drawDunes,
  },
  {
    name: 'moon-bay',
    format: 'jpeg',
    alt: 'The moon over a quiet bay',
    category: 'landscape',
    draw: drawMoonBay,
  },
  {
    name: 'aurora',
    format: 'webp',
    alt: 'Northern lights over a forest',
    category: 'landscape',
    draw: drawAurora,
  },
  {
    name: 'lighthouse',
    format: 'jpeg',
    alt: 'A lighthouse at sunset',
    category: 'landscape',
    draw: drawLighthouse,
  },
  {
    name: 'city-evening',
    format: 'webp',
    alt: 'Lit windows of a city in the evening',
    category: 'landscape',
    draw: drawCity,
  },
  {
    name: 'vase-terracotta',
    format: 'jpeg',
    alt: 'Terracotta vase with two white bands',
    category: 'still-life',
    draw: drawVase,
  },
  {
    name: 'citrus',
    format: 'jpeg',
    alt: 'Slices of oranges, lemons and limes',
    category: 'still-life',
    draw: drawCitrus,
  },
  {
    name: 'balloons',
    format: 'png',
    alt: 'Balloons without a background',
    category: 'still-life',
    draw: drawBalloons,
  },
  {
    name: 'leaves',
    format: 'webp',
    alt: 'Green leaves on a dark ground',
    category: 'pattern',
    draw: drawLeaves,
  },
  {
    name: 'ribbons',
    format: 'png',
    alt: 'Waves of coloured ribbons',
    category: 'pattern',
    draw: drawRibbons,
  },
  {
    name: 'mosaic',
    format: 'png',
    alt: 'A mosaic of quarter circles',
    category: 'pattern',
    draw: drawMosaic,
  },
];
