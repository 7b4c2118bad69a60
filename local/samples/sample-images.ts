/** The formats that sample images are uploaded in. */
export type SampleFormat = 'jpeg' | 'png' | 'webp';

/** An image of this project, as a drawing in the folder `drawings`. */
export interface SampleImage {
  /** Its name in the metadata key `sample`, by which it is added once; its drawing has it too. */
  readonly name: string;
  readonly format: SampleFormat;
  readonly alt: string;
  readonly category: 'landscape' | 'still-life' | 'pattern';
}

type Row = readonly [name: string, SampleFormat, SampleImage['category'], alt: string];

const ROWS: readonly Row[] = [
  ['alpine-dusk', 'jpeg', 'landscape', 'Mountain ridges at dusk.'],
  ['dunes-noon', 'jpeg', 'landscape', 'Sand dunes under a pale sky.'],
  ['moon-bay', 'jpeg', 'landscape', 'The moon over a quiet bay.'],
  ['aurora', 'webp', 'landscape', 'Northern lights over a forest.'],
  ['lighthouse', 'jpeg', 'landscape', 'A lighthouse at sunset.'],
  ['city-evening', 'webp', 'landscape', 'Lit windows of a city in the evening.'],
  ['vase-terracotta', 'jpeg', 'still-life', 'Terracotta vase with two white bands.'],
  ['citrus', 'jpeg', 'still-life', 'Slices of oranges, lemons and limes.'],
  ['balloons', 'png', 'still-life', 'Balloons without a background.'],
  ['leaves', 'webp', 'pattern', 'Green leaves on a dark ground.'],
  ['ribbons', 'png', 'pattern', 'Waves of coloured ribbons.'],
  ['mosaic', 'png', 'pattern', 'A mosaic of quarter circles.'],
];

/** THE sample images, twelve of several sizes, formats and shapes. */
export const SAMPLE_IMAGES: readonly SampleImage[] = ROWS.map(([name, format, category, alt]) => ({
  name,
  format,
  alt,
  category,
}));
