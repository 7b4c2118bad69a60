/** Why an image may differ from its original, by the names that `differences.tsv` uses. */
export const REASONS = {
  'apng-still':
    'An animated PNG is stored as its default image, as viewers without animation show it; the first frame is another image here.',
  'avif-alpha':
    'Chromium shows a soft alpha of AVIF wrong; the other renditions of the image have it right.',
  'avif-sequence':
    'An AVIF sequence is stored as its primary image; the first frame is another image here.',
  'beyond-bounds': 'A side has more than 16,384 pixels.',
  'gradient-box':
    'The box of a turned arc is measured in another way, by which a gradient in shares of it moves.',
  'gif-colours': 'A GIF has 256 colours, and this image has more in one square.',
  'half-chroma':
    'The encoder keeps chroma at half of the size, which fine lines of saturated colours lose; the lossless renditions of the image have them right.',
  'open-avif': 'Our reader of headers refuses this animated AVIF: a fault that is open.',
  'filter-edges':
    'A filter makes the soft edge of a shape hard, and renderers cover edges by rules of their own.',
  'filter-place':
    'The renderer places a part of feImage in another way than browsers: it is refused by name.',
  'linear-mask': 'The renderer has no linear colours for masks: they are refused by name.',
  'profile-table':
    'The profile has tables, and decoders read between their points in different ways.',
  'stored-as-jpeg':
    'The image is stored as JPEG, which keeps chroma at half of the size: fine lines of saturated colours lose it.',
  'svg-text': 'The SVG has text, and the service has no fonts.',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a reason. */
export type ReasonName = keyof typeof REASONS;

/** Whether it names a reason of the table. */
export const isReason = (name: string): name is ReasonName => Object.hasOwn(REASONS, name);
