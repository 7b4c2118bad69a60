/** Why an image may differ from its original, by the names that `differences.tsv` uses. */
export const REASONS = {
  'apng-still':
    'An animated PNG is stored as its default image, as viewers without animation show it; the first frame is another image here.',
  'avif-alpha':
    'Chromium shows a soft alpha of AVIF wrong; the other renditions of the image have it right.',
  'avif-sequence':
    'An AVIF sequence is stored as its primary image; the first frame is another image here.',
  'beyond-bounds': 'A side has more than 16,384 pixels.',
  'firefox-bit-alpha':
    'A GIF has an alpha of one bit, and half-clear pixels of this image are at its edge: Firefox rounds them to the other side.',
  'firefox-bmp-clear':
    'The compressed BMP leaves pixels out: Firefox shows them clear, Chromium and the service opaque.',
  'firefox-bmp-gamma':
    'The BMP states end points and a gamma: Firefox obeys them, Chromium and the service ignore them, as the reference image of its corpus does.',
  'firefox-broken-file':
    'The file breaks its specification: Firefox shows it without an error or in another way, and the service follows Chromium.',
  'firefox-drawing':
    'The browsers draw this SVG in different ways, and the service draws it as Chromium does.',
  'firefox-encoder-range':
    'The delay or the number of loops is beyond the range of the encoder, and is cut to it; Firefox reports it whole.',
  'firefox-gif-screen':
    'The first frame of the GIF is larger than its screen or beyond it: Firefox cuts the frame, Chromium and the service enlarge the screen.',
  'firefox-png-gamma':
    'The PNG has a gamma of 1: Firefox computes its dark colours with fewer digits than Chromium, whose values are those of the formula.',
  'gif-colours': 'A GIF has 256 colours, and this image has more in one square.',
  'half-chroma':
    'The encoder keeps chroma at half of the size, which fine lines of saturated colours lose; the lossless renditions of the image have them right.',
  'open-avif': 'Our reader of headers refuses this animated AVIF: a fault that is open.',
  'open-filter':
    'The renderer places a part of feImage in another way than browsers: a fault that is open.',
  'open-mask': 'The mask is computed in sRGB where the SVG says linearRGB: a fault that is open.',
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
